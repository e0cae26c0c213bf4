import OutputText

/// A name on a ground of its own colour, to be laid over a picture.
public enum PictureLabel {
    /// The most characters that are shown of a name.
    static let longest = 60

    /// Draws a name; nil where the font has not all its letters.
    ///
    /// - Parameters:
    ///   - height: Pixels, at least 12.
    ///   - ground: Red, green and blue of the ground; the letters are black or white.
    /// - Throws: `WitError` where nothing draws SVG here.
    public static func drawn(
        _ name: String, height: Int, ground: (UInt8, UInt8, UInt8)
    ) throws(WitError) -> PixelPlane? {
        let name = String(name.prefix(longest))
        guard !name.isEmpty, MapSheet.canBeDrawn(name) else { return nil }
        let height = min(max(height, 12), 200)
        let size = height * 7 / 10
        // Wide letters are about two thirds of the size.
        let width = min(name.count * size * 2 / 3 + size, 4_000)
        let brightness = 299 * Int(ground.0) + 587 * Int(ground.1) + 114 * Int(ground.2)
        let ink = brightness > 128_000 ? "#000000" : "#ffffff"
        let color = "rgb(\(ground.0),\(ground.1),\(ground.2))"
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">
            <rect width="\(width)" height="\(height)" fill="\(color)"/>
            <text x="\(size / 2)" y="\(height * 3 / 4)" font-family="DejaVu Sans, sans-serif" \
            font-size="\(size)" fill="\(ink)">\(XMLEscaping.shown(name))</text>
            </svg>
            """
        let png = try PictureRenderer.png(fromOwnSVG: Array(svg.utf8))
        return try PictureRenderer().plane(of: png, longestSide: 4_000)
    }
}
