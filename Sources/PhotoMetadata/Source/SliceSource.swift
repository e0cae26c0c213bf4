/// A part of another source, as a source of its own: a JPEG or TIFF within a file.
struct SliceSource: ByteSource {
    private let whole: any ByteSource
    private let range: Range<Int>

    /// The bytes of a range, cut at the end of the source.
    init(_ whole: any ByteSource, _ range: Range<Int>) {
        self.whole = whole
        self.range = range.clamped(to: 0..<max(0, whole.count))
    }

    var count: Int { range.count }

    func read(_ part: Range<Int>) throws(ByteSourceError) -> [UInt8] {
        let part = part.clamped(to: 0..<range.count)
        return try whole.read(
            range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
    }
}
