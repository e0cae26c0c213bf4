import Foundation
import PhotoRecords

/// The size of a picture as it is displayed, and the regions on it.
///
/// digiKam keeps `tagRegion` in pixels of the full picture as it is displayed, after the
/// orientation is applied; `width` and `height` of `ImageInformation` are those of the encoded
/// picture, before it. (Seen in what digiKam 7.9 makes of MWG regions in pictures of
/// orientations 1, 3, 5, 6 and 8.)
struct DisplayedSize {
    let width: Double
    let height: Double

    /// - Parameters:
    ///   - width: of the encoded picture, as is `height`.
    ///   - orientation: EXIF's, 1…8; from 5 on the sides are swapped.
    init?(width: Int64?, height: Int64?, orientation: Int64?) {
        guard let width, let height, width > 0, height > 0 else { return nil }
        let isTurned = (5...8).contains(orientation ?? 1)
        self.width = Double(isTurned ? height : width)
        self.height = Double(isTurned ? width : height)
    }

    /// Reads `<rect x="80" y="30" width="40" height="60"/>` as a box in fractions of the picture;
    /// nil where it is none or lies outside.
    func box(_ text: String) -> RegionBox? {
        guard text.utf8.count < 1_000, text.contains("<rect"), let x = number("x", text),
            let y = number("y", text), let boxWidth = number("width", text),
            let boxHeight = number("height", text)
        else { return nil }
        // A face at the edge may reach over it by some pixels.
        let left = max(0, x / width)
        let top = max(0, y / height)
        let right = min(1, (x + boxWidth) / width)
        let bottom = min(1, (y + boxHeight) / height)
        guard right > left, bottom > top else { return nil }
        return RegionBox(x: left, y: top, width: right - left, height: bottom - top)
    }

    private func number(_ name: String, _ text: String) -> Double? {
        guard let start = text.range(of: " \(name)=\"") else { return nil }
        let digits = text[start.upperBound...].prefix { $0 != "\"" }
        return Double(digits).flatMap { $0.isFinite ? $0 : nil }
    }
}
