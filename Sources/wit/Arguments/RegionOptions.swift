import ArgumentParser
import PhotoRecords
import RegionGeometry
import WhatIsThat

/// What a person says of a region on the command line.
struct RegionOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "The name; an empty one removes it.")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The kind: face, pet, focus, barcode, thing, question or a word of your "
                + "own; an empty one removes it."),
        completion: .list(["face", "pet", "focus", "barcode", "thing", "question"]))
    var kind: String?

    @Option(
        help: ArgumentHelp(
            "The colour: #RGB, #RRGGBB, 0xRRGGBB or a CSS name; an empty one removes it.",
            valueName: "colour"))
    var color: String?

    @Flag(help: "Put it above all other regions.")
    var toFront = false

    @Flag(help: "Put it below all other regions.")
    var toBack = false

    @OptionGroup(title: "Shape") var shape: RegionShapeOptions

    /// The sketch of it all.
    ///
    /// - Throws: `ValidationError` that names what cannot be read.
    func sketch() throws -> RegionSketch {
        if toFront, toBack { throw ValidationError("Give --to-front or --to-back, not both.") }
        var sketch = RegionSketch()
        sketch.name = name
        sketch.kind = kind.map(RegionKind.init(rawValue:))
        if let color, !color.isEmpty {
            guard let read = Color(color) else {
                throw ValidationError(
                    "--color “\(color.prefix(60))” is not a colour: write #RGB, #RRGGBB, 0xRRGGBB "
                        + "or a CSS name such as tomato.")
            }
            sketch.color = read
        }
        sketch.removesColor = color?.isEmpty == true
        sketch.shape = try shape.shape()
        sketch.placing = toFront ? .toFront : toBack ? .toBack : nil
        return sketch
    }
}
