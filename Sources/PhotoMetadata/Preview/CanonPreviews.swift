/// Where CR3 keeps its JPEGs: one sample of a track each, and a box of its own with a preview of
/// 1,620 × 1,080. Canon does not publish the format; libraw's CR3 notes describe it.
enum CanonPreviews {
    private static let previewBox: [UInt8] = [
        0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D,
        0x16,
    ]
    private static let trackPath = ["mdia", "minf", "stbl"]
    private static let trackLimit = 16

    /// The ranges that may hold one.
    static func ranges(in source: any ByteSource) throws(ByteSourceError) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for box in try ISOBox.list(in: source, 0..<source.count).boxes {
            if box.type == "moov" {
                let tracks = try ISOBox.list(in: source, box.content).boxes
                    .filter { $0.type == "trak" }
                for track in tracks.prefix(trackLimit) {
                    if let range = try sample(of: track, source) { result.append(range) }
                }
            } else if box.uuid == previewBox {
                result += try preview(box.content, source)
            }
        }
        return result
    }

    /// A track's first sample: `stsz` has its size, `co64` or `stco` where it lies
    /// (ISO/IEC 14496-12 §8.7.3, §8.7.5).
    private static func sample(
        of track: ISOBox, _ source: any ByteSource
    ) throws(ByteSourceError) -> Range<Int>? {
        var content = track.content
        for name in trackPath {
            guard let inner = try ISOBox.list(in: source, content)[name] else { return nil }
            content = inner.content
        }
        let table = try ISOBox.list(in: source, content)
        guard let sizes = table["stsz"],
            let offsets = table["co64"] ?? table["stco"]
        else { return nil }
        let size = Octets(try source.read(sizes.content.prefix(16)))
        let offset = Octets(try source.read(offsets.content.prefix(16)))
        // One size for all, or 0 and a list.
        let length = size.number(4, 4) == 0 ? size.number(12, 4) : size.number(4, 4)
        return RawPreviews.range(
            offset.number(8, offsets.type == "co64" ? 8 : 4), length, in: source)
    }

    /// The box of the preview: 8 bytes, then `PRVW` with 16 bytes of its own before the JPEG,
    /// whose length they end with.
    private static func preview(
        _ content: Range<Int>, _ source: any ByteSource
    ) throws(ByteSourceError) -> [Range<Int>] {
        let inner = content.dropFirst(8)
        guard let box = try ISOBox.list(in: source, inner)["PRVW"] else { return [] }
        let head = Octets(try source.read(box.content.prefix(16)))
        return [RawPreviews.range(box.content.lowerBound + 16, head.number(12, 4), in: source)]
            .compactMap(\.self)
    }
}
