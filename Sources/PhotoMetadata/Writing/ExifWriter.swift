private import CLibExif
import OutputText
import PhotoRecords

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Builds the EXIF block of a record with libexif.
struct ExifWriter {
    private let fields: [Field]

    /// A field to write: its bytes, numbers most significant byte first.
    struct Field: Equatable {
        let tag: ExifTag
        let format: ExifEntry.Format
        let count: Int
        let bytes: [UInt8]
    }

    // Texts that would not leave room in a block of 64 KB stand in XMP alone.
    static let textLimit = 16_384
    static let nameLimit = 2_048

    init(_ record: PhotoRecord, orientation: Int, picture: ExifPicture) {
        var fields = picture.fields
        func text(_ tag: ExifTag, _ text: String?, limit: Int = Self.nameLimit) {
            guard let text = text.map(XMLText.cleaned), !text.isEmpty, text.utf8.count <= limit
            else { return }
            fields.append(Self.ascii(tag, text))
        }
        text(.imageDescription, record.caption, limit: Self.textLimit)
        text(.make, record.camera?.make)
        text(.model, record.camera?.model)
        fields.append(Self.short(.orientation, orientation))
        if let name = record.name.map(XMLText.cleaned), !name.isEmpty,
            name.utf8.count <= Self.nameLimit
        {
            fields.append(Self.windows(.xpTitle, name))
        }
        text(.lensModel, record.camera?.lens)
        if let taken = record.taken { fields += Self.date(taken) }
        if let location = record.location { fields += Self.gps(location) }
        self.fields = fields
    }

    static func ascii(_ tag: ExifTag, _ text: String) -> Field {
        let bytes = Array(text.utf8) + [0]
        return Field(tag: tag, format: .ascii, count: bytes.count, bytes: bytes)
    }

    /// A field of Windows: UCS-2 in little-endian, whatever the block's order is.
    static func windows(_ tag: ExifTag, _ text: String) -> Field {
        let bytes = (Array(text.utf16) + [0]).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return Field(tag: tag, format: .byte, count: bytes.count, bytes: bytes)
    }

    static func short(_ tag: ExifTag, _ value: Int) -> Field {
        Field(
            tag: tag, format: .short, count: 1,
            bytes: [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)])
    }

    static func rationals(_ tag: ExifTag, _ values: [UnsignedRational]) -> Field {
        let bytes = values.flatMap { value in
            [value.numerator, value.denominator].flatMap { word in
                stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
            }
        }
        return Field(tag: tag, format: .rational, count: values.count, bytes: bytes)
    }

    /// DateTimeOriginal has no form for a date alone; such a date stands in XMP.
    static func date(_ taken: CaptureTime) -> [Field] {
        guard let time = taken.local.time else { return [] }
        let iso = Array(taken.local.iso.utf8.prefix(19))
        let bytes = iso.map { $0 == 0x2D ? 0x3A : $0 == 0x54 ? 0x20 : $0 }
        var fields = [ascii(.dateTimeOriginal, String(decoding: bytes, as: UTF8.self))]
        if !time.fraction.isEmpty { fields.append(ascii(.subSecTimeOriginal, time.fraction)) }
        if let offset = taken.offset {
            fields.append(ascii(.offsetTimeOriginal, offset.description))
        }
        return fields
    }

    static func gps(_ location: Location) -> [Field] {
        guard let point = location.coordinate else { return [] }
        var fields = [
            Field(tag: .gpsVersionID, format: .byte, count: 4, bytes: [2, 3, 0, 0]),
            ascii(.gpsLatitudeRef, point.latitude < 0 ? "S" : "N"),
            rationals(.gpsLatitude, UnsignedRational.angle(point.latitude)),
            ascii(.gpsLongitudeRef, point.longitude < 0 ? "W" : "E"),
            rationals(.gpsLongitude, UnsignedRational.angle(point.longitude)),
            ascii(.gpsMapDatum, "WGS-84"),
        ]
        if let altitude = location.altitude, let size = UnsignedRational(altitude) {
            fields.append(
                Field(
                    tag: .gpsAltitudeRef, format: .byte, count: 1, bytes: [altitude < 0 ? 1 : 0]))
            fields.append(rationals(.gpsAltitude, [size]))
        }
        if let direction = location.direction, (0...360).contains(direction),
            let size = UnsignedRational(direction)
        {
            fields.append(ascii(.gpsImgDirectionRef, "T"))
            fields.append(rationals(.gpsImgDirection, [size]))
        }
        if let accuracy = location.accuracy, accuracy >= 0, let size = UnsignedRational(accuracy) {
            fields.append(rationals(.gpsHPositioningError, [size]))
        }
        return fields
    }

    /// The block with `Exif\0\0` in front.
    ///
    /// - Throws: `outOfMemory` if libexif has none.
    func block() throws(WitError) -> [UInt8] {
        let failure = WitError(
            .outOfMemory, "There is not enough memory for the EXIF block.")
        guard let data = exif_data_new() else { throw failure }
        defer { exif_data_unref(data) }
        exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
        exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        exif_data_set_byte_order(data, EXIF_BYTE_ORDER_MOTOROLA)
        for field in fields {
            guard add(field, to: data) else { throw failure }
        }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt32 = 0
        exif_data_save_data(data, &bytes, &count)
        guard let bytes, count > 0 else { throw failure }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// Hands a field to libexif, which then owns a copy of its bytes.
    private func add(_ field: Field, to data: UnsafeMutablePointer<ExifData>) -> Bool {
        let ifd = data.pointee.ifd
        let contents: UnsafeMutablePointer<ExifContent>? =
            switch field.tag.directory {
            case .image: ifd.0
            case .exif: ifd.2
            case .gps: ifd.3
            }
        guard let contents, let entry = exif_entry_new() else { return false }
        defer { exif_entry_unref(entry) }
        guard let copy = calloc(max(1, field.bytes.count), 1) else { return false }
        let target = UnsafeMutableRawBufferPointer(start: copy, count: field.bytes.count)
        target.copyBytes(from: field.bytes)
        entry.pointee.tag = CLibExif.ExifTag(rawValue: UInt32(field.tag.number))
        entry.pointee.format = ExifFormat(rawValue: UInt32(field.format.rawValue))
        entry.pointee.components = UInt(field.count)
        entry.pointee.data = copy.assumingMemoryBound(to: UInt8.self)
        entry.pointee.size = UInt32(field.bytes.count)
        exif_content_add_entry(contents, entry)
        return true
    }
}
