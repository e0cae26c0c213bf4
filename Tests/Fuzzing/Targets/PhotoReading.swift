import JSON
import PhotoRecords

@testable import PhotoMetadata

/// What must hold of every reading of a photo.
enum PhotoProperties {
    typealias Walk = (inout ByteWindow) throws(ByteSourceError) -> MetadataBlocks

    /// Walks through a container twice and reconciles what it holds.
    static func check(_ bytes: [UInt8], _ walk: Walk) {
        guard let blocks = blocks(bytes, walk) else { return }
        let limits = PhotoReadLimits.standard
        for packet in blocks.exif {
            // A block that is too long is left out; one that is short is padded to a header.
            hold(packet.count <= limits.exifBytes + 64, "an EXIF block has \(packet.count) bytes")
        }
        let record = record(of: blocks)
        if let again = self.blocks(bytes, walk) {
            hold(record == self.record(of: again), "a second reading says something else")
        }
        for finding in record.findings where finding.place.hasPrefix("@") {
            guard let offset = Int(finding.place.dropFirst()) else { continue }
            hold((0...bytes.count).contains(offset), "a finding lies outside: \(finding)")
        }
    }

    static func blocks(_ bytes: [UInt8], _ walk: Walk) -> MetadataBlocks? {
        guard var window = try? ByteWindow(of: MemorySource(bytes)) else { return nil }
        return try? walk(&window)
    }

    /// The record, which its own JSON text must give back.
    @discardableResult
    static func record(of blocks: MetadataBlocks) -> PhotoRecord {
        let record = Reconciler(blocks, limits: .standard).record()
        checkValues(record)
        return record
    }

    static func checkValues(_ record: PhotoRecord) {
        if let point = record.location?.coordinate {
            hold(abs(point.latitude) <= 90 && abs(point.longitude) <= 180, "\(point) is nowhere")
        }
        let parsed = (try? JSONValue(parsing: Array(record.json.text.utf8)))?.object
        hold(parsed != nil, "the record's JSON cannot be read")
        guard let parsed else { return }
        let again = PhotoRecord(json: parsed)
        hold(
            again.json.text == record.json.text,
            "the record's JSON says something else:\n\(record.json.text)\n\(again.json.text)")
    }

    /// What is read straight from a packet's octets is what libxml2 reads, without a finding.
    static func checkDirectXMP(_ packet: [UInt8]) {
        guard let direct = XMPDirectParser.properties(of: packet, limits: .standard) else { return }
        let library = XMPPacket(byLibrary: packet, limits: .standard)
        hold(
            direct == library.properties && library.findings.isEmpty,
            "read directly: \(direct)\nby libxml2: \(library.properties) \(library.findings)")
    }

    /// What reads one kind of block alone.
    static func reconcile(_ fill: (inout MetadataBlocks) -> Void) {
        var blocks = MetadataBlocks(mediaType: "image/jpeg")
        (blocks.width, blocks.height) = (400, 300)
        fill(&blocks)
        hold(record(of: blocks) == record(of: blocks), "a second reading says something else")
    }
}

extension FuzzTarget {
    static let containers: [FuzzTarget] = [
        container("jpeg", ContainerFormat.jpeg) { (window) throws(ByteSourceError) in
            var walk = JPEGWalk(limits: .standard)
            return try walk.blocks(&window)
        },
        container("heif", ContainerFormat.isoMedia) { (window) throws(ByteSourceError) in
            try HEIFWalk.blocks(&window, "image/heif", .standard)
        },
        container("cr3", ContainerFormat.isoMedia) { (window) throws(ByteSourceError) in
            try CR3Walk.blocks(&window, "image/x-canon-cr3", .standard)
        },
        container("png", ContainerFormat.png) { (window) throws(ByteSourceError) in
            try PNGWalk.blocks(&window, .standard)
        },
        container("webp", ContainerFormat.webP) { (window) throws(ByteSourceError) in
            try WebPWalk.blocks(&window, .standard)
        },
        container("tiff", ContainerFormat.tiff) { (window) throws(ByteSourceError) in
            try TIFFWalk.blocks(&window, .standard)
        },
        container("raf", ContainerFormat.raf) { (window) throws(ByteSourceError) in
            try RAFWalk.blocks(&window, .standard)
        },
        container("jxl", ContainerFormat.jpegXL) { (window) throws(ByteSourceError) in
            try JXLWalk.blocks(&window, .standard)
        },
        container("gif", ContainerFormat.gif) { (window) throws(ByteSourceError) in
            try GIFWalk.blocks(&window, .standard)
        },
        container("sidecar", ContainerFormat.xmpFile, dictionary: "xmp") {
            (window) throws(ByteSourceError) in try XMPFileWalk.blocks(&window, .standard)
        },
        // Whatever its first bytes say, as `wit read` does it.
        FuzzTarget(
            name: "photo", longest: 65_536, dictionary: "photo",
            seeds: .photos { _ in true }
        ) { bytes in
            guard let reading = try? PhotoReader().read(bytes: bytes) else { return }
            PhotoProperties.checkValues(reading.record)
        },
    ]

    private static func container(
        _ name: String, _ format: ContainerFormat, dictionary: String = "photo",
        _ walk: @escaping @Sendable (inout ByteWindow) throws(ByteSourceError) -> MetadataBlocks
    ) -> FuzzTarget {
        FuzzTarget(
            name: name, longest: 65_536, dictionary: dictionary, seeds: .photos(format.begins)
        ) { bytes in
            // As the reader does it: no walk is begun in what is another format.
            guard format.begins(bytes) else { return }
            PhotoProperties.check(bytes, walk)
        }
    }

    static let blocks: [FuzzTarget] = [
        FuzzTarget(
            name: "exif", longest: 16_384, dictionary: "photo", seeds: .blocks { found($0).exif }
        ) { bytes in PhotoProperties.reconcile { $0.exif = [bytes] } },
        FuzzTarget(
            name: "xmp", longest: 16_384, dictionary: "xmp", seeds: .blocks { found($0).xmp }
        ) { bytes in
            PhotoProperties.checkDirectXMP(bytes)
            PhotoProperties.reconcile { $0.xmp = [bytes] }
        },
        FuzzTarget(
            name: "iptc", longest: 4_096, dictionary: "photo", seeds: .blocks { [found($0).iptc] }
        ) { bytes in PhotoProperties.reconcile { $0.iptc = bytes } },
        FuzzTarget(
            name: "photoshop", longest: 8_192, dictionary: "photo",
            seeds: .blocks { photo in
                let iptc = found(photo).iptc
                guard !iptc.isEmpty, iptc.count < 60_000 else { return [] }
                let length = [0, 0, UInt8(iptc.count >> 8), UInt8(iptc.count & 255)]
                return [Array("8BIM".utf8) + [4, 4, 0, 0] + length + iptc]
            }
        ) { bytes in
            let resources = PhotoshopResources(bytes)
            hold(resources.iptc.count <= bytes.count, "more IPTC than bytes")
            PhotoProperties.reconcile { blocks in
                blocks.iptc = resources.iptc
                blocks.iptcDigest = resources.iptcDigest
            }
        },
    ]

    /// The blocks of a sound photo.
    private static func found(_ photo: [UInt8]) -> MetadataBlocks {
        PhotoProperties.blocks(photo) { (window) throws(ByteSourceError) in
            try ContainerFormat.matching(window.head)?.walk(&window, .standard)
                ?? MetadataBlocks(mediaType: "")
        } ?? MetadataBlocks(mediaType: "")
    }
}
