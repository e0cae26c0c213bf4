import OutputText

/// The file of places: what stands where is described in the documentation's *The file of
/// places*. All of its parts are checked when it is opened, so that reading stays in bounds.
struct GazetteerFile: Sendable {
    /// Cells of one degree, row by row from the south pole and the antimeridian eastward.
    static let rows = 180
    static let columns = 360

    private static let magic = Array("WITPLACE".utf8)
    private static let version = 1
    private static let headerBytes = 64
    private static let placeBytes = 14
    private let file: MappedFile
    /// How many places there are.
    let count: Int
    private let cells: Int
    private let places: Int
    private let names: Int
    private let nameBytes: Int
    /// Countries, two letters each, and the names of their regions.
    let regions: [(country: String, name: String?)]
    /// Identifiers of time zones.
    let zones: [String]

    init(path: String) throws(WitError) {
        guard let file = MappedFile(path: path) else {
            throw WitError(
                code: .unreadable, message: "the gazetteer file \(path) cannot be read")
        }
        func damaged(_ what: String) -> WitError {
            WitError(
                code: .placesDamaged, message: "the gazetteer file \(path) is damaged: \(what)")
        }
        let size = file.bytes.count
        guard size >= Self.magic.count,
            file.bytes.prefix(Self.magic.count).elementsEqual(Self.magic)
        else {
            throw WitError(code: .notPlaces, message: "\(path) is not a gazetteer file")
        }
        guard size >= Self.headerBytes else { throw damaged("it is truncated") }
        let header = (0..<14).map { file.long(8 + 4 * $0) }
        guard header[0] == Self.version else {
            throw WitError(
                code: .newerVersion,
                message: "the gazetteer file \(path) is of version \(header[0]); this program"
                    + " reads version \(Self.version)")
        }
        guard header[1] == size else {
            throw damaged("it has \(size) bytes where it should have \(header[1])")
        }
        self.file = file
        (count, cells, places) = (header[2], header[3], header[4])
        (names, nameBytes) = (header[7], header[8])
        let cellCount = Self.rows * Self.columns
        for (start, length) in [
            (cells, 4 * (cellCount + 1)), (places, Self.placeBytes * count),
            (header[5], 4 * header[6]), (names, nameBytes),
        ] where start < Self.headerBytes || start + length > size {
            throw damaged("a section lies beyond its end")
        }
        var last = 0
        for cell in 0...cellCount {
            let first = file.long(cells + 4 * cell)
            guard first >= last, first <= count else { throw damaged("its grid is not in order") }
            last = first
        }
        guard last == count, file.long(cells) == 0, count > 0 else {
            throw damaged("places are missing from its grid")
        }
        guard let regions = Self.texts(in: file, at: header[10], count: header[11]),
            let zones = Self.texts(in: file, at: header[12], count: header[13]),
            regions.allSatisfy({ $0.utf8.count >= 2 })
        else { throw damaged("its regions or time zones cannot be read") }
        self.regions = regions.map { text in
            let name = String(text.dropFirst(2))
            return (String(text.prefix(2)), name.isEmpty ? nil : name)
        }
        self.zones = zones
    }

    private static func texts(in file: MappedFile, at start: Int, count: Int) -> [String]? {
        let data = start + 4 * (count + 1)
        guard start >= headerBytes, data <= file.bytes.count else { return nil }
        var texts: [String] = []
        texts.reserveCapacity(count)
        var last = file.long(start)
        for number in 0..<count {
            let end = file.long(start + 4 * (number + 1))
            guard last <= end, data + end <= file.bytes.count else { return nil }
            texts.append(file.text(data + last..<data + end))
            last = end
        }
        return texts
    }

    // MARK: Places

    /// The numbers of the places in a cell: 0..<rows, 0..<columns. They rise with the latitude.
    @inline(__always)
    func places(row: Int, column: Int) -> Range<Int> {
        let at = cells + 4 * (row * Self.columns + column)
        return file.long(at)..<file.long(at + 4)
    }

    /// How far north of its cell's southern edge a place lies, in 65536ths of a degree.
    @inline(__always)
    func north(_ place: Int) -> Int { file.short(places + Self.placeBytes * place) }

    /// How far east of its cell's western edge a place lies, in 65536ths of a degree.
    @inline(__always)
    func east(_ place: Int) -> Int { file.short(places + Self.placeBytes * place + 2) }

    /// How many live there: 2048 · log2(1 + population).
    @inline(__always)
    func size(_ place: Int) -> Int { file.short(places + Self.placeBytes * place + 12) }

    /// The number of a place's region; nil where the file names none.
    func region(_ place: Int) -> Int? {
        let number = file.short(places + Self.placeBytes * place + 8)
        return number < regions.count ? number : nil
    }

    /// The identifier of a place's time zone, and its number.
    func zone(_ place: Int) -> Int? {
        let number = file.short(places + Self.placeBytes * place + 10)
        return number < zones.count ? number : nil
    }

    /// Where the name of a place begins among the names.
    func nameStart(_ place: Int) -> Int { file.long(places + Self.placeBytes * place + 4) }

    // MARK: Names

    /// What tells this file from others: FNV-1a over each 16th of its numbers of four bytes.
    var identity: UInt64 {
        var found: UInt64 = 0xCBF2_9CE4_8422_2325
        for offset in stride(from: 0, to: file.bytes.count - 3, by: 64) {
            found = (found ^ UInt64(file.long(offset))) &* 0x100_0000_01B3
        }
        return found
    }

    /// The name that begins at an offset, and where the next one begins; nil outside.
    func name(at start: Int) -> (name: String, next: Int)? {
        guard start >= 0, start < nameBytes else { return nil }
        let length = Int(file.bytes[names + start])
        let first = start + 1
        guard first + length <= nameBytes else { return nil }
        return (file.text(names + first..<names + first + length), first + length)
    }
}
