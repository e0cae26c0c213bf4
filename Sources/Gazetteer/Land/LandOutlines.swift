import Foundation
import OutputText
import PhotoRecords

/// The outlines of the world's land, country by country, drawn for a scale of 1 : 110 million
/// (Natural Earth, public domain): for small maps that show where in the world something is.
///
/// They are too coarse to tell which country a point lies in: never ask them that.
public struct LandOutlines: Sendable {
    /// The file's name; it lies beside the file of places.
    public static let fileName = "land.outlines"

    /// Closed outlines: the last corner joins the first.
    public let outlines: [[Coordinate]]

    private static let magic = Array("WITLAND1".utf8)

    /// Reads a file of outlines; its form stands in `make-land`.
    ///
    /// - Throws: `WitError` where the file is missing, another one or damaged.
    public init(path: String) throws(WitError) {
        guard let file = MappedFile(path: path) else {
            throw WitError(
                code: .unreadable, message: "the land outlines file \(path) cannot be read")
        }
        guard file.bytes.starts(with: Self.magic) else {
            throw WitError(code: .notPlaces, message: "\(path) is not a land outlines file")
        }
        var outlines: [[Coordinate]] = []
        var at = Self.magic.count
        while at < file.bytes.count {
            guard at + 2 <= file.bytes.count else { throw Self.damaged(path) }
            let corners = file.short(at)
            at += 2
            guard corners >= 3, at + 4 * corners <= file.bytes.count else {
                throw Self.damaged(path)
            }
            let outline = (0..<corners).compactMap { corner in
                Coordinate(
                    latitude: Self.part(file, at + 4 * corner) * 90,
                    longitude: Self.part(file, at + 4 * corner + 2) * 180)
            }
            guard outline.count == corners else { throw Self.damaged(path) }
            outlines.append(outline)
            at += 4 * corners
        }
        self.outlines = outlines
    }

    /// Reads the installed file.
    ///
    /// - Throws: `WitError` where none is installed, or it is damaged.
    public static func installed() throws(WitError) -> LandOutlines {
        guard let places = InstalledGazetteer.path() else {
            throw WitError(
                code: .unreadable, message: "the land outlines are not installed")
        }
        let folder = URL(filePath: places).deletingLastPathComponent()
        return try LandOutlines(path: folder.appending(path: fileName).path)
    }

    private static func part(_ file: MappedFile, _ offset: Int) -> Double {
        Double(Int16(truncatingIfNeeded: file.short(offset))) / 32_767
    }

    private static func damaged(_ path: String) -> WitError {
        WitError(
            code: .placesDamaged,
            message: "the land outlines file \(path) is damaged: it is truncated")
    }
}
