import ArgumentParser
import RegionGeometry
import WhatIsThat

/// How a picture is shown on a screen that a person points at.
struct ViewOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The size of the view that shows the picture, in pixels; X and Y refer to it.",
            valueName: "WxH"))
    var view: String?

    @Option(
        help: ArgumentHelp(
            "How the picture fills the view: fit, fill, stretch, center or shrink (default: fit).",
            valueName: "mode"),
        completion: .list(ContentMode.allCases.map(\.rawValue)))
    var content: String?

    @Option(help: ArgumentHelp("The zoom factor (default: 1).", valueName: "times"))
    var zoom: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far the picture is panned, in view pixels.", valueName: "X,Y")
    )
    var pan: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far the picture is rotated, clockwise.", valueName: "degrees"))
    var rotate: Double?

    /// The view.
    ///
    /// - Throws: `ValidationError` that names what is not a size, mode or pair of numbers, or an option
    ///   that needs `--view`.
    func pictureView() throws -> PictureView {
        var shown = PictureView()
        guard let view else {
            let given = [
                ("--content", content != nil), ("--zoom", zoom != nil), ("--pan", pan != nil),
                ("--rotate", rotate != nil),
            ].first { $0.1 }
            if let given { throw ValidationError("\(given.0) needs a view: add --view WxH.") }
            return shown
        }
        shown.viewport = try Self.size(view)
        if let content {
            guard let mode = ContentMode(rawValue: content) else {
                let modes = ContentMode.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError(
                    "“\(content)” is not a mode of --content; the modes are: \(modes).")
            }
            shown.content = mode
        }
        shown.zoom = zoom ?? 1
        shown.rotation = rotate ?? 0
        if let pan { shown.pan = try Self.point(pan) }
        return shown
    }

    static func size(_ text: String) throws -> Size {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            (1...1_000_000).contains(width), (1...1_000_000).contains(height)
        else { throw ValidationError("“\(text)” is not a size in pixels, such as 390x844.") }
        return Size(width: Double(width), height: Double(height))
    }

    static func point(_ text: String) throws -> Point {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Measure(String($0)) }
        guard parts.count == 2, case .plain(let x)? = parts[0], case .plain(let y)? = parts[1]
        else { throw ValidationError("“\(text)” is not a pair of pixel offsets, such as 40,-12.") }
        return Point(x: x, y: y)
    }
}
