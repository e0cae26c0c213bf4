import CatalogDatabase
import JSON
import OutputText
import PhotoRecords
import RegionGeometry

/// Finds the regions of a photo that spots hit, by the regions' shapes.
///
/// ```swift
/// let spots = SpotList([Spot(x: .percent(31), y: .percent(62))])
/// let hit = HitRegions(on: photo, in: catalog) { spots.next() }
/// let report = try await hit.run { progress in print(progress.event) }
/// ```
public struct HitRegions: Sendable {
    /// How the picture is shown, and what counts as a hit.
    public struct Options: Sendable {
        /// How a screen shows the picture.
        public var view = PictureView()
        /// From which alpha on a mask covers, 0…255.
        public var alphaThreshold = Mask.alphaThreshold
        /// How near counts, in screen pixels, 0…`Tolerance.maximum`.
        public var tolerance = Tolerance.mouse
        /// Whether plain numbers are pixels of the upright picture, instead of screen pixels or,
        /// without a viewport, fractions of the picture.
        public var usesPixelCoordinates = false
        /// How much memory, in bytes, decoding a mask may take; nil for as much as is usual.
        public var decoderMemory: Int?

        /// The picture itself, touched by a mouse.
        public init() {}
    }

    /// What was done.
    public struct Report: JSONReport {
        /// How many spots were tested.
        public var count = 0
        /// References that name no photo, and regions that could not be tested.
        public var failures: [WitError] = []
        /// Whether the task was cancelled before the end.
        public var wasInterrupted = false

        /// `count`, `failures` and `interrupted`.
        public var json: JSONValue {
            [
                "count": .count(count), "failures": .array(failures.map(\.json)),
                "interrupted": .bool(wasInterrupted),
            ]
        }
    }

    private let photo: PhotoSelection
    private let catalog: PhotoCatalog
    private let options: Options
    private let spots: @Sendable () throws -> Spot?

    /// Gets ready to test.
    ///
    /// - Parameters:
    ///   - photo: One photo; of several the first is taken.
    ///   - spots: The next spot, or nil at the end; called on the thread that tests, which may wait.
    public init(
        on photo: PhotoSelection, in catalog: PhotoCatalog, options: Options = Options(),
        at spots: @escaping @Sendable () throws -> Spot?
    ) {
        self.photo = photo
        self.catalog = catalog
        self.options = options
        self.spots = spots
    }

    /// Tests one spot after the other; each is told as an item (`SpotHits`) as soon as it was tested. A
    /// region whose mask cannot be decoded is a failure of the report, and is not hit.
    ///
    /// - Throws: `bad-tolerance`; `WitError` where the catalog cannot be read, the size of the picture is not known, it
    ///   cannot be shown as asked for, or a spot cannot be read.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> Report {
        try await BlockingWork.run { stop in
            try Self.refuse(tolerance: options.tolerance)
            return try test(stop, progress)
        }
    }

    /// - Throws: `bad-tolerance` for less than nothing, or more than `Tolerance.maximum`.
    public static func refuse(tolerance: Double) throws(WitError) {
        guard !(0...Tolerance.maximum).contains(tolerance) else { return }
        throw WitError(
            item: "the tolerance", code: .badTolerance,
            reason: "0 to \(Int(Tolerance.maximum)) pixels, not \(tolerance)")
    }

    private func test(_ stop: Interruption, _ progress: ProgressHandler) throws -> Report {
        let named = try photo.resolved(in: catalog)
        var report = Report(failures: named.failures)
        guard let id = named.ids.first, let record = try catalog.record(id) else { return report }
        var test = try HitTest(on: record, memory: options.decoderMemory)
        let view = try options.view.mapping(of: test.picture, named: test.name)
        var cycle = HitCycle()
        while !stop.isRequested, let spot = try spots() {
            let (said, point) = options.place(spot, in: view)
            let hits = test.hits(
                at: point, in: view, tolerance: options.tolerance,
                alphaThreshold: options.alphaThreshold
            ) { report.failures.append($0) }
            let chosen = cycle.next(hits, at: point, tolerance: options.tolerance)
            report.count += 1
            let found = SpotHits(
                x: said.x, y: said.y,
                hits: hits.map { hit in
                    SpotHits.RegionHit(
                        region: record.regions[hit.index], index: hit.index,
                        isExact: hit.isExact, distance: hit.distance)
                }, chosen: chosen?.index)
            progress(WorkProgress(.finding, done: report.count, event: .item(found)))
        }
        report.wasInterrupted = stop.isRequested
        return report
    }
}

extension HitRegions.Options {
    /// The numbers that were given, and the point of the screen that they mean.
    func place(_ spot: Spot, in view: View) -> (said: Point, screen: Point) {
        let isOnScreen = self.view.viewport != nil && !usesPixelCoordinates
        let plane = isOnScreen ? view.viewport : view.picture
        let isFraction = self.view.viewport == nil && !usesPixelCoordinates
        let pixel = Point(
            x: spot.x.pixels(of: plane.width, unit: isFraction ? plane.width : 1),
            y: spot.y.pixels(of: plane.height, unit: isFraction ? plane.height : 1))
        let fraction = Point(x: pixel.x / plane.width, y: pixel.y / plane.height)
        return (isFraction ? fraction : pixel, isOnScreen ? pixel : view.screen(fraction))
    }
}

extension WitError.Code {
    /// A tolerance that is none.
    public static let badTolerance: Self = "bad-tolerance"
}
