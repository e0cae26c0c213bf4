import PhotoRecords

/// A file that is an XMP packet and nothing else: a sidecar.
enum XMPFileWalk {
    /// The media type of such a file.
    static let mediaType = "application/rdf+xml"

    private static let starts = ["<?xpacket", "<x:xmpmeta", "<rdf:RDF", "<?xml", "<!--"]
    private static let marks = ["adobe:ns:meta/", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"]

    /// Whether a file that begins so is one: XML that soon names XMP's or RDF's namespace.
    static func begins(_ head: [UInt8]) -> Bool {
        let form = UnicodeForm(of: head[...])
        // Only what may be XML is decoded: this is asked of every file that is no picture.
        let mayBeText =
            form != .utf8 && (head.prefix(4).contains(0x3C) || head.prefix(4).contains(0xFE))
        let head = form == .utf8 || !mayBeText ? head : form.utf8(head[...])
        var bytes = head[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        bytes = bytes.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard starts.contains(where: { bytes.starts(with: Array($0.utf8)) }) else { return false }
        return marks.contains { ByteSearch.contains(Array($0.utf8), in: head) }
    }

    /// Reads the packet.
    static func blocks(
        _ window: inout ByteWindow, _ limits: PhotoReadLimits
    ) throws(ByteSourceError) -> MetadataBlocks {
        var blocks = MetadataBlocks(mediaType: mediaType)
        blocks.bytes = window.count
        guard window.count <= limits.xmpBytes else {
            blocks.note(
                .warning, .metadataTooLarge, "xmp",
                "The XMP packet is larger than \(limits.xmpBytes) bytes; it is ignored.")
            return blocks
        }
        blocks.xmp = [try window.exactly(0..<window.count)]
        return blocks
    }
}
