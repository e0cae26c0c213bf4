import PhotoRecords
import TextCleaning

/// The data sets of IPTC's Information Interchange Model 4.2 that matter here.
struct IPTCRecord {
    /// A data set: record, number and data.
    private struct DataSet {
        var record: UInt8
        var number: UInt8
        var data: Range<Int>
    }

    // Some dozens at most in nearly every photo: looked through sooner than hashed.
    private var values: [DataSet] = []
    private let bytes: [UInt8]
    /// The character set that 1:90 declares, if it declares one.
    private(set) var declared: Charset?
    /// What other metadata of the photo say of its texts' encoding.
    var evidence = CharsetEvidence()
    /// What was noticed.
    private(set) var findings: [Finding] = []

    /// Reads the data sets: 0x1C, record, number, length, data (IIM §1.5).
    init(_ bytes: [UInt8], limits: PhotoReadLimits) {
        self.bytes = bytes
        var offset = 0
        var count = 0
        while offset + 5 <= bytes.count, bytes[offset] == 0x1C {
            let (record, number) = (bytes[offset + 1], bytes[offset + 2])
            var length = Int(bytes[offset + 3]) << 8 | Int(bytes[offset + 4])
            offset += 5
            if length & 0x8000 != 0 {
                // An extended data set: the length of the length (IIM §1.5 c).
                let size = length & 0x7FFF
                guard size <= 4, offset + size <= bytes.count else {
                    damaged()
                    return
                }
                length = bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
                offset += size
            }
            guard offset + length <= bytes.count, count < limits.listEntries else {
                damaged()
                return
            }
            values.append(
                DataSet(record: record, number: number, data: offset..<offset + length))
            offset += length
            count += 1
        }
        if let code = values.first(where: { $0.record == 1 && $0.number == 90 }) {
            declared = Self.charset(Array(bytes[code.data]))
        }
    }

    /// Whether there is nothing.
    var isEmpty: Bool { values.isEmpty }

    /// Whether there is a data set of record 2.
    func has(_ number: UInt8) -> Bool {
        values.contains { $0.record == 2 && $0.number == number }
    }

    /// The first text of a data set of record 2.
    mutating func text(_ number: UInt8) -> String? { texts(number).first }

    /// Every text of a data set of record 2, cleaned.
    mutating func texts(_ number: UInt8) -> [String] {
        values.filter { $0.record == 2 && $0.number == number }
            .compactMap { decoded($0).map(ForeignText.cleaned) }
    }

    private mutating func decoded(_ set: DataSet) -> String? {
        let trimmed = Array(TextDecoding.trimmed(bytes[set.data]))
        guard !trimmed.isEmpty else { return nil }
        // QUIRK: IIM §1.6 (1:90): many programs write UTF-8 without declaring it, and a
        // declared set may be wrong; text that is valid UTF-8 is UTF-8.
        if let text = String(validating: trimmed, as: UTF8.self) { return text }
        if declared == nil || declared == .utf8 { noteGuess() }
        if declared == nil, let text = evidence.text(trimmed) { return text }
        return (declared == .utf8 ? nil : declared ?? .windows1252)?.decode(trimmed)
            ?? Charset.windows1252.decode(trimmed)
    }

    /// DateCreated (2:55) and TimeCreated (2:60); nil if there is no date.
    mutating func dateCreated() -> (date: String, time: String?)? {
        guard let date = text(55) else { return nil }
        return (date, text(60))
    }

    private mutating func damaged() {
        findings.append(
            Finding(
                .warning, .iptcDamaged, where: "iptc",
                "The IPTC data ends in the middle of a data set."))
    }

    private mutating func noteGuess() {
        guard !findings.contains(where: { $0.code == .textEncodingGuessed }) else { return }
        findings.append(
            Finding(
                .note, .textEncodingGuessed, where: "iptc",
                "The IPTC text declares no encoding; it was guessed."))
    }

    /// The character set of an ISO 2022 escape sequence (IIM 1:90).
    private static func charset(_ code: [UInt8]) -> Charset? {
        switch code {
        case [0x1B, 0x25, 0x47], [0x1B, 0x25, 0x2F, 0x49]: .utf8
        case [0x1B, 0x2E, 0x41], [0x1B, 0x2D, 0x41]: .latin1
        case [0x1B, 0x2E, 0x42], [0x1B, 0x2D, 0x42]: .latin2
        case [0x1B, 0x2D, 0x4C]: .cyrillic
        default: nil
        }
    }
}

extension FindingCode {
    /// IPTC data sets that are cut off.
    static let iptcDamaged: FindingCode = "iptc-damaged"
}
