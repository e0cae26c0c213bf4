import PhotoRecords
import TextCleaning

/// What the EXIF blocks of a photo say, still unreconciled.
struct ExifFields {
    private var entries = ExifEntries()
    private var evidence: CharsetEvidence
    private var fallback: Charset? { evidence.declared }
    /// What was noticed.
    private(set) var findings: [Finding] = []

    /// Loads the blocks; of a field that several have, the first counts.
    ///
    /// - Parameter evidence: what other metadata of the photo say of texts that are not UTF-8.
    init(_ blocks: [[UInt8]], evidence: CharsetEvidence = CharsetEvidence()) {
        self.evidence = evidence
        for (index, bytes) in blocks.enumerated() {
            guard let block = ExifBlock(bytes) else {
                findings.append(
                    Finding(
                        .warning, .exifRefused, where: "exif",
                        "The EXIF block's directories form an endless loop; it is ignored."))
                continue
            }
            let found = block.entries()
            if found.isEmpty, !Self.isWhole(bytes) {
                findings.append(
                    Finding(
                        .warning, .exifDamaged, where: "exif",
                        "The EXIF block has no readable directory."))
            }
            if index == 0 { entries = found } else { entries.fill(from: found) }
        }
    }

    /// Whether a block has at least a header and a first directory.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 16 else { return false }
        let order = bytes[6..<10]
        return order.elementsEqual([0x49, 0x49, 0x2A, 0])
            || order.elementsEqual([0x4D, 0x4D, 0, 0x2A])
    }

    /// Whether there is no field at all.
    var isEmpty: Bool { entries.isEmpty }

    /// A field as it stands.
    subscript(tag: ExifTag) -> ExifEntry? { entries[tag] }

    /// A text field; nil if it is absent or blank.
    mutating func text(_ tag: ExifTag, _ name: String) -> String? {
        guard let entry = entries[tag], let (text, outcome) = decoded(entry) else { return nil }
        if outcome == .otherwise { note(otherwise: name) }
        return text
    }

    /// UserComment; nil if it is absent or blank.
    mutating func userComment() -> String? {
        guard let entry = entries[.userComment],
            let (text, outcome) = UserComment.text(of: entry, fallback: fallback)
        else { return nil }
        if outcome == .otherwise { note(otherwise: "UserComment") }
        return text
    }

    /// A field of Windows (XPTitle …), which is UCS-2 in little-endian whatever the block's
    /// order is.
    func windowsText(_ tag: ExifTag) -> String? {
        entries[tag].flatMap { TextDecoding.utf16($0.bytes, littleEndian: true) }
    }

    /// A short text of ASCII, such as a reference of one letter.
    func ascii(_ tag: ExifTag) -> String? {
        guard let bytes = entries[tag]?.bytes else { return nil }
        let trimmed = TextDecoding.trimmed(bytes)
        return trimmed.isEmpty
            ? nil : String(validating: trimmed, as: UTF8.self).map(ForeignText.cleaned)
    }

    private func decoded(_ entry: ExifEntry) -> (String, TextDecoding.Outcome)? {
        guard let (text, outcome) = TextDecoding.field(entry.bytes, fallback: fallback) else {
            return nil
        }
        guard outcome == .otherwise, !UnicodeForm.isMarked(entry.bytes) else {
            return (text, outcome)
        }
        let bytes = TextDecoding.trimmed(entry.bytes)
        var evidence = evidence
        evidence.isJapanese = UserComment.isJapanese(entries[.userComment])
        let told = evidence.witnesses
        let own = [windowsText(.xpTitle), windowsText(.xpComment)].compactMap(\.self)
        evidence.witnesses = { told() + own }
        return (evidence.text(Array(bytes)).map(ForeignText.cleaned) ?? text, outcome)
    }

    private mutating func note(otherwise name: String) {
        findings.append(
            Finding(
                .note, .textEncodingGuessed, where: "exif:\(name)",
                "The text is not UTF-8; its encoding was guessed."))
    }
}

extension FindingCode {
    /// An EXIF block that nothing could be read from.
    static let exifDamaged: FindingCode = "exif-damaged"
    /// An EXIF block that is not handed to libexif.
    static let exifRefused: FindingCode = "exif-refused"
    /// A text in another encoding than its standard says.
    static let textEncodingGuessed: FindingCode = "text-encoding-guessed"
}
