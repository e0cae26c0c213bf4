private import Crypto
import ByteCoding
import PhotoRecords

/// The encoded picture of a JPEG file: where it ends, and the fingerprint that retagging leaves
/// alone.
///
/// The fingerprint is `j1:` and 128 bits of SHA-256 over the frame header (precision, size,
/// components, kind of SOF), the length of the picture's data and the first and last bytes of it.
/// The data begins at SOS. It ends with the file, if the file ends with EOI: a second picture
/// after the first (multi-picture format) counts with it, which is what other programs keep
/// when they retag. A file that ends otherwise has its data end after the first EOI that follows
/// SOS, so that trailing bytes of other programs (films, padding) do not count; one without any
/// EOI is truncated, and its data end with the file.
struct JPEGPicture {
    private let length: Int
    /// Where the picture's data lie.
    let data: EncodedPicture
    private var front: [UInt8] = []
    private var back: [UInt8] = []
    private(set) var findings: [Finding] = []

    /// How much of the data's head and tail is hashed.
    static let sampleSize = 2_048
    private static let step = 256 << 10

    /// Reads the head and tail of the data that begins with SOS at an offset.
    ///
    /// - Parameter hints: what the file says of what stands behind the picture.
    init(
        scan: Int, window: inout ByteWindow, hints: TrailerHints
    ) throws(ByteSourceError) {
        let headEnd = min(scan + Self.sampleSize, window.count)
        if try window.load(scan..<headEnd) { front = try window.exactly(scan..<headEnd) }
        var end = window.count
        var tail = try window.exactly(max(scan, end - Self.sampleSize)..<end)
        if !Self.ends(tail) {
            if let pictureEnd = try Self.endOfImage(
                after: scan, tail, hints, window.source)
            {
                findings.append(
                    Finding(
                        .note, .jpegTrailingData, where: "@\(pictureEnd)",
                        "\(end - pictureEnd) bytes follow the picture."))
                end = pictureEnd
                tail = try window.source.read(max(scan, end - Self.sampleSize)..<end)
            } else {
                findings.append(
                    Finding(
                        .error, .jpegTruncated, where: "@\(end)",
                        "The JPEG file ends within the picture: there is no end marker."))
            }
        }
        length = end - scan
        var data = EncodedPicture(fileSize: window.count)
        data.add(scan, length)
        self.data = data
        if front.count > length { front = Array(front.prefix(length)) }
        back = tail
    }

    /// The fingerprint of the picture with this frame header.
    func fingerprint(frame: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(data: frame)
        hash.update(data: (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) })
        hash.update(data: front)
        hash.update(data: back)
        var text: [UInt8] = [0x6A, 0x31, 0x3A]  // "j1:"
        text.reserveCapacity(3 + 2 * 16)
        for byte in hash.finalize().prefix(16) { HexDigits.append(byte, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    private static func ends(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 2 && bytes[bytes.count - 2] == 0xFF && bytes[bytes.count - 1] == 0xD9
    }

    /// The offset after the first EOI: within the data 0xFF is always followed by 0 or a
    /// restart marker (T.81 §B.1.1.5), so EOI can't stand there by chance. Where the file says
    /// what stands behind the picture, and the picture ends there, nothing is searched.
    private static func endOfImage(
        after scan: Int, _ tail: [UInt8], _ hints: TrailerHints, _ source: any ByteSource
    ) throws(ByteSourceError) -> Int? {
        for end in try hints.ends(tail: tail, in: source) where end - 2 > scan {
            if ends(try source.read((end - 2)..<end)) { return end }
        }
        var start = scan
        while start < source.count {
            let bytes = try source.read(start..<start + step)
            var index = bytes.startIndex
            while let found = bytes[index...].firstIndex(of: 0xFF), found + 1 < bytes.count {
                if bytes[found + 1] == 0xD9 { return start + found + 2 }
                index = found + 1
            }
            guard bytes.count > 1 else { return nil }
            start += bytes.count - 1
        }
        return nil
    }
}
