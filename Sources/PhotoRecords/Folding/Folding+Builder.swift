extension Folding {
    /// A folded text as it grows, scalar by scalar.
    struct Builder {
        private var scalars = String.UnicodeScalarView()
        private var last: Unicode.Scalar?

        /// What has come so far.
        var text: String { String(scalars) }

        /// Adds what a scalar folds to.
        mutating func append(_ scalar: Unicode.Scalar) {
            if scalar.isASCII {
                return add(scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar)
            }
            switch Table.shared[scalar] {
            case .itself: join(scalar)
            case .other(let other): join(other)
            case .several(let range): for index in range { join(Table.shared.sequences[index]) }
            case .nothing: break
            }
        }

        /// Adds a folded scalar, as one with the letter before it where the two are one letter.
        private mutating func join(_ scalar: Unicode.Scalar) {
            if Table.shared.marks.contains(scalar) {
                if let whole = last.flatMap({
                    Table.shared.letters[.init(letter: $0, mark: scalar)]
                }) {
                    replace(whole)
                }
            } else if let syllable = last.flatMap({ Self.syllable($0, scalar) }) {
                replace(syllable)
            } else {
                add(scalar)
            }
        }

        private mutating func add(_ scalar: Unicode.Scalar) {
            scalars.append(scalar)
            last = scalar
        }

        private mutating func replace(_ scalar: Unicode.Scalar) {
            scalars.removeLast()
            add(scalar)
        }

        /// The syllable of Hangul that two parts make (Unicode §3.12); nil where they make none.
        private static func syllable(
            _ first: Unicode.Scalar, _ second: Unicode.Scalar
        ) -> Unicode.Scalar? {
            let (first, second) = (first.value, second.value)
            if (0x1100..<0x1113).contains(first), (0x1161..<0x1176).contains(second) {
                return Unicode.Scalar(0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28)
            }
            if (0xAC00..<0xD7A4).contains(first), (first - 0xAC00) % 28 == 0,
                (0x11A8..<0x11C3).contains(second)
            {
                return Unicode.Scalar(first + second - 0x11A7)
            }
            return nil
        }
    }
}
