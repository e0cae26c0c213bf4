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
        guard ExifSanitizer.sanitize(&block), let data = exif_data_new() else { return nil }
        self.data = data
        // Unknown tags are kept, and nothing is “fixed”: the values are read as they stand.
        exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
        exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        exif_data_load_data(data, block, UInt32(clamping: block.count))
    }

    deinit { exif_data_unref(data) }

    /// Where libexif has a field's value.
    private struct Found {
        let bytes: UnsafeBufferPointer<UInt8>
        let format: ExifEntry.Format
        let isAtHome: Bool
    }

    /// The entries of the fields that are read, each field once: the first counts.
    func entries() -> ExifEntries {
        let tags = ExifTag.all
        var found = [Found?](repeating: nil, count: tags.count)
        var size = 0
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
                // QUIRK: EXIF 3.0 §4.6.3; fields stand in the other directory now and then. One
                // that stands where it belongs counts before one that doesn't.
                let isAtHome = tags[slot].directory == directory
                if let former = found[slot], former.isAtHome || !isAtHome { continue }
                size += Int(entry.size) - (found[slot]?.bytes.count ?? 0)
                found[slot] = Found(
                    bytes: UnsafeBufferPointer(start: bytes, count: Int(entry.size)),
                    format: format, isAtHome: isAtHome)
            }
        }
        return copies(of: found, size: size)
    }

    private func copies(of found: [Found?], size: Int) -> ExifEntries {
        let tags = ExifTag.all
        let littleEndian = exif_data_get_byte_order(data) == EXIF_BYTE_ORDER_INTEL
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        for place in found { if let place { bytes.append(contentsOf: place.bytes) } }
        var end = 0
        return ExifEntries(
            found.indices.map { slot in
                guard let place = found[slot] else { return nil }
                let start = end
                end += place.bytes.count
                return ExifEntry(
                    tag: tags[slot], format: place.format, littleEndian: littleEndian,
                    bytes: bytes[start..<end])
            })
    }

    private var contents: [(ExifDirectory, UnsafeMutablePointer<ExifContent>?)] {
        let ifd = data.pointee.ifd  // IFD 0, IFD 1, EXIF, GPS, interoperability
        return [(.image, ifd.0), (.exif, ifd.2), (.gps, ifd.3)]
    }
}
