/// The JPEGs of the picture that raw files hold, each checked.
enum RawPreviews {
    private static let candidateLimit = 64

    /// Every JPEG that the file's own directories name.
    static func find(in source: any ByteSource) throws(ByteSourceError) -> [EmbeddedPreview] {
        var result: [EmbeddedPreview] = []
        for range in try candidates(in: source).prefix(candidateLimit) {
            guard let size = try JPEGFrame.size(in: source, range) else { continue }
            result.append(EmbeddedPreview(range: range, width: size.width, height: size.height))
        }
        return result
    }

    private static func candidates(
        in source: any ByteSource
    ) throws(ByteSourceError) -> [Range<Int>] {
        let window = try ByteWindow(of: source)
        if ContainerFormat.raf.begins(window.head) {
            // The JPEG's offset and length stand in the header.
            let header = Octets(window.head)
            return [range(header.number(84, 4), header.number(88, 4), in: source)].compactMap(
                \.self)
        }
        if ISOBrands(head: window.head).mediaType == "image/x-canon-cr3" {
            return try CanonPreviews.ranges(in: source)
        }
        guard ContainerFormat.tiff.begins(window.head), let reader = try TIFFReader(window) else {
            return []
        }
        return try TIFFPreviews(reader).ranges()
    }

    /// A range that lies within the source; nil for others.
    static func range(_ start: Int?, _ length: Int?, in source: any ByteSource) -> Range<Int>? {
        guard let start, let length, start > 0, length > 16, start < source.count,
            length <= source.count - start
        else { return nil }
        return start..<start + length
    }
}
