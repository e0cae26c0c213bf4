import Files
import Foundation
import OutputText
import PhotoMetadata
import PhotoRecords
import XML

/// Reads GPX 1.0 and 1.1 (topografix.com/GPX/1/1): the points of tracks, routes and waypoints
/// that have a time.
///
/// Every point is foreign: one without a time, or whose place is none on earth, is left out.
package final class GPXReader: XMLHandler {
    /// What a file held.
    package struct Reading {
        /// The points.
        package var track: Track
        /// Points without a time, or without a place on earth.
        var unusable = 0
        /// What was wrong with the file, where that did not hinder reading it.
        package var damage: String?
    }

    /// A file may have so many bytes, and so many points.
    static let maximumBytes = 256_000_000
    static let pointsAtMost = 5_000_000

    /// Reads a file.
    ///
    /// - Throws: a `WitError` naming it where it holds no point that can be used.
    package static func read(_ path: String) throws(WitError) -> Reading {
        guard let size = FileStamp(of: path)?.size else {
            let isThere = PathState(of: path) != .absent
            throw WitError(path: path, reason: isThere ? "not a file" : "no such file")
        }
        guard size <= maximumBytes else {
            throw WitError(path: path, reason: "larger than \(maximumBytes / 1_000_000) MB")
        }
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
        } catch {
            throw WitError(path: path, reason: "it can't be read")
        }
        do throws(Refusal) {
            return try read(data, name: URL(filePath: path).lastPathComponent)
        } catch {
            throw WitError(path: path, reason: error.reason)
        }
    }

    /// Why nothing could be read.
    struct Refusal: Error { let reason: String }

    /// Reads a file's bytes.
    static func read(_ data: Data, name: String) throws(Refusal) -> Reading {
        let reader = GPXReader()
        let ending = XMLReader.read(data, to: reader)
        if ending == .documentType {
            throw Refusal(
                reason: "it has a document type declaration, which a GPX file never needs")
        }
        if let other = reader.other ?? otherFormat(data) {
            throw Refusal(reason: "\(other), not GPX; only GPX is read")
        }
        guard reader.isGPX else { throw Refusal(reason: "not a GPX file") }
        reader.endSegment()
        var reading = Reading(
            track: Track(name: name, segments: reader.segments), unusable: reader.unusable)
        let count = "the \(reader.count) points before that are used"
        switch ending {
        case .complete, .documentType: break
        case .damaged: reading.damage = "the file is damaged; \(count)"
        case .crowded: reading.damage = "it has a tag with too many attributes; \(count)"
        case .stopped: reading.damage = "the file is too large; \(count)"
        }
        guard !reading.track.segments.isEmpty else {
            throw Refusal(
                reason: reader.unusable == 0
                    ? "it has no points" : "none of its \(reader.unusable) points has a time")
        }
        return reading
    }

    /// What a file is that is no XML, by its first bytes.
    private static func otherFormat(_ data: Data) -> String? {
        let start = String(decoding: data.prefix(512), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        if start.hasPrefix("$GP") || start.hasPrefix("$GN") { return "an NMEA log" }
        if start.hasPrefix("{") { return "JSON" }
        if start.hasPrefix("PK") { return "a zip or KMZ file" }
        return nil
    }

    // MARK: Elements

    private var isGPX = false
    private var other: String?
    private var depth = 0
    private var segment: [TrackPoint] = []
    private var segments: [[TrackPoint]] = []
    private var unusable = 0
    private var count = 0

    private var point: (latitude: String?, longitude: String?)?
    private var pointDepth = 0
    private var time = ""
    private var elevation = ""
    private var field: Field?

    private enum Field { case time, elevation }

    package func start(_ name: String, attributes: [String: String]) -> Bool {
        depth += 1
        if depth == 1 {
            isGPX = name == "gpx"
            other = ["kml": "KML", "TrainingCenterDatabase": "TCX"][name]
            return isGPX
        }
        switch name {
        case "trkpt", "rtept", "wpt":
            // A point within a point is none.
            if point != nil { return true }
            point = (attributes["lat"], attributes["lon"])
            pointDepth = depth
            (time, elevation) = ("", "")
        case "trkseg", "rte": endSegment()
        // Only the point's own: extensions may hold elements of the same names.
        case "time" where point != nil && depth == pointDepth + 1: field = .time
        case "ele" where point != nil && depth == pointDepth + 1: field = .elevation
        default: break
        }
        return count < Self.pointsAtMost
    }

    package func end(_ name: String) {
        depth -= 1
        field = nil
        switch name {
        case "trkpt" where depth == pointDepth - 1, "rtept" where depth == pointDepth - 1:
            endPoint()
        case "wpt" where depth == pointDepth - 1:
            // Places to remember lie on no way: each stands for itself.
            endSegment()
            endPoint()
            endSegment()
        case "trkseg", "rte": endSegment()
        default: break
        }
    }

    package func text(_ piece: String) {
        switch field {
        case .time where time.utf8.count < 64: time += piece
        case .elevation where elevation.utf8.count < 64: elevation += piece
        default: break
        }
    }

    private func endPoint() {
        guard let point else { return }
        self.point = nil
        guard let coordinate = Self.coordinate(point.latitude, point.longitude),
            let seconds = Self.seconds(time)
        else {
            unusable += 1
            return
        }
        let altitude = Double(elevation.trimmingCharacters(in: .whitespacesAndNewlines))
        count += 1
        segment.append(
            TrackPoint(
                seconds: seconds, coordinate: coordinate,
                altitude: altitude.flatMap { abs($0) < 100_000 ? $0 : nil }))
    }

    private func endSegment() {
        if !segment.isEmpty { segments.append(segment) }
        segment = []
    }

    private static func coordinate(_ latitude: String?, _ longitude: String?) -> Coordinate? {
        func number(_ text: String?) -> Double? {
            text.flatMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        }
        return number(latitude).flatMap { latitude in
            number(longitude).flatMap { Coordinate(latitude: latitude, longitude: $0) }
        }
    }

    /// The moment in UTC: XML Schema's dateTime, which GPX wants in UTC; without a zone it is
    /// taken for that.
    static func seconds(_ text: String) -> Double? {
        var text = Substring(text.trimmingCharacters(in: .whitespacesAndNewlines))
        guard text.utf8.count >= 19 else { return nil }
        var offset = 0
        if text.last == "Z" || text.last == "z" {
            text = text.dropLast()
        } else if let sign = text.utf8.dropFirst(19).lastIndex(where: { $0 == 0x2B || $0 == 0x2D })
        {
            guard let zone = UTCOffset(text[sign...]) else { return nil }
            offset = zone.minutes * 60
            text = text[..<sign]
        }
        guard let local = LocalDateTime(iso: text), let clock = local.time else { return nil }
        return Double(local.secondsSince1970 - offset) + clock.fractionOfSecond
    }
}
