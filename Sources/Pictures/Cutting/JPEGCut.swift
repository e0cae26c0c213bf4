extension PictureBytes {
    /// Takes all segments before the first scan out that a decoder does not need: fill bytes stand in
    /// their place (ISO/IEC 10918-1 §B.1.1.2), so nothing else moves, and libjpeg, which keeps segments
    /// in a list that it walks for each new one, sees none of them.
    ///
    /// Finds markers as libjpeg does (ISO/IEC 10918-1 §B.1.1.2): bytes between segments are
    /// skipped up to the next marker. What stays of the application segments is JFIF's (APP0),
    /// the colour profile (APP2, in at most 255 pieces; ICC.1:2022 §B.4) and Adobe's colour transform
    /// (APP14).
    ///
    /// - Returns: the first EXIF block's orientation.
    mutating func cutJPEG() -> Int {
        var orientation: Int?
        var profilePieces = 0
        var place = 2
        while let marker = nextMarker(from: &place) {
            if marker == 0xDA || marker == 0xD9 { break }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
            guard let length = number(at: place, bytes: 2), length >= 2 else { break }
            let body = min(place + 2, count)..<min(place + length, count)
            let segment = (place - 2)..<body.upperBound
            place += length
            if marker == 0xE1, orientation == nil, has(Self.exifName, at: body.lowerBound) {
                orientation = self.orientation(ofTIFFIn: body)
            }
            if marker == 0xE2 { profilePieces += 1 }
            if isNeeded(marker, body), marker != 0xE2 || profilePieces <= 255 { continue }
            fill(segment, with: 0xFF)
            // Stray bytes behind it would be taken for a marker's second byte; FF 00 is none.
            if !has([0xFF], at: segment.upperBound) { write([0], at: segment.upperBound - 1) }
        }
        return orientation ?? 1
    }

    private func isNeeded(_ marker: UInt8, _ body: Range<Int>) -> Bool {
        switch marker {
        case 0xE0: has("JFIF", at: body.lowerBound) && body.count <= 14
        case 0xE2: has("ICC_PROFILE", at: body.lowerBound)
        case 0xEE: has("Adobe", at: body.lowerBound)
        case 0xE1...0xEF, 0xFE: false
        default: true
        }
    }

    /// Moves behind the next marker's two bytes.
    func nextMarker(from place: inout Int) -> UInt8? {
        while place + 1 < count {
            if bytes[place] == 0xFF && bytes[place + 1] != 0xFF && bytes[place + 1] != 0 {
                place += 2
                return bytes[place - 1]
            }
            place += 1
        }
        return nil
    }
}
