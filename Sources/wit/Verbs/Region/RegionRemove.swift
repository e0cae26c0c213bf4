import ArgumentParser
import WhatIsThat

/// `wit region remove`
struct RegionRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove regions from a photo.",
        discussion: """
            Example: wit region remove IMG_1.jpg 2
                     wit region remove IMG_1.jpg "Red kite" Barn

            “wit undo” restores them.

            With --json, the photo's regions as they are now, one per line, lowest first.
            """)

    @OptionGroup var photo: RegionPhotoArgument

    @Argument(
        help: ArgumentHelp(
            "Numbers in “wit region list”, names, ids, or the beginnings of ids.",
            valueName: "region"))
    var references: [String]

    @OptionGroup var writing: WriteOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func run() async throws {
        let store = store
        try await RegionChange(photo: photo, writing: writing, speech: speech).run(
            .remove(references.map(RegionReference.init)), in: try store.open())
    }
}
