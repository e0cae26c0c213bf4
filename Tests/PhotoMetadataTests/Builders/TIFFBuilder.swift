@testable import PhotoMetadata

/// Makes EXIF's TIFF structure byte by byte, in either byte order.
struct TIFFBuilder {
    /// An entry: number, format, count and the value's bytes in the builder's order.
    struct Entry {
        var number: UInt16
        var format: Int
        var count: Int
        var value: [UInt8]
    }

    let littleEndian: Bool
    var image: [Entry] = []
    var exif: [Entry] = []
    var gps: [Entry] = []
    /// Where the first directory says that the next one lies.
    var next: UInt32 = 0

    init(littleEndian: Bool = false) { self.littleEndian = littleEndian }

    func word(_ value: Int, _ size: Int) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return littleEndian ? bytes : bytes.reversed()
    }

    func ascii(_ number: UInt16, _ text: String) -> Entry {
        raw(number, 2, Array(text.utf8) + [0])
    }

    func raw(_ number: UInt16, _ format: Int, _ bytes: [UInt8]) -> Entry {
        Entry(number: number, format: format, count: bytes.count, value: bytes)
    }

    func short(_ number: UInt16, _ value: Int) -> Entry {
        Entry(number: number, format: 3, count: 1, value: word(value, 2))
    }

    func long(_ number: UInt16, _ value: Int) -> Entry {
        Entry(number: number, format: 4, count: 1, value: word(value, 4))
    }

    func rationals(_ number: UInt16, _ values: [(Int, Int)]) -> Entry {
        Entry(
            number: number, format: 5, count: values.count,
            value: values.flatMap { word($0.0, 4) + word($0.1, 4) })
    }

    /// GPS fields of a point in degrees, minutes and seconds.
    mutating func addPoint(
        _ latitude: [(Int, Int)], _ latitudeRef: String?, _ longitude: [(Int, Int)],
        _ longitudeRef: String?
    ) {
        if let latitudeRef { gps.append(ascii(1, latitudeRef)) }
        gps.append(rationals(2, latitude))
        if let longitudeRef { gps.append(ascii(3, longitudeRef)) }
        gps.append(rationals(4, longitude))
    }

    /// The structure: the header, the directories, each followed by its values.
    var bytes: [UInt8] {
        var pointers: [UInt16] = []
        if !exif.isEmpty { pointers.append(0x8769) }
        if !gps.isEmpty { pointers.append(0x8825) }
        let first = image + pointers.map { long($0, 0) }
        var offsets: [UInt16: Int] = [:]
        var offset = 8 + size(first)
        if !exif.isEmpty {
            offsets[0x8769] = offset
            offset += size(exif)
        }
        if !gps.isEmpty { offsets[0x8825] = offset }
        let resolved = first.map { entry in
            offsets[entry.number].map { long(entry.number, $0) } ?? entry
        }
        var result: [UInt8] =
            (littleEndian ? [0x49, 0x49] : [0x4D, 0x4D]) + word(42, 2) + word(8, 4)
        result += directory(resolved, at: result.count, next: next)
        if !exif.isEmpty { result += directory(exif, at: result.count, next: 0) }
        if !gps.isEmpty { result += directory(gps, at: result.count, next: 0) }
        return result
    }

    private func size(_ entries: [Entry]) -> Int {
        6 + 12 * entries.count
            + entries.reduce(0) { $0 + ($1.value.count > 4 ? $1.value.count : 0) }
    }

    private func directory(_ entries: [Entry], at offset: Int, next: UInt32) -> [UInt8] {
        var head = word(entries.count, 2)
        var values: [UInt8] = []
        let start = offset + 6 + 12 * entries.count
        for entry in entries {
            head += word(Int(entry.number), 2) + word(entry.format, 2) + word(entry.count, 4)
            if entry.value.count <= 4 {
                head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                head += word(start + values.count, 4)
                values += entry.value
            }
        }
        return head + word(Int(next), 4) + values
    }
}
