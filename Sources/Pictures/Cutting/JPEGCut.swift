import JPEG

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
        var cursor = JPEGSegmentCursor()
        while let segment = next(&cursor) {
            let marker = segment.marker.rawValue
            if marker == 0xDA || marker == 0xD9 { break }
            let body = segment.payload.clamped(to: 0..<count)
            switch segment.form {
            case .standalone: continue
            case .whole, .endsInPayload: break
            case .short, .endsInLength: return orientation ?? 1
            }
            if marker == 0xE1, orientation == nil, has(Self.exifName, at: body.lowerBound) {
                orientation = self.orientation(ofTIFFIn: body)
            }
            if marker == 0xE2 { profilePieces += 1 }
            if isNeeded(marker, body), marker != 0xE2 || profilePieces <= 255 { continue }
            fill(segment.offset..<body.upperBound, with: 0xFF)
            // Stray bytes behind it would be taken for a marker's second byte; FF 00 is none.
            if !has([0xFF], at: body.upperBound) { write([0], at: body.upperBound - 1) }
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

    /// The next segment; nil if there is none.
    func next(_ cursor: inout JPEGSegmentCursor) -> JPEGSegment? {
        cursor.next(in: bytes.assumingMemoryBound(to: UInt8.self).span)
    }
}
