import ArgumentParser
import OutputText
import PhotoRecords
import RegionGeometry
import WhatIsThat

/// `wit hit PHOTO X Y`
struct HitVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hit",
        abstract: "List the regions of a photo at a point.",
        discussion: """
            Example: wit hit IMG_1.jpg 0.31 0.62
                     wit hit IMG_1.jpg 195 422 --view 390x844 --zoom 2.5 --pan 40,-12
                     printf '0.3 0.6\\n' | wit hit IMG_1.jpg - --json

            X and Y are fractions of the upright picture, percentages (12%) or pixels (340px). \
            Plain numbers are pixels of the view with --view, and pixels of the upright picture \
            with --pixels. With - instead, each line of stdin is an X and a Y, tested as \
            it arrives.

            A region is hit if its shape, not just its box, covers the point; the topmost comes \
            first. A mask covers the pixels whose alpha is at least --alpha. Regions within the \
            tolerance follow, nearest first. The picture is placed in the view as --content \
            says, then zoomed and rotated about the centre of the view, then panned.

            With --json, one spot per line: x, y, hits [{id, name, kind, index (0 is the lowest \
            region), number (as “wit region” counts, from 1), exact, distance (in pixels of the \
            view, or else of the picture)}], chosen \
            (the index of the region to select: hitting the same spot again goes one deeper, and \
            from the lowest back to the top).
            """)

    @Argument(
        help: ArgumentHelp("A path, an id, or the beginning of an id.", valueName: "photo"),
        completion: Completions.photos)
    var photo: String

    @Argument(
        help: ArgumentHelp("The horizontal coordinate, or - for points on stdin.", valueName: "x"))
    var x: String

    @Argument(help: ArgumentHelp("The vertical coordinate.", valueName: "y"))
    var y: String?

    @OptionGroup var shown: ViewOptions

    @Option(
        help: ArgumentHelp(
            "The alpha threshold of masks, 1 to 255 (default: 85).", valueName: "alpha"))
    var alpha: Int?

    @Option(
        help: ArgumentHelp(
            "The hit tolerance, in pixels of the view: 3 for a mouse (the default), 12 for a "
                + "finger.",
            valueName: "pixels"))
    var tolerance: Double?

    @Flag(help: "X and Y are pixels of the upright picture, even with --view.")
    var pixels = false

    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        if let alpha, !(1...255).contains(alpha) {
            throw ValidationError("--alpha is 1 to 255, not \(alpha).")
        }
        if let tolerance {
            do { try HitRegions.refuse(tolerance: tolerance) } catch {
                throw ValidationError("--tolerance is \(error.reason).")
            }
        }
        if x == "-" {
            if let y {
                throw ValidationError("With - the spots come from stdin: leave out “\(y)”.")
            }
        } else {
            _ = try Self.spot("\(x) \(y ?? "")")
        }
        _ = try shown.pictureView()
    }

    func run() async throws {
        var options = HitRegions.Options()
        options.view = try shown.pictureView()
        options.usesPixelCoordinates = pixels
        options.alphaThreshold = alpha.map(UInt8.init) ?? options.alphaThreshold
        options.tolerance = tolerance ?? options.tolerance
        options.decoderMemory = try Settings(given: nil, environment: ProcessEnvironment.all)
            .mailLimits.decoderBytes
        let isList = x == "-"
        let words = HitWords(json: speech.json, namesSpot: isList)
        let hit = HitRegions(
            on: PhotoReferences.list([photo]).selection, in: try store.openToRead(),
            options: options, at: isList ? Self.listed : try single())
        let report = try await CtrlC.cancels(endingAnyhow: { "wit: stopped." }) {
            try await hit.run { progress in
                if case .item(let hits as SpotHits) = progress.event { words.say(hits) }
            }
        }
        for failure in report.failures { Output.complain(failure) }
        if report.wasInterrupted {
            throw Interrupted(said: "wit: stopped after \(report.count.counted("spot")).")
        }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }

    /// The one spot of the command line.
    private func single() throws -> @Sendable () throws -> Spot? {
        let spots = SpotList([try Self.spot("\(x) \(y ?? "")")])
        return { spots.next() }
    }

    /// The spots on stdin.
    @Sendable private static func listed() throws -> Spot? {
        // What was found so far is to be seen before the next line is waited for.
        Output.flush()
        while let line = StandardInput.line() {
            if line.allSatisfy(\.isWhitespace) { continue }
            return try Spot(line: line, of: "stdin")
        }
        return nil
    }

    private static func spot(_ text: String) throws -> Spot {
        do { return try Spot(line: text, of: "X Y") } catch {
            throw ValidationError(error.reason + ".")
        }
    }
}
