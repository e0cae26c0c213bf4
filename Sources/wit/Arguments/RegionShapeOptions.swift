import ArgumentParser
import PhotoRecords
import RegionGeometry
import WhatIsThat

/// The shape of a region, as it is described on the command line.
struct RegionShapeOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A rectangle by its top left corner and size.", valueName: "X,Y,W,H"))
    var rectangle: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The ellipse that fills a rectangle.", valueName: "X,Y,W,H"))
    var ellipse: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A circle by its centre and radius, a fraction of the picture's width.",
            valueName: "X,Y,R"))
    var circle: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A polygon by its points; - reads them from stdin.", valueName: "X,Y X,Y …"))
    var polygon: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A hole in the polygon; may be repeated.", valueName: "X,Y X,Y …"))
    var hole: [String] = []

    @Option(
        help: ArgumentHelp("A PNG file whose alpha channel is the mask.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var mask: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The rectangle that the mask is stretched over (default: the whole picture).",
            valueName: "X,Y,W,H"))
    var box: String?

    @Option(
        help: ArgumentHelp(
            "A file with one closed stroke as “wit stroke” reads it, or - for stdin, drawn in the "
                + "view of --view.", valueName: "file"), completion: .file())
    var stroke: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The rotation of a rectangle or ellipse about its centre, clockwise.",
            valueName: "degrees"))
    var rotation: Double?

    @OptionGroup var shown: ViewOptions

    /// Whether stdin is read for points: once, and not before the command runs.
    var readsStdin: Bool { polygon == "-" || hole.contains("-") }

    /// Refuses to read stdin twice.
    func requireOneStdin() throws {
        guard ([polygon].compactMap(\.self) + hole).count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("Give - once: stdin is read to its end.")
        }
    }

    /// The shape; nil where none is described.
    ///
    /// - Throws: `ValidationError` that names what cannot be read, or does not go together.
    func shape() throws -> SketchedShape? {
        let given = [
            ("--rectangle", rectangle), ("--ellipse", ellipse), ("--circle", circle),
            ("--polygon", polygon), ("--mask", mask), ("--stroke", stroke),
        ].compactMap { name, value in value.map { (name, $0) } }
        guard given.count <= 1 else {
            throw ValidationError(
                "A region has one shape: give \(given[0].0) or \(given[1].0), not both.")
        }
        try requireTogether(given.first?.0)
        guard let (option, text) = given.first else { return nil }
        if text.isEmpty { throw ValidationError("\(option) is empty.") }
        let name = "\(option) \(text.prefix(60))"
        switch option {
        case "--rectangle":
            return SketchedShape(
                .rectangle(try Self.box(text, option), rotation: rotation ?? 0), named: name)
        case "--ellipse":
            return SketchedShape(
                .ellipse(try Self.box(text, option), rotation: rotation ?? 0), named: name)
        case "--circle":
            let numbers = try Self.measures(text, 3, option, "X,Y,R")
            return SketchedShape(
                .circle(center: Spot(x: numbers[0], y: numbers[1]), radius: numbers[2]),
                named: name)
        case "--polygon":
            return SketchedShape(
                .polygon(
                    try Self.points(text, option),
                    holes: try hole.map { try Self.points($0, "--hole") }), named: name)
        case "--mask":
            let box = try box.map { try Self.box($0, "--box") } ?? .whole
            return SketchedShape(.mask(box, path: absolutePath(text)), named: text)
        default:
            let view = try shown.pictureView()
            guard view.viewport != nil else {
                throw ValidationError("--stroke needs the view it was drawn in: add --view WxH.")
            }
            return SketchedShape(
                .stroke(StrokeInputArgument.input(text), view),
                named: text == "-" ? "stdin" : text)
        }
    }

    /// Refuses what needs another option.
    private func requireTogether(_ shape: String?) throws {
        if rotation != nil, shape != "--rectangle", shape != "--ellipse" {
            throw ValidationError("--rotation needs --rectangle or --ellipse.")
        }
        if !hole.isEmpty, shape != "--polygon" { throw ValidationError("--hole needs --polygon.") }
        if box != nil, shape != "--mask" { throw ValidationError("--box needs --mask.") }
        try requireOneStdin()
        if shown.view != nil, shape != "--stroke" {
            throw ValidationError("--view needs --stroke.")
        }
        if shape == nil { _ = try shown.pictureView() }
    }

    private static func box(_ text: String, _ option: String) throws -> SketchedBox {
        let numbers = try measures(text, 4, option, "X,Y,W,H")
        return SketchedBox(
            corner: Spot(x: numbers[0], y: numbers[1]), width: numbers[2], height: numbers[3])
    }

    private static func points(_ text: String, _ option: String) throws -> [Spot] {
        let words =
            text == "-" ? stdinWords() : text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count >= 3 else {
            throw ValidationError(
                "\(option) “\(text.prefix(60))” has \(words.count) points; an outline has 3 or more."
            )
        }
        return try words.map { word in
            let numbers = try measures(word, 2, option, "X,Y")
            return Spot(x: numbers[0], y: numbers[1])
        }
    }

    /// The words of stdin, one more than an outline may have at most.
    private static func stdinWords() -> [String] {
        var words: [String] = []
        while words.count <= SketchedShape.maximumPoints, let line = StandardInput.line() {
            words += line.split(whereSeparator: \.isWhitespace).map(String.init)
        }
        return words
    }

    private static func measures(
        _ text: String, _ count: Int, _ option: String, _ form: String
    ) throws -> [Measure] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.prefix(count + 1).compactMap { Measure(String($0)) }
        guard numbers.count == count, parts.count == count else {
            throw ValidationError(
                "\(option) “\(text.prefix(60))” is not \(form) in fractions, percentages (12%) or "
                    + "pixels (340px).")
        }
        return numbers
    }
}
