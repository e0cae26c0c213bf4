extension PictureBytes {
    /// The Orientation of the first directory of a TIFF block, as EXIF has it (EXIF 3.0
    /// §4.6.5.1.6); 1 if there is none, or none from 1 to 8.
    ///
    /// - Parameter range: the block; one beginning `Exif\0\0` is read from behind that.
    func orientation(ofTIFFIn range: Range<Int>) -> Int {
        var range = range.clamped(to: 0..<count)
        if has(Self.exifName, at: range.lowerBound) {
            range = min(range.lowerBound + 6, range.upperBound)..<range.upperBound
        }
        let block = PictureBytes(UnsafeMutableRawBufferPointer(rebasing: bytes[range]))
        let isBig = block.has("MM", at: 0)
        guard isBig || block.has("II", at: 0),
            let start = block.number(at: 4, bytes: 4, bigEndian: isBig),
            let entries = block.number(at: start, bytes: 2, bigEndian: isBig)
        else { return 1 }
        for entry in 0..<entries {
            let field = start + 2 + 12 * entry
            guard let tag = block.number(at: field, bytes: 2, bigEndian: isBig) else { return 1 }
            guard tag == 0x0112 else { continue }
            return block.orientation(ofField: field, bigEndian: isBig, valueAt: field + 8)
        }
        return 1
    }

    /// The value of an Orientation field.
    func orientation(ofField field: Int, bigEndian: Bool, valueAt place: Int) -> Int {
        // QUIRK: some programs write a LONG where a SHORT belongs.
        let isLong = number(at: field + 2, bytes: 2, bigEndian: bigEndian) == 4
        let value = number(at: place, bytes: isLong ? 4 : 2, bigEndian: bigEndian) ?? 1
        return (1...8).contains(value) ? value : 1
    }

    static var exifName: [UInt8] { [0x45, 0x78, 0x69, 0x66, 0, 0] }
}
