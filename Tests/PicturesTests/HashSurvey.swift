import Foundation

@testable import Pictures

/// How well the perceptual hash tells copies of photos from other photos.
struct HashSurvey {
    /// Distances between a photo and its resized and recompressed copies.
    private(set) var copies: [Int] = []
    /// Distances between photos that look different.
    private(set) var others: [Int] = []
    private var photos = 0

    /// Makes nine copies of each photo, 1600, 800 and 400 pixels at qualities of 40 to 90; three of
    /// those behind the first, each size at another quality.
    ///
    /// - Parameter fully: How many photos have nine.
    init(of files: [URL], fully: Int) {
        let renderer = PictureRenderer()
        var seen: [(hash: PerceptualHash, thumbnail: [UInt8])] = []
        for file in files {
            guard let bytes = try? [UInt8](Data(contentsOf: file)),
                let hash = try? renderer.perceptualHash(of: bytes), !hash.isFeatureless,
                let thumbnail = try? Self.thumbnail(of: bytes)
            else { continue }
            photos += 1
            for (step, side) in [1600, 800, 400].enumerated() {
                for (place, quality) in [40, 65, 90].enumerated()
                where photos <= fully || (photos + step + place) % 3 == 0 {
                    guard
                        let copy = try? renderer.jpeg(
                            from: bytes, longestSide: side, quality: quality),
                        let copied = try? renderer.perceptualHash(of: copy.bytes)
                    else { continue }
                    copies.append(hash.distance(to: copied))
                }
            }
            // A corpus holds one picture under several names; those pairs count for neither.
            for other in seen where Self.difference(other.thumbnail, thumbnail) > 6 {
                others.append(hash.distance(to: other.hash))
            }
            seen.append((hash, thumbnail))
        }
    }

    /// The upright picture's greys, stretched to the grid that is hashed.
    private static func thumbnail(of bytes: [UInt8]) throws -> [UInt8] {
        try PictureLibrary.start.get()
        let cut = try MetadataCutTests.cut(bytes)
        let side = PerceptualHash.gridSide
        return try cut.bytes.withUnsafeBytes {
            try PixelSource.thumbnail(
                $0, orientation: cut.orientation ?? 1, width: side, height: side, stretched: true,
                acceptsDamage: false
            ).flattened(toGrey: true).pixels()
        }
    }

    var matchedCopies: Double { Self.share(of: copies, within: PerceptualHash.matchThreshold) }
    var matchedOthers: Double { Self.share(of: others, within: PerceptualHash.matchThreshold) }

    var report: String {
        let rows = [0, 2, 4, 6, 8, 10, 12, 14, 16].map { threshold in
            String(
                format: "  <= %2d: %7.3f %% of copies, %7.4f %% of others", threshold,
                100 * Self.share(of: copies, within: threshold),
                100 * Self.share(of: others, within: threshold))
        }
        return "perceptual hash: \(photos) photos, \(copies.count) copies, "
            + "\(others.count) pairs of others; farthest copy \(copies.max() ?? 0), "
            + "nearest other \(others.min() ?? 0)\n" + rows.joined(separator: "\n")
    }

    private static func share(of distances: [Int], within threshold: Int) -> Double {
        Double(distances.count { $0 <= threshold }) / Double(max(distances.count, 1))
    }

    /// The mean difference of two thumbnails' greys, 0…255.
    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
        let sum = zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(max(one.count, 1))
    }
}
