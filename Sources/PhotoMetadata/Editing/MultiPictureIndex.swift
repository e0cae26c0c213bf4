/// The index of a multi-picture file (CIPA DC-007 §5.2), whose offsets count from itself to
/// pictures behind the first: they are set right where what stands between has changed its size.
enum MultiPictureIndex {
    private static let entryTag = 0xB002
    private static let entrySize = 16
    private static let entryLimit = 1_000

    /// The segment's content with its offsets moved.
    ///
    /// - Parameters:
    ///   - body: the content, `MPF\0` first.
    ///   - between: how many bytes more than before stand between the index and the picture.
    ///   - first: how many bytes more than before the first picture has in all.
    static func moved(_ body: [UInt8], between: Int, first: Int) -> [UInt8] {
        let tiff = Array(body.dropFirst(4))
        guard let reader = try? TIFFReader(MemorySource(tiff)),
            let directory = try? reader.directory(at: reader.first),
            let entry = directory[entryTag], let size = entry.size, size <= entryLimit * entrySize,
            entry.offset >= 0, entry.offset + size <= tiff.count
        else { return body }
        var result = body
        let numbers = Octets(tiff, littleEndian: reader.littleEndian)
        for (index, at) in stride(
            from: entry.offset, through: entry.offset + size - entrySize, by: entrySize
        ).enumerated() {
            guard let length = numbers.number(at + 4, 4), let offset = numbers.number(at + 8, 4)
            else { return body }
            // The first picture has no offset, but its metadata count with its size.
            if index == 0, offset == 0, length + first > 0 {
                put(length + first, at: 4 + at + 4, reader.littleEndian, &result)
            } else if offset > 0, offset + between > 0 {
                put(offset + between, at: 4 + at + 8, reader.littleEndian, &result)
            }
        }
        return result
    }

    private static func put(_ value: Int, at offset: Int, _ little: Bool, _ bytes: inout [UInt8]) {
        for index in 0..<4 {
            bytes[offset + (little ? index : 3 - index)] =
                UInt8(truncatingIfNeeded: value >> (8 * index))
        }
    }
}
