import PhotoRecords

/// Changes texts of IPTC's data sets (IIM 4.2) and keeps all others, in their order.
///
/// Once a text changes, every text is UTF-8 and 1:90 says so.
struct IPTCEditor {
    private struct DataSet: Equatable {
        var record: UInt8
        var number: UInt8
        var data: [UInt8]
    }

    private var sets: [DataSet] = []
    private let rest: [UInt8]
    private let declared: Charset?
    private(set) var isChanged = false

    // Of record 2: its version and what holds pictures or sound.
    private static let binary: Set<UInt8> = [0, 125, 200, 201, 202]
    private static let utf8: [UInt8] = [0x1B, 0x25, 0x47]

    /// Reads the data sets; nil if they are cut off.
    init?(_ bytes: [UInt8]) {
        var offset = 0
        while offset + 5 <= bytes.count, bytes[offset] == 0x1C {
            let (record, number) = (bytes[offset + 1], bytes[offset + 2])
            var length = Int(bytes[offset + 3]) << 8 | Int(bytes[offset + 4])
            offset += 5
            if length & 0x8000 != 0 {
                let size = length & 0x7FFF
                guard size <= 4, offset + size <= bytes.count else { return nil }
                length = bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
                offset += size
            }
            guard offset + length <= bytes.count else { return nil }
            sets.append(
                DataSet(
                    record: record, number: number, data: Array(bytes[offset..<offset + length])))
            offset += length
        }
        rest = Array(bytes[offset...])
        declared = IPTCRecord(bytes, limits: .standard).declared
    }

    /// The data sets' bytes.
    var bytes: [UInt8] {
        var result: [UInt8] = []
        for set in sets {
            result += [0x1C, set.record, set.number]
            let count = set.data.count
            if count < 0x8000 {
                result += [UInt8(count >> 8), UInt8(count & 0xFF)]
            } else {
                result += [0x80, 4]
                result += stride(from: 24, through: 0, by: -8).map {
                    UInt8(truncatingIfNeeded: count >> $0)
                }
            }
            result += set.data
        }
        return result + rest
    }

    /// The texts of a data set of record 2.
    func texts(_ number: UInt8) -> [String] {
        sets.filter { $0.record == 2 && $0.number == number }.map { text(of: $0.data) }
    }

    private func text(of data: [UInt8]) -> String {
        let trimmed = TextDecoding.trimmed(data[...])
        if let text = String(validating: trimmed, as: UTF8.self) { return text }
        return (declared == .utf8 ? .windows1252 : declared ?? .windows1252).decode(trimmed)
    }

    /// Makes a data set of record 2 say these texts, each cut to a number of bytes (IIM's
    /// limits); none take it away.
    mutating func set(_ number: UInt8, _ texts: [String], limit: Int) {
        let wanted = texts.map { Self.cut(XMLText.cleaned($0), limit) }.filter { !$0.isEmpty }
        guard wanted != self.texts(number) else { return }
        recode()
        isChanged = true
        let made = wanted.map { DataSet(record: 2, number: number, data: Array($0.utf8)) }
        let place = sets.firstIndex { $0.record == 2 && $0.number == number }
        sets.removeAll { $0.record == 2 && $0.number == number }
        let end = sets.firstIndex { $0.record > 2 } ?? sets.count
        sets.insert(contentsOf: made, at: min(place ?? end, sets.count))
    }

    /// Makes every text UTF-8 and says so.
    private mutating func recode() {
        guard !isChanged else { return }
        for index in sets.indices where sets[index].record == 2 {
            guard !Self.binary.contains(sets[index].number),
                String(validating: sets[index].data, as: UTF8.self) == nil
            else { continue }
            sets[index].data = Array(text(of: sets[index].data).utf8)
        }
        if let index = sets.firstIndex(where: { $0.record == 1 && $0.number == 90 }) {
            sets[index].data = Self.utf8
        } else {
            // Record 1 comes first, in the order of its numbers (IIM §1.5).
            let place = sets.firstIndex { $0.record > 1 || $0.number > 90 } ?? sets.count
            sets.insert(DataSet(record: 1, number: 90, data: Self.utf8), at: place)
        }
    }

    /// The first characters of a text that fit into so many bytes.
    static func cut(_ text: String, _ limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var result = ""
        var count = 0
        for character in text {
            count += String(character).utf8.count
            if count > limit { break }
            result.append(character)
        }
        return result
    }
}
