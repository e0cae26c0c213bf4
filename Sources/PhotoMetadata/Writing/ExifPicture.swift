/// The fields that EXIF wants of every JPEG (EXIF 3.0 §4.6.8, table 17): what the picture is.
struct ExifPicture {
    let width: Int?
    let height: Int?
    /// Whether an ICC profile says what the colours mean: they need not be sRGB's then.
    let hasProfile: Bool

    /// The fields of the first directory.
    private var image: [ExifWriter.Field] {
        let inches = [UnsignedRational(72, 1)]
        return [
            ExifWriter.rationals(ExifTag(.image, 0x011A), inches),  // XResolution
            ExifWriter.rationals(ExifTag(.image, 0x011B), inches),  // YResolution
            ExifWriter.short(ExifTag(.image, 0x0128), 2),  // ResolutionUnit: inches
            ExifWriter.short(ExifTag(.image, 0x0213), 1),  // YCbCrPositioning: centred
        ]
    }

    /// The fields of EXIF's own directory.
    var exif: [ExifWriter.Field] {
        func undefined(_ number: UInt16, _ bytes: [UInt8]) -> ExifWriter.Field {
            ExifWriter.Field(
                tag: ExifTag(.exif, number), format: .undefined, count: bytes.count, bytes: bytes)
        }
        var fields = [
            undefined(0x9000, Array("0232".utf8)),  // ExifVersion
            undefined(0x9101, [1, 2, 3, 0]),  // ComponentsConfiguration: Y, Cb, Cr
            undefined(0xA000, Array("0100".utf8)),  // FlashpixVersion
            // ColorSpace: sRGB, or not calibrated by EXIF's own means.
            ExifWriter.short(ExifTag(.exif, 0xA001), hasProfile ? 0xFFFF : 1),
        ]
        if let width, let height, (1...0xFFFF).contains(width), (1...0xFFFF).contains(height) {
            fields.append(ExifWriter.short(.pixelXDimension, width))
            fields.append(ExifWriter.short(.pixelYDimension, height))
        }
        return fields
    }

    /// All of them.
    var fields: [ExifWriter.Field] { image + exif }
}
