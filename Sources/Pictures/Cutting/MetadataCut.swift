/// A picture of which nothing is left but the picture and its colour profile.
///
/// libvips hands an EXIF block to libexif, which interprets maker notes while it loads; what a
/// stranger sends is not let that far, nor are XMP, IPTC and text. The bytes are changed where they
/// are, and hardly any move, so that this costs next to nothing.
struct MetadataCut {
    /// What is left; a part of what was given.
    let bytes: UnsafeRawBufferPointer
    /// The EXIF orientation that the file tells, 1…8; nil for a format that turns the picture by
    /// other means.
    let orientation: Int?

    /// Cuts out what a file of a format holds besides its picture.
    init(_ file: UnsafeMutableRawBufferPointer, _ format: PictureFormat) {
        var picture = PictureBytes(file)
        switch format {
        case .jpeg: orientation = picture.cutJPEG()
        case .png: orientation = picture.cutPNG()
        case .webp: orientation = picture.cutWebP()
        case .tiff: orientation = picture.cutTIFF()
        case .heif: orientation = picture.cutHEIF()
        case .jpegXL: orientation = picture.cutJPEGXL()
        // A GIF has comments and blocks of applications, which the decoder steps over.
        case .gif: orientation = 1
        }
        bytes = UnsafeRawBufferPointer(picture.bytes)
    }
}

/// Bytes that are read and written within their bounds, and never beyond.
struct PictureBytes {
    private(set) var bytes: UnsafeMutableRawBufferPointer

    init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

    var count: Int { bytes.count }

    /// A number of so many bytes; nil beyond the end.
    func number(at place: Int, bytes size: Int, bigEndian: Bool = true) -> Int? {
        guard place >= 0, size >= 0, place <= count - size else { return nil }
        var value: UInt64 = 0
        for index in 0..<size {
            value = value << 8 | UInt64(bytes[place + (bigEndian ? index : size - 1 - index)])
        }
        return Int(exactly: value)
    }

    /// Whether bytes stand at a place.
    func has(_ wanted: [UInt8], at place: Int) -> Bool {
        guard place >= 0, place <= count - wanted.count else { return false }
        return wanted.indices.allSatisfy { bytes[place + $0] == wanted[$0] }
    }

    /// Whether the letters of a name stand at a place.
    func has(_ name: StaticString, at place: Int) -> Bool {
        has(
            Array(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)),
            at: place)
    }

    /// Writes bytes, as far as they lie within.
    mutating func write(_ new: [UInt8], at place: Int) {
        for (index, byte) in new.enumerated() where place + index >= 0 && place + index < count {
            bytes[place + index] = byte
        }
    }

    /// Makes a range zero, as far as it lies within.
    mutating func clear(_ range: Range<Int>) { fill(range, with: 0) }

    /// Fills a range with a byte, as far as it lies within.
    mutating func fill(_ range: Range<Int>, with byte: UInt8) {
        let range = range.clamped(to: 0..<count)
        for index in range { bytes[index] = byte }
    }

    /// Moves bytes down to an earlier place.
    mutating func move(_ range: Range<Int>, to place: Int) {
        guard range.lowerBound >= place, place >= 0, range.upperBound <= count,
            range.lowerBound != place
        else { return }
        UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + range.count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }

    /// Lets go of what stands behind.
    mutating func end(at count: Int) {
        bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[..<min(max(0, count), self.count)])
    }
}
