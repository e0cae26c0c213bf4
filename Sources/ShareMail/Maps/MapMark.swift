import ByteCoding
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

    /// Whether a picture has the mark.
    static func isMarked(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: signature) && bytes.count > headerEnd
            && bytes[headerEnd...].starts(with: chunk)
    }

    /// Whether a part of a mail has the mark.
    static func isMarked(_ part: MIMEPart) -> Bool { isMarked(part.decodedPrefix(length)) }

    /// Whether a part of a mail is a PNG that has a map's Content-ID.
    ///
    /// QUIRK: a program that writes pictures anew drops the mark; one that attaches what was shown
    /// in the text drops the Content-ID.
    static func isNamedAsMap(_ part: MIMEPart) -> Bool {
        part.contentID?.rawValue.hasPrefix(contentIDPrefix) == true
            && part.decodedPrefix(length).starts(with: signature)
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
