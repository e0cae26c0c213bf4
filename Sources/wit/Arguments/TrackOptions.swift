import ArgumentParser
import PhotoRecords
import WhatIsThat

/// The options of `wit edit` that place photos by recorded tracks.
struct TrackOptions: ParsableArguments {
    @Option(
        name: .customLong("from-gpx"),
        help: ArgumentHelp(
            "Take locations from a recorded track, by time; may be repeated.", valueName: "file"),
        completion: .file(extensions: ["gpx"]))
    var files: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The longest gap between points to interpolate across (default: 30m).",
            valueName: "time"))
    var gpxGap: String?

    @Flag(help: "Also geotag photos that already have a location.")
    var gpxReplace = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The UTC offset of the camera's clock, for photos without one.",
            valueName: "±hh:mm"))
    var cameraClock: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far the camera's clock was ahead: 3m20s; behind: -3m20s.", valueName: "time"))
    var cameraAhead: String?

    /// - Throws: `ValidationError` where the options contradict each other or what else is
    ///   written.
    func check(besides edits: PhotoEdits) throws {
        _ = try options()
        for file in files { try requireNonEmpty(file, "--from-gpx") }
        if files.isEmpty, gpxGap != nil || cameraClock != nil || cameraAhead != nil || gpxReplace {
            throw ValidationError(
                "--gpx-gap, --gpx-replace, --camera-clock and --camera-ahead need --from-gpx.")
        }
        if !files.isEmpty, edits.coordinate != nil || edits.removesLocation {
            throw ValidationError("--from-gpx and --at cannot be combined.")
        }
    }

    /// The tracks to place photos by; nil where none were named.
    func tracks() throws -> EditPhotos.Tracks? {
        files.isEmpty
            ? nil : EditPhotos.Tracks(files: files.map(absolutePath), options: try options())
    }

    private func options() throws -> TrackGeotagger.Options {
        var options = TrackGeotagger.Options()
        options.replaces = gpxReplace
        let geocoder = InstalledGeocoder()
        options.zone = { geocoder.values(at: $0, local: $1)?.offset }
        if let gpxGap {
            options.gap = try DurationArgument(parsing: gpxGap).seconds
            if options.gap < 0 { throw ValidationError("--gpx-gap “\(gpxGap)” is negative.") }
        }
        if let cameraAhead {
            options.cameraAhead = try DurationArgument(parsing: cameraAhead).seconds
        }
        if let cameraClock {
            guard let offset = UTCOffset(cameraClock) else {
                throw ValidationError(
                    "--camera-clock “\(cameraClock)” is not an offset from UTC: write +02:00 or Z.")
            }
            options.cameraOffset = offset
        }
        return options
    }
}

extension TrackGeotagger.Report {
    /// What was done, in a line: `Geotagged from walk.gpx: 12 photos; …`.
    var words: String {
        func photos(_ count: Int) -> String { "\(count) photo\(count == 1 ? "" : "s")" }
        let names = tracks.isEmpty ? "" : " from " + tracks.sorted().joined(separator: ", ")
        var words = "Geotagged\(names): \(photos(places.count))"
        if located > 0 { words += "; \(located) already had a location (--gpx-replace)" }
        if !failures.isEmpty { words += "; \(failures.count) not geotagged" }
        return words
    }
}
