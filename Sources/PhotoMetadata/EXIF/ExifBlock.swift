private import CLibExif

/// An EXIF block that libexif has loaded: the one owner of its handle.
///
/// libexif never sees a maker note (it interprets them while it loads, and there its faults were
/// found) nor the thumbnail's directory, which nothing here needs.
final class ExifBlock {
    private let data: UnsafeMutablePointer<ExifData>

    /// Loads a block that begins with `Exif\0\0`; nil if libexif has no memory or the block's
    /// directories can't be made harmless.
    init?(_ block: [UInt8]) {
        var block = block
        guard ExifDefusing.defuse(&block), let data = exif_data_new() else { return nil }
        self.data = data
        // Unknown tags are kept, and nothing is “fixed”: the values are read as they stand.
        exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
        exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        exif_data_load_data(data, block, UInt32(clamping: block.count))
    }

    deinit { exif_data_unref(data) }

    /// The entries of the fields that are read, each field once: the first counts.
    func entries() -> ExifEntries {
        var result = ExifEntries()
        var strays: [Int] = []
        let littleEndian = exif_data_get_byte_order(data) == EXIF_BYTE_ORDER_INTEL
        // libexif's arrays are read in place: this is the hot loop of a scan. The pointers stay
        // valid as long as `data`, and only copies leave this function.
        for (directory, content) in contents {
            guard let content, let entries = content.pointee.entries else { continue }
            for index in 0..<Int(content.pointee.count) {
                guard let entry = entries[index]?.pointee, let bytes = entry.data,
                    let format = ExifEntry.Format(rawValue: Int(entry.format.rawValue))
                else { continue }
                let number = UInt16(truncatingIfNeeded: entry.tag.rawValue)
                guard let slot = ExifTag.slot(number, in: directory) else { continue }
                let tag = ExifTag.all[slot]
                // QUIRK: EXIF 3.0 §4.6.3; fields stand in the other directory now and then. One
                // that stands where it belongs counts before one that doesn't.
                let isAtHome = tag.directory == directory
                guard result[slot: slot] == nil || (isAtHome && strays.contains(slot)) else {
                    continue
                }
                if isAtHome { strays.removeAll { $0 == slot } } else { strays.append(slot) }
                result[slot: slot] = ExifEntry(
                    tag: tag, format: format, littleEndian: littleEndian,
                    bytes: Array(UnsafeBufferPointer(start: bytes, count: Int(entry.size))))
            }
        }
        return result
    }

    private var contents: [(ExifDirectory, UnsafeMutablePointer<ExifContent>?)] {
        let ifd = data.pointee.ifd  // IFD 0, IFD 1, EXIF, GPS, interoperability
        return [(.image, ifd.0), (.exif, ifd.2), (.gps, ifd.3)]
    }
}
