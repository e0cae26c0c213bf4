extension PictureBytes {
    /// Leaves out all chunks that are not needed to show the picture (ISO/IEC 15948 §11): text,
    /// EXIF, times, animation and whatever else there is.
    ///
    /// - Returns: the orientation that the EXIF chunk tells.
    mutating func cutPNG() -> Int {
        var orientation: Int?
        var (place, end) = (8, 8)
        while let length = number(at: place, bytes: 4), count - place >= 8 {
            let whole = place..<min(place + 12 + length, count)
            if has("eXIf", at: place + 4), orientation == nil {
                orientation = self.orientation(
                    ofTIFFIn: min(place + 8, count)..<min(place + 8 + length, count))
            }
            if isChunkNeeded(at: place + 4) {
                move(whole, to: end)
                end += whole.count
            }
            place = whole.upperBound
        }
        // A chunk that is cut short is the decoder's to complain of.
        if place < count {
            move(place..<count, to: end)
            end += count - place
        }
        self.end(at: end)
        return orientation ?? 1
    }

    private func isChunkNeeded(at place: Int) -> Bool {
        let needed: [StaticString] = [
            "IDAT", "IHDR", "PLTE", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP",
            "bKGD",
        ]
        return needed.contains { has($0, at: place) }
    }
}
