extension PictureBytes {
    /// Renames the items of a HEIF file that are EXIF or XMP (ISO/IEC 23008-12 §A.2), so that
    /// nothing finds them.
    ///
    /// - Returns: nil: properties turn the picture, and the decoder heeds them.
    mutating func cutHEIF() -> Int? {
        for box in boxes() where has("meta", at: box.lowerBound + 4) {
            // The type of an item stands in its entry, in one version of it or another.
            var place = box.lowerBound
            while let found = firstIndex(of: "infe", in: place..<box.upperBound) {
                let end = min(found + 4 + 20, box.upperBound)
                for name: StaticString in ["Exif", "mime", "uri "] {
                    if let type = firstIndex(of: name, in: found + 4..<end) {
                        write(Array("none".utf8), at: type)
                    }
                }
                place = found + 4
            }
        }
        return nil
    }

    /// Makes the boxes of a JPEG XL container that are EXIF, XMP or of applications free space
    /// (ISO/IEC 18181-2 §9).
    ///
    /// - Returns: nil: the codestream says how the picture is turned, and the decoder heeds it.
    mutating func cutJPEGXL() -> Int? {
        guard has("JXL ", at: 4) else { return nil }
        for box in boxes() where !isJPEGXLNeeded(box.lowerBound + 4) {
            write(Array("free".utf8), at: box.lowerBound + 4)
        }
        return nil
    }

    private func isJPEGXLNeeded(_ place: Int) -> Bool {
        let needed: [StaticString] = ["JXL ", "ftyp", "jxll", "jxlc", "jxlp", "jxli"]
        return needed.contains { has($0, at: place) }
    }

    /// The boxes of the file, one behind the other (ISO/IEC 14496-12 §4.2).
    private func boxes() -> [Range<Int>] {
        var boxes: [Range<Int>] = []
        var place = 0
        while place + 8 <= count, boxes.count < 100_000 {
            guard let short = number(at: place, bytes: 4) else { break }
            let size: Int?
            switch short {
            case 0: size = count - place
            case 1: size = number(at: place + 8, bytes: 8)
            default: size = short
            }
            guard let size, size >= 8 else { break }
            let end = size > count - place ? count : place + size
            boxes.append(place..<end)
            place = end
        }
        return boxes
    }

    private func firstIndex(of name: StaticString, in range: Range<Int>) -> Int? {
        guard range.lowerBound < range.upperBound else { return nil }
        let first = name.utf8Start.pointee
        return range.first { bytes[$0] == first && has(name, at: $0) }
    }
}
