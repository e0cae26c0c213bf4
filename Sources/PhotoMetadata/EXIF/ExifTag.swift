/// The directory of an EXIF block that a tag stands in (EXIF 3.0 §4.6.3).
enum ExifDirectory: Int, Sendable {
    /// The main picture (IFD 0).
    case image = 0
    /// The EXIF directory (EXIF 3.0 §4.6.3).
    case exif = 2
    /// The GPS directory (EXIF 3.0 §4.6.3).
    case gps = 3
}

/// A field of EXIF: its directory and its number (EXIF 3.0 §4.6.4–4.6.6).
struct ExifTag: Hashable, Sendable {
    /// The directory that it stands in.
    let directory: ExifDirectory
    /// Its number there.
    let number: UInt16

    init(_ directory: ExifDirectory, _ number: UInt16) {
        self.directory = directory
        self.number = number
    }

    static let imageDescription = Self(.image, 0x010E)
    static let make = Self(.image, 0x010F)
    static let model = Self(.image, 0x0110)
    static let orientation = Self(.image, 0x0112)
    static let xpTitle = Self(.image, 0x9C9B)
    static let xpComment = Self(.image, 0x9C9C)
    static let xpAuthor = Self(.image, 0x9C9D)
    static let xpKeywords = Self(.image, 0x9C9E)

    static let dateTimeOriginal = Self(.exif, 0x9003)
    static let dateTimeDigitized = Self(.exif, 0x9004)
    static let offsetTimeOriginal = Self(.exif, 0x9011)
    static let offsetTimeDigitized = Self(.exif, 0x9012)
    static let userComment = Self(.exif, 0x9286)
    static let subSecTimeOriginal = Self(.exif, 0x9291)
    static let subSecTimeDigitized = Self(.exif, 0x9292)
    static let pixelXDimension = Self(.exif, 0xA002)
    static let pixelYDimension = Self(.exif, 0xA003)
    static let lensModel = Self(.exif, 0xA434)

    static let gpsVersionID = Self(.gps, 0x00)
    static let gpsLatitudeRef = Self(.gps, 0x01)
    static let gpsLatitude = Self(.gps, 0x02)
    static let gpsLongitudeRef = Self(.gps, 0x03)
    static let gpsLongitude = Self(.gps, 0x04)
    static let gpsAltitudeRef = Self(.gps, 0x05)
    static let gpsAltitude = Self(.gps, 0x06)
    static let gpsTimeStamp = Self(.gps, 0x07)
    static let gpsImgDirectionRef = Self(.gps, 0x10)
    static let gpsImgDirection = Self(.gps, 0x11)
    static let gpsMapDatum = Self(.gps, 0x12)
    static let gpsDateStamp = Self(.gps, 0x1D)
    static let gpsHPositioningError = Self(.gps, 0x1F)

    /// The field of a number that stands in a directory, if it is one of those that are read.
    ///
    /// The numbers of the image's and EXIF's own directories don't overlap, so a field is known
    /// in either.
    static func known(_ number: UInt16, in directory: ExifDirectory) -> ExifTag? {
        slot(number, in: directory).map { all[$0] }
    }

    /// Where a field of a number that stands in a directory has its place among `all`.
    static func slot(_ number: UInt16, in directory: ExifDirectory) -> Int? {
        let all = all
        let end = directory == .gps ? all.count : gpsStart
        var (low, high) = (directory == .gps ? gpsStart : 0, end)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < end && all[low].number == number ? low : nil
    }

    /// Every field that is read.
    static let all = fields + gpsFields

    private static let gpsStart = fields.count

    // In the order of their numbers.
    private static let fields: [ExifTag] = [
        imageDescription, make, model, orientation, dateTimeOriginal, dateTimeDigitized,
        offsetTimeOriginal, offsetTimeDigitized, userComment, subSecTimeOriginal,
        subSecTimeDigitized, xpTitle, xpComment, xpAuthor, xpKeywords, pixelXDimension,
        pixelYDimension, lensModel,
    ]
    private static let gpsFields: [ExifTag] = [
        gpsLatitudeRef, gpsLatitude, gpsLongitudeRef, gpsLongitude, gpsAltitudeRef, gpsAltitude,
        gpsTimeStamp, gpsImgDirectionRef, gpsImgDirection, gpsDateStamp, gpsHPositioningError,
    ]
}
