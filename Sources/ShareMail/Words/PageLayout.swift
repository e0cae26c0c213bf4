import PhotoRecords

/// How the HTML of a mail puts its photos.
enum PageLayout: Hashable, Sendable {
    /// A card for each: over the whole width up to three, by pairs where there are more.
    case cards
    /// A line for each, for mails of many photos; so many of them, the others are attached only.
    case list(Int)

    /// So many photos have cards.
    static let mostCards = 24
    /// From so many photos on, cards stand by pairs.
    private static let leastPaired = 4
    /// The longest words of a card that is half as wide, in characters.
    private static let longestCaption = 400
    private static let longestName = 80

    /// The width of a card's picture in pixels of the page, and of one that is half as wide.
    static let width = 640
    static let halfWidth = 312
    /// As high as a picture of such a card is at most, so that a portrait beside a landscape is no
    /// tower.
    private static let halfHeight = 234

    /// The photos of each row, by their index: one, or two that stand side by side.
    static func rows(_ photos: [PhotoView]) -> [[Int]] {
        guard photos.count >= leastPaired else { return photos.indices.map { [$0] } }
        var rows: [[Int]] = []
        var waiting: Int?
        for index in photos.indices {
            guard isSmall(photos[index]) else {
                rows += (waiting.map { [[$0]] } ?? []) + [[index]]
                waiting = nil
                continue
            }
            if let first = waiting {
                rows.append([first, index])
                waiting = nil
            } else {
                waiting = index
            }
        }
        return rows + (waiting.map { [[$0]] } ?? [])
    }

    /// Whether a photo looks well in half the width: no panorama, no long story.
    private static func isSmall(_ photo: PhotoView) -> Bool {
        if let preview = photo.preview, preview.width * 10 > preview.height * 19 { return false }
        return photo.record.caption?.count ?? 0 <= longestCaption
            && photo.record.name?.count ?? 0 <= longestName
    }

    /// How wide a preview is shown, in pixels of the page.
    static func shownWidth(_ preview: (width: Int, height: Int), isHalf: Bool) -> Int {
        guard isHalf else { return min(preview.width, width) }
        return max(
            1, min(halfWidth, preview.width, halfHeight * preview.width / max(1, preview.height)))
    }
}
