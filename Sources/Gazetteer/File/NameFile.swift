/// The file of names: which places bear a name, their own or one that they have in another language
/// or script. What stands where is described in the documentation's *The file of places*.
///
/// Whatever its bytes are, reading stays within them; a damaged file finds less.
struct NameFile: Sendable {
    /// The file's name; it lies beside the file of places.
    static let fileName = "names.gazetteer"

    private static let magic = Array("WITNAMES".utf8)
    private static let version = 1
    private static let headerBytes = 64
    private static let namesABlock = 64
    /// The 128 letters at hand where a block begins.
    private static let firstWindow: UInt32 = 8

    private let file: MappedFile
    /// How many names there are.
    let count: Int
    private let table: Int
    /// How many blocks of names there are.
    let blocks: Int
    private let data: Int
    private let dataBytes: Int

    /// Opens a file of names; nil where there is none, or it belongs to other places.
    ///
    /// - Parameter places: What tells the file of places from others (``GazetteerFile/identity``).
    init?(path: String, of places: @autoclosure () -> UInt64) {
        guard let file = MappedFile(path: path), file.bytes.count >= Self.headerBytes,
            file.bytes.prefix(Self.magic.count).elementsEqual(Self.magic),
            file.long(8) == Self.version, file.long(12) == file.bytes.count,
            file.bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self).littleEndian == places()
        else { return nil }
        self.file = file
        count = file.long(24)
        (table, blocks, data, dataBytes) =
            (file.long(28), file.long(32), file.long(36), file.long(40))
        guard blocks > 0, table >= Self.headerBytes, table + 4 * blocks <= file.bytes.count,
            data >= Self.headerBytes, data + dataBytes <= file.bytes.count
        else { return nil }
    }

    /// The numbers of the places that bear a name, by its key (`Folding.key`).
    func places(named key: String) -> [Int] {
        let wanted = key.unicodeScalars.map(\.value)
        var entries = entries(from: wanted)
        while let entry = entries.next() {
            if entry.name == wanted { return entry.places }
            if wanted.lexicographicallyPrecedes(entry.name) { break }
        }
        return []
    }

    /// The places of names whose keys begin so, of the first names in their order.
    func places(beginning key: String, names limit: Int) -> [Int] {
        let wanted = key.unicodeScalars.map(\.value)
        var entries = entries(from: wanted)
        var found: [Int] = []
        var left = limit
        while left > 0, let entry = entries.next() {
            if entry.name.starts(with: wanted) {
                found += entry.places
                left -= 1
            } else if wanted.lexicographicallyPrecedes(entry.name) {
                break
            }
        }
        return found
    }

    /// The names of one block with their places, in order: 0..<blocks.
    func names(ofBlock block: Int) -> [(name: String, places: [Int])] {
        var entries = Entries(file: self, block: block)
        var found: [(name: String, places: [Int])] = []
        while found.count < Self.namesABlock, let entry = entries.next() {
            var name = String.UnicodeScalarView()
            name.append(contentsOf: entry.name.compactMap(Unicode.Scalar.init))
            found.append((String(name), entry.places))
        }
        return found
    }

    /// A name's scalars, and the numbers of its places.
    struct Entry {
        var name: [UInt32]
        var places: [Int]
    }

    /// The entries from the last block on whose first name does not come after the wanted one.
    private func entries(from wanted: [UInt32]) -> Entries {
        var (lower, upper) = (0, blocks)
        while upper - lower > 1 {
            let middle = (lower + upper) / 2
            var entries = Entries(file: self, block: middle)
            if let first = entries.next(), !wanted.lexicographicallyPrecedes(first.name) {
                lower = middle
            } else {
                upper = middle
            }
        }
        return Entries(file: self, block: lower)
    }

    /// Reads entry after entry.
    struct Entries {
        private let file: NameFile
        private var block: Int
        private var at: Int
        private var nextBlock: Int
        private var name: [UInt32] = []
        private var window = NameFile.firstWindow

        init(file: NameFile, block: Int) {
            self.file = file
            self.block = block
            at = file.start(of: block)
            nextBlock = file.start(of: block + 1)
        }

        /// The next entry; nil at the end, and where the file is damaged.
        mutating func next() -> Entry? {
            if at >= nextBlock {
                guard block + 1 < file.blocks, at == nextBlock else { return nil }
                block += 1
                nextBlock = file.start(of: block + 1)
                window = NameFile.firstWindow
            }
            guard let head = byte() else { return nil }
            guard let shared = count(head >> 4), let rest = count(head & 15), shared <= name.count
            else { return nil }
            name.removeLast(name.count - shared)
            for _ in 0..<rest {
                guard let scalar = scalar() else { return nil }
                name.append(scalar)
            }
            var places: [Int] = []
            var last = 0
            while let number = number() {
                last += number >> 1
                places.append(last)
                if number & 1 == 0 { return Entry(name: name, places: places) }
            }
            return nil
        }

        /// A length: four bits, and what goes beyond 15 after them.
        private mutating func count(_ bits: UInt8) -> Int? {
            bits < 15 ? Int(bits) : number().map { $0 + 15 }
        }

        private mutating func scalar() -> UInt32? {
            guard let first = byte() else { return nil }
            switch first {
            case 2:
                guard let chosen = byte(), let letter = byte() else { return nil }
                window = UInt32(chosen)
                return window << 7 | UInt32(letter & 0x7F)
            case 3:
                guard let low = byte(), let middle = byte(), let high = byte() else { return nil }
                return UInt32(low) | UInt32(middle) << 8 | UInt32(high) << 16
            case 0x80...: return window << 7 | UInt32(first & 0x7F)
            default: return UInt32(first)
            }
        }

        /// A number of seven bits a byte.
        private mutating func number() -> Int? {
            var (number, shift) = (0, 0)
            while shift <= 28, let byte = byte() {
                number |= Int(byte & 0x7F) << shift
                if byte < 0x80 { return number }
                shift += 7
            }
            return nil
        }

        private mutating func byte() -> UInt8? {
            guard at < file.dataBytes else { return nil }
            defer { at += 1 }
            return file.file.bytes[file.data + at]
        }
    }

    /// Where a block begins in the data; where the last one ends.
    private func start(of block: Int) -> Int {
        block < blocks ? file.long(table + 4 * block) : dataBytes
    }
}
