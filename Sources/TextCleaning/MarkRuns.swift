/// The runs of combining marks in octets of UTF-8, found in one pass.
///
/// Nearly all texts are of letters that need no look at Unicode's properties: this stands in the hot
/// loop of a scan.
struct MarkRuns {
    /// The most marks that stand in a row.
    private(set) var longest = 0
    /// Whether there may be anything that Normalization Form C writes otherwise.
    private(set) var mayCompose = false

    /// Whether the text can stay as it is.
    var isPlain: Bool { longest <= ForeignText.longestRun && !mayCompose }

    private var run = 0

    init(in bytes: UnsafeBufferPointer<UInt8>) {
        Self.walk(bytes) { kind, _ in
            if kind.isMark { run += 1 } else if kind.endsRun { run = 0 }
            longest = max(longest, run)
            mayCompose = mayCompose || kind.mayCompose
        }
    }

    /// The text without the marks beyond the thirtieth in a row.
    static func cut(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var (run, start) = (0, 0)
        walk(bytes) { kind, place in
            if kind.isMark { run += 1 } else if kind.endsRun { run = 0 }
            guard kind.isMark, run > ForeignText.longestRun else { return }
            kept.append(contentsOf: bytes[start..<place.lowerBound])
            start = place.upperBound
        }
        kept.append(contentsOf: bytes[start...])
        return String(decoding: kept, as: UTF8.self)
    }

    // MARK: Scalars

    /// What a scalar is to a run of marks.
    private struct Kind {
        var isMark = false
        var endsRun = true
        var mayCompose = false

        static let plain = Kind()
        /// What shows nothing and may be taken out later.
        static let ignorable = Kind(endsRun: false)
    }

    /// Tells the kind of every scalar that is not plain, of the first plain one behind such, and
    /// where it stands. The octets are those of a string: well-formed.
    @inline(__always)
    private static func walk(
        _ bytes: UnsafeBufferPointer<UInt8>, _ tell: (Kind, Range<Int>) -> Void
    ) {
        var index = 0
        // Whether a run may be going on.
        var isWithin = false
        while index < bytes.count {
            let first = bytes[index]
            if first < 0xCC {
                // Up to U+02FF: nothing composes, nothing is a mark.
                if isWithin {
                    let length = first < 0x80 ? 1 : 2
                    if !isIgnorable(bytes, index) {
                        tell(.plain, index..<index + length)
                        isWithin = false
                    }
                    index += length
                } else {
                    index = endOfPlain(bytes, index)
                }
                continue
            }
            let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            let end = min(index + length, bytes.count)
            var value = UInt32(first) & (0xFF >> UInt32(length + 1))
            for place in index + 1..<end { value = value << 6 | UInt32(bytes[place] & 0x3F) }
            if isPlain(value) {
                if isWithin { tell(.plain, index..<end) }
                isWithin = false
            } else {
                let kind = kind(of: value)
                tell(kind, index..<end)
                isWithin = isWithin && !kind.endsRun || kind.isMark
            }
            index = end
        }
    }

    /// Where octets below 0xCC, which begin letters up to U+02FF, end.
    @inline(__always)
    private static func endOfPlain(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var index = start
        let raw = UnsafeRawBufferPointer(bytes)
        while index < bytes.count {
            if index + 8 <= bytes.count,
                raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    & 0x8080_8080_8080_8080 == 0
            {
                index += 8
                continue
            }
            let end = min(index + 8, bytes.count)
            while index < end {
                if bytes[index] >= 0xCC { return index }
                index += 1
            }
        }
        return index
    }

    /// Whether a scalar below U+0300 shows nothing: a control character but for tab and line
    /// breaks, a soft hyphen.
    private static func isIgnorable(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        switch bytes[index] {
        case 0x09, 0x0A, 0x0D: false
        case ..<0x20, 0x7F: true
        case 0xC2:
            index + 1 < bytes.count && (bytes[index + 1] < 0xA0 || bytes[index + 1] == 0xAD)
        default: false
        }
    }

    /// Whether a scalar is of a range in which there are letters alone that Form C leaves as they
    /// are: Greek, Cyrillic, Armenian, kana, ideographs, syllables of Hangul, emoji; common
    /// punctuation; and what stands where octets meant nothing in their charset: the replacement
    /// character and private use.
    @inline(__always)
    private static func isPlain(_ value: UInt32) -> Bool {
        switch value {
        case 0x4E00...0x9FFF, 0x0388...0x0482, 0x048A...0x0590, 0xAC00...0xD7A3,
            0x3041...0x3096, 0x309B...0x4DFF, 0x2010...0x2027, 0x2030...0x205E,
            0x3000...0x3029, 0x1F300...0x1FAFF, 0xE000...0xF8FF, 0xFFFD:
            true
        default: false
        }
    }

    private static func kind(of value: UInt32) -> Kind {
        guard let scalar = Unicode.Scalar(value) else { return .plain }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark:
            // Selectors of variants compose with nothing.
            let isSelector = (0xFE00...0xFE0F).contains(value)
            return Kind(isMark: true, endsRun: false, mayCompose: !isSelector)
        case .format, .control, .unassigned: return .ignorable
        default: break
        }
        switch value {
        // The halfwidth voicing marks of katakana are combining marks in Form KD.
        case 0xFF9E, 0xFF9F: return Kind(isMark: true, endsRun: false)
        // Vowels and final consonants of Hangul compose with what stands before.
        case 0x1160...0x11FF: return Kind(mayCompose: true)
        default: break
        }
        if properties.isDefaultIgnorableCodePoint { return .ignorable }
        return Kind(mayCompose: properties.isFullCompositionExclusion)
    }
}
