private import Crypto
import PhotoRecords

/// Everything that a photo's metadata blocks say, decoded and not yet reconciled.
struct MetadataSources {
    var exif: ExifFields
    let xmp: XMPPacket
    var iptc: IPTCRecord
    /// Whether a program that did not know EXIF and XMP changed the IPTC data last: Photoshop's
    /// digest of them is there and differs (Metadata Working Group guidelines 2.0 §3.3.1).
    var iptcIsNewer: Bool {
        guard let digest, !digested.isEmpty, digest.contains(where: { $0 != 0 }) else {
            return false
        }
        return !Insecure.MD5.hash(data: digested).elementsEqual(digest)
    }
    private let digest: [UInt8]?
    private let digested: [UInt8]
    let width: Int?
    let height: Int?
    private let shownAs: Int?
    /// What was noticed while the values were weighed.
    var findings: [Finding] = []

    init(_ blocks: MetadataBlocks, limits: PhotoReadLimits) {
        let xmp = XMPPacket(blocks.xmp, limits: limits)
        self.xmp = xmp
        iptc = IPTCRecord(blocks.iptc, limits: limits)
        iptc.evidence.witnesses = { Self.texts(of: xmp) }
        var evidence = iptc.evidence
        evidence.declared = iptc.declared == .utf8 ? nil : iptc.declared
        exif = ExifFields(blocks.exif, evidence: evidence)
        width = blocks.width
        height = blocks.height
        shownAs = blocks.orientation
        digest = blocks.iptcDigest
        digested = blocks.iptc
    }

    /// XMP's texts that EXIF and IPTC repeat.
    private static func texts(of xmp: XMPPacket) -> [String] {
        ["dc:title", "dc:description", "dc:subject", "dc:creator", "photoshop:City"].flatMap {
            xmp[$0].map { $0.strings + [$0.string].compactMap(\.self) } ?? []
        }
    }

    /// Notes something about a field.
    mutating func note(
        _ severity: FindingSeverity, _ code: FindingCode, _ place: String, _ message: String
    ) {
        findings.append(Finding(severity, code, where: place, message))
    }

    /// How the picture is shown, 1…8: what the container says where it does, else EXIF's
    /// orientation; nil if absent or out of range.
    mutating func orientation() -> Int? {
        if let shownAs { return shownAs }
        if let value = exif[.orientation]?.integer {
            if (1...8).contains(value) { return value }
            // QUIRK: EXIF 3.0 §4.6.5.1.6; 0 is met often and means nothing.
            if value != 0 {
                note(
                    .warning, .orientationInvalid, "exif:Orientation",
                    "The orientation \(value) is not from 1 to 8; it is ignored.")
            }
            return nil
        }
        guard let value = xmp["tiff:Orientation"]?.number, let number = Int(exactly: value),
            (1...8).contains(number)
        else { return nil }
        return number
    }
}

extension FindingCode {
    /// An orientation beyond 1…8.
    static let orientationInvalid: FindingCode = "orientation-invalid"
}
