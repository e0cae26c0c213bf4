import JPEG

/// What it takes to decode a JPEG that is drawn in several scans (progressive, or with a scan for each
/// component): the coefficients of the whole picture are held until the last, and each scan may go over
/// all of them.
struct JPEGEffort {
    /// How many scans there are, counted up to ``mostScans``.
    private(set) var scans = 0
    /// Bytes of all coefficients, two for each (ISO/IEC 10918-1 §A.2.4).
    private(set) var coefficients = 0

    /// Encoders write 3 to 12 scans; the scripts of libjpeg-turbo and mozjpeg end below 70.
    static let mostScans = 100

    /// What a JPEG takes; nil for one that is drawn in a single scan, whose data is not looked through.
    init?(_ file: PictureBytes) {
        var cursor = JPEGSegmentCursor()
        var components = 0
        var isProgressive = false
        while scans < Self.mostScans, let segment = file.next(&cursor) {
            let marker = segment.marker
            if marker == .endOfImage { return }
            if segment.form == .standalone { continue }
            let place = segment.offset + 2
            if marker.isFrame {
                isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker.rawValue)
                components = file.number(at: place + 7, bytes: 1) ?? 0
                coefficients = Self.coefficients(file, place, components)
            } else if marker == .startOfScan {
                scans += 1
                let isWhole = file.number(at: place + 2, bytes: 1) == components
                if isWhole && !isProgressive { return nil }
            }
            // Behind a scan's header the cursor passes over its data as over stray bytes.
            switch segment.form {
            case .standalone, .whole, .endsInPayload: break
            case .short, .endsInLength: return
            }
        }
    }

    /// Bytes of the coefficients of a frame, whose header stands at a place (§B.2.2).
    private static func coefficients(
        _ file: PictureBytes, _ place: Int, _ components: Int
    ) -> Int {
        guard let height = file.number(at: place + 3, bytes: 2),
            let width = file.number(at: place + 5, bytes: 2)
        else { return 0 }
        let sampling = (0..<components).compactMap { index -> (across: Int, down: Int)? in
            file.number(at: place + 9 + 3 * index, bytes: 1).map { ($0 >> 4, $0 & 15) }
        }
        guard let across = sampling.map(\.across).max(), let down = sampling.map(\.down).max(),
            across > 0, down > 0
        else { return 0 }
        let units = ((width + 8 * across - 1) / (8 * across), (height + 8 * down - 1) / (8 * down))
        return sampling.reduce(0) { $0 + units.0 * units.1 * $1.across * $1.down * 64 * 2 }
    }
}
