extension PictureBytes {
    /// Blanks the chunks for EXIF and XMP and gives them names that mean nothing (WebP Container
    /// Specification, RFC 9649 §2.7.1.5); they keep their length.
    ///
    /// - Returns: the orientation that the first EXIF chunk tells.
    mutating func cutWebP() -> Int {
        var orientation: Int?
        var place = 12
        while let length = number(at: place + 4, bytes: 4, bigEndian: false) {
            let body = min(place + 8, count)..<min(place + 8 + length, count)
            if has("VP8X", at: place), body.count > 0 {
                // The flags that say that there are EXIF (8) and XMP (4).
                bytes[body.lowerBound] &= ~0x0C
            } else if has("EXIF", at: place) || has("XMP ", at: place) {
                if has("EXIF", at: place), orientation == nil {
                    orientation = self.orientation(ofTIFFIn: body)
                }
                write(Array("NONE".utf8), at: place)
                clear(body)
            }
            place += 8 + length + length % 2
        }
        return orientation ?? 1
    }
}
