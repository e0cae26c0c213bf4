import Foundation

extension Folding {
    /// What each scalar folds to: the table that `make-folding` wrote, unpacked once.
    struct Table: Sendable {
        /// What becomes of a scalar.
        enum Fold: Equatable {
            case itself
            case nothing
            case other(Unicode.Scalar)
            /// Several: where they stand in `sequences`.
            case several(Range<Int>)
        }

        /// A letter and the mark that makes another letter of it.
        struct Pair: Hashable {
            var letter: Unicode.Scalar
            var mark: Unicode.Scalar
        }

        static let shared = Table()

        /// Where more than one scalar comes of one: all of them, one after the other.
        private(set) var sequences: [Unicode.Scalar] = []
        /// Letters that are made of a letter and a mark.
        private(set) var letters: [Pair: Unicode.Scalar] = [:]
        /// Their marks.
        private(set) var marks: Set<Unicode.Scalar> = []
        /// By the upper bits of a scalar: which 256 cells are its; 0 for none.
        private var pages = [UInt16](repeating: 0, count: 0x1100)
        /// 0 for itself, `nothing`, a scalar, or above `several` where its sequence begins, with
        /// the number of scalars in the upper bits.
        private var cells = [UInt32](repeating: 0, count: 256)

        private static let nothing: UInt32 = 0x00FF_FFFF
        private static let several: UInt32 = 0x0100_0000

        /// What becomes of a scalar.
        subscript(scalar: Unicode.Scalar) -> Fold {
            let page = Int(pages[Int(scalar.value >> 8)])
            let cell = cells[page << 8 | Int(scalar.value & 0xFF)]
            if cell == 0 { return .itself }
            if cell == Self.nothing { return .nothing }
            if cell >= Self.several {
                let start = Int(cell & 0xFFFF)
                return .several(start..<start + Int(cell >> 24))
            }
            return Unicode.Scalar(cell).map(Fold.other) ?? .itself
        }

        private init() {
            var bytes = PackedNumbers(Data(base64Encoded: Folding.encodedTable) ?? Data())
            var number: UInt32 = 0
            for _ in 0..<bytes.next() {
                let gap = bytes.next()
                number += gap >> 1
                if gap & 1 == 1 {
                    let start = UInt32(sequences.count)
                    let count = bytes.next()
                    for _ in 0..<count {
                        if let scalar = Unicode.Scalar(bytes.next()) { sequences.append(scalar) }
                    }
                    set(number, count == 0 ? Self.nothing : count << 24 | start)
                } else {
                    let (run, zigzag) = (bytes.next(), bytes.next())
                    let difference = Int64(zigzag >> 1) * (zigzag & 1 == 1 ? -1 : 1)
                    for index in 0..<run >> 1 {
                        let from = number + index * (run & 1 + 1)
                        set(from, UInt32(truncatingIfNeeded: Int64(from) + difference))
                    }
                }
            }
            for _ in 0..<bytes.next() {
                let three = (bytes.next(), bytes.next(), bytes.next())
                guard let letter = Unicode.Scalar(three.0), let mark = Unicode.Scalar(three.1),
                    let whole = Unicode.Scalar(three.2)
                else { continue }
                letters[Pair(letter: letter, mark: mark)] = whole
                marks.insert(mark)
            }
        }

        private mutating func set(_ number: UInt32, _ cell: UInt32) {
            let page = Int(number >> 8)
            if pages[page] == 0 {
                pages[page] = UInt16(cells.count >> 8)
                cells.append(contentsOf: repeatElement(0, count: 256))
            }
            cells[Int(pages[page]) << 8 | Int(number & 0xFF)] = cell
        }
    }

    /// Numbers of seven bits a byte, the least significant first, a set upper bit where more follow.
    private struct PackedNumbers {
        private var rest: Data.SubSequence

        init(_ data: Data) { rest = data[...] }

        /// The next number; 0 at the end.
        mutating func next() -> UInt32 {
            var (number, shift): (UInt32, UInt32) = (0, 0)
            while let byte = rest.popFirst() {
                number |= UInt32(byte & 0x7F) << shift
                if byte < 0x80 { break }
                shift += 7
            }
            return number
        }
    }
}
