import ArgumentParser
import PhotoRecords
import WhatIsThat

/// `wit region edit`
struct RegionEditing: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a region's name, kind, colour, shape or stacking order.",
        discussion: """
            Example: wit region edit IMG_1.jpg 2 --name "Red kite" --color "#C03020"
                     wit region edit IMG_1.jpg "Red kite" --to-front

            “wit undo” reverts the change.

            With --json, the photo's regions as they are now, one per line, lowest first.
            """)

    @OptionGroup var photo: RegionPhotoArgument

    @Argument(
        help: ArgumentHelp(
            "Its number in “wit region list”, its name, its id, or the beginning of its id.",
            valueName: "region"))
    var reference: String

    @OptionGroup var region: RegionOptions

    @Flag(help: "Put it one region higher.")
    var raise = false

    @Flag(help: "Put it one region lower.")
    var lower = false

    @OptionGroup var writing: WriteOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        if [region.toFront, region.toBack, raise, lower].count(where: { $0 }) > 1 {
            throw ValidationError("Give one of --to-front, --to-back, --raise and --lower.")
        }
        try region.shape.requireOneStdin()
        if region.shape.readsStdin { return }
        if try sketch().isEmpty {
            throw ValidationError(
                "Nothing to change: give --name, --kind, --color, a shape, --to-front, --to-back, "
                    + "--raise or --lower.")
        }
    }

    func run() async throws {
        let reference = RegionReference(reference)
        let store = store
        try await RegionChange(photo: photo, writing: writing, speech: speech).run(
            .change(reference, try sketch()), in: try store.open())
    }

    private func sketch() throws -> RegionSketch {
        var sketch = try region.sketch()
        if raise { sketch.placing = .raise }
        if lower { sketch.placing = .lower }
        return sketch
    }
}
