import Foundation
import JSON
import PhotoRecords

/// Builds folders as a Google Takeout comes in.
public struct TakeoutBuilder {
    /// The folder that was unpacked.
    public let folder: URL

    /// A Takeout in a folder, that is made.
    public init(in folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Copies one of the fixtures into an album.
    public func add(_ fixture: String, as name: String) throws {
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: fixture), to: try url(name))
    }

    /// Writes any text.
    public func write(_ text: String, as name: String) throws {
        try Data(text.utf8).write(to: try url(name))
    }

    /// Writes a photo's JSON with the members that every one has.
    ///
    /// - Parameters:
    ///   - title: the photo's first name.
    ///   - taken: seconds since 1970.
    ///   - more: further members.
    public func story(
        _ name: String, title: String, taken: Int? = nil, at point: (Double, Double) = (0, 0),
        more: JSONObject = [:]
    ) throws {
        let place: JSONValue = [
            "latitude": .number(point.0), "longitude": .number(point.1), "altitude": 0.0,
            "latitudeSpan": 0.0, "longitudeSpan": 0.0,
        ]
        var object: JSONObject = [
            "title": .string(title), "description": "", "imageViews": "1", "geoData": place,
            "photoTakenTime": ["timestamp": .string(String(taken ?? 0))],
            "url": "https://photos.google.com/photo/x",
        ]
        object.merge(more) { $1 }
        try write(JSONValue.object(object).prettyText, as: name)
    }

    private func url(_ name: String) throws -> URL {
        let url = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        return url
    }
}
