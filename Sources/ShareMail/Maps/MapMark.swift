import MIMEMessage
import Pictures

/// The mark by which a reader knows the locator map of a mail from a photo, whatever mail programs
/// made of the part's name and Content-ID: a text chunk of the PNG (ISO/IEC 15948 §11.3.4.3).
enum MapMark {
    /// The part's file name.
    static let fileName = "map.png"
    /// What the part's Content-ID begins with.
    static let contentIDPrefix = "wit-map-"

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let text = Array("tEXtComment\0What Is That: locator map".utf8)
    /// Signature and header chunk: 8 octets, then length, type, 13 octets and checksum.
    private static let headerEnd = 33

    /// So many octets from the start tell a map.
    static let length = headerEnd + chunk.count + 1

    /// The PNG with the mark behind its header; unchanged if it is none.
    static func marked(_ png: [UInt8]) -> [UInt8] {
        guard png.count > headerEnd, png.starts(with: signature) else { return png }
        return Array(png[..<headerEnd]) + chunk + png[headerEnd...]
    }

    /// Whether a picture of a mail is a locator map of ours.
    ///
    /// QUIRK: a program that writes pictures anew drops the mark; one that attaches what was shown
    /// in the text drops the Content-ID. The file's name counts with the map's size alone, since
    /// others may call a photo `map.png`.
    static func isMap(_ bytes: [UInt8], contentID: String?, fileName: String?) -> Bool {
        guard bytes.starts(with: signature) else { return false }
        if contentID?.hasPrefix(contentIDPrefix) ?? false { return true }
        if bytes.count > headerEnd, bytes[headerEnd...].starts(with: chunk) { return true }
        return fileName?.lowercased() == Self.fileName && hasSizeOfMap(bytes)
    }

    /// Whether a part of a mail is a locator map of ours.
    static func isMap(_ part: MIMEPart) -> Bool {
        isMap(
            part.decodedPrefix(length), contentID: part.contentID?.rawValue,
            fileName: part.fileName)
    }

    /// Whether bytes are a PNG of as many pixels as a map has.
    static func hasSizeOfMap(_ bytes: [UInt8]) -> Bool {
        let size = LocatorMap.size
        return bytes.starts(with: signature) && bytes.count > headerEnd
            && bytes[16..<24].elementsEqual(number(size.width) + number(size.height))
    }

    private static let chunk = number(text.count - 4) + text + CRC32.bytes(text)

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
