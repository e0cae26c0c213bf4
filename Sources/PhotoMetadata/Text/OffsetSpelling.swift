import PhotoRecords

extension UTCOffset {
    /// Reads `+02:00`, `-0330`, `+02`, `+2:00` or `Z`; nil for others.
    ///
    /// Byte by byte, since this stands in the hot loop of a scan.
    init?(spelling text: String) {
        var reader = DigitReader(text.utf8)
        reader.skipBlanks()
        if reader.skip({ $0 == 0x5A || $0 == 0x7A }) {  // Z
            guard reader.rest.isEmpty else { return nil }
            self.init(minutes: 0)
            return
        }
        let isWest = reader.next == 0x2D
        guard reader.skip({ $0 == 0x2B || $0 == 0x2D }), let hours = reader.number(1...2) else {
            return nil
        }
        _ = reader.skip { $0 == 0x3A }
        let minutes = reader.rest.isEmpty ? 0 : reader.number(2...2)
        guard let minutes, minutes < 60, reader.rest.isEmpty else { return nil }
        self.init(minutes: (isWest ? -1 : 1) * (hours * 60 + minutes))
    }
}
