import CatalogDatabase
import ExchangeFormats
import Foundation
import OutputText
import PhotoRecords

/// Finds out from recorded tracks (GPX) where photos were taken, by the moment each was taken.
///
/// The moment is what the camera's clock showed, put into UTC by the offset that is known of the
/// photo; else by the one that the person says; else by the time zone of the track, where someone
/// knows it.
public struct TrackGeotagger: Sendable {
    /// What is known of the camera's clock, and how far a track may be stretched.
    public struct Options: Sendable {
        /// How far the camera's clock stood before UTC, for photos that do not say so themselves.
        public var cameraOffset: UTCOffset?
        /// By how many seconds the camera's clock was fast; negative where it was slow.
        public var cameraAhead = 0.0
        /// Two points further apart in time, in seconds, say nothing of the time between them.
        public var gap = 1_800.0
        /// Whether photos that have a point already get another one.
        public var replaces = false
        /// The offset from UTC of the clocks at a place, by their own reading; nil where that is
        /// unknown.
        public var zone: @Sendable (Coordinate, LocalDateTime) -> UTCOffset? = { _, _ in nil }
        /// No word on the clock, half an hour between points.
        public init() {}
    }

    /// Where a photo was taken.
    public struct Placed: Sendable, Equatable {
        /// The point of the track, with what else is known of the photo's place.
        public var location: Location
        /// Who says so: `gpx:` and the track's file name.
        public var source: String
    }

    /// What came of some photos.
    public struct Report: Sendable {
        /// The photos that get a place.
        public var places: [RecordID: Placed] = [:]
        /// Photos that have a point already.
        public var located = 0
        /// Photos of which the tracks say nothing, and why.
        public var failures: [WitError] = []
        /// The tracks that gave a place.
        public var tracks: Set<String> = []
    }

    /// What was odd about the files, each named.
    public let notices: [WitError]
    private let search: TrackSearch
    private let options: Options

    /// Reads the tracks.
    ///
    /// - Parameters:
    ///   - files: paths of GPX files.
    ///   - options: how to place photos by them.
    /// - Throws: a `WitError` naming the file that is none, or holds no point with a time.
    public init(files: [String], options: Options = Options()) throws(WitError) {
        var tracks: [Track] = []
        var notices: [WitError] = []
        for file in files {
            let reading = try GPXReader.read(file)
            tracks.append(reading.track)
            if let damage = reading.damage {
                notices.append(WitError(item: file, reason: damage))
            }
        }
        self.notices = notices
        self.options = options
        search = TrackSearch(tracks, gap: options.gap)
    }

    /// Finds the places of photos; changes nothing.
    ///
    /// - Parameter isStopped: asked before each photo; the rest is left out then.
    /// - Throws: `WitError` where the catalog cannot be read.
    public func place(
        _ photos: [RecordID], in catalog: PhotoCatalog, isStopped: () -> Bool = { false }
    ) throws(WitError) -> Report {
        var report = Report()
        for id in photos {
            if isStopped() { break }
            guard let record = try catalog.record(id)?.withoutDerived else { continue }
            if record.location?.coordinate != nil, !options.replaces {
                report.located += 1
                continue
            }
            do throws(Unplaced) {
                let found = try place(of: record)
                var location = Location(
                    coordinate: found.point.coordinate,
                    altitude: found.point.altitude.map { ($0 * 1000).rounded() / 1000 },
                    source: "gpx", place: record.location?.place)
                location.direction = record.location?.direction
                report.places[id] = Placed(location: location, source: "gpx:" + found.track)
                report.tracks.insert(found.track)
            } catch {
                report.failures.append(
                    WitError(
                        item: record.file ?? id.text, code: error.code, reason: error.reason))
            }
        }
        return report
    }

    private struct Unplaced: Error {
        var code = WitError.Code.notPlaced
        let reason: String
    }

    private func place(of record: PhotoRecord) throws(Unplaced) -> TrackSearch.Found {
        guard let taken = record.taken else {
            throw Unplaced(reason: "not geotagged: when it was taken is unknown")
        }
        guard let clock = taken.local.time else {
            throw Unplaced(reason: "not geotagged: only the day it was taken is known")
        }
        let reading =
            Double(taken.local.secondsSince1970) + clock.fractionOfSecond - options.cameraAhead
        guard let offset = taken.offset ?? options.cameraOffset ?? zone(reading, taken.local) else {
            throw Unplaced(
                code: .cameraClockUnknown,
                reason: "not geotagged: the UTC offset of its clock is unknown")
        }
        let moment = reading - Double(offset.minutes * 60)
        guard let found = search.place(at: moment) else {
            throw Unplaced(reason: "not geotagged: " + Self.away(search.distance(from: moment)))
        }
        return found
    }

    /// The offset of the clocks where the track was at that time: the zone of a place that is
    /// found without knowing the zone, and again with it.
    private func zone(_ reading: Double, _ local: LocalDateTime) -> UTCOffset? {
        var offset: UTCOffset?
        for _ in 0..<2 {
            let moment = reading - Double((offset?.minutes ?? 0) * 60)
            guard let point = search.nearest(to: moment) else { return nil }
            offset = options.zone(point.coordinate, local)
            if offset == nil { return nil }
        }
        return offset
    }

    private static func away(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite else { return "the track does not cover the time" }
        let minutes = Int(seconds / 60)
        let words =
            switch minutes {
            case 0: "\(Int(seconds)) s"
            case ..<120: "\(minutes) min"
            case ..<2_880: "\(minutes / 60) h"
            default: "\(minutes / 1_440) days"
            }
        return "the nearest point of the track is \(words) away"
    }
}

extension WitError.Code {
    /// The tracks say nothing of where a photo was taken.
    public static let notPlaced: Self = "not-placed"
    /// How far a camera's clock stood from UTC is unknown.
    public static let cameraClockUnknown: Self = "camera-clock-unknown"
}
