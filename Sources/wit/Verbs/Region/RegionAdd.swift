import ArgumentParser
import PhotoRecords
import WhatIsThat

/// `wit region add`
struct RegionAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Mark a part of a picture.",
        usage: "wit region add <photo> <shape> [<options>]",
        discussion: """
            Example: wit region add IMG_1.jpg --name "Red kite" --circle 0.31,0.62,0.05
                     wit region add IMG_1.jpg --name Barn --rectangle 12%,30%,340px,200px
                     wit region add IMG_1.jpg --polygon "0.1,0.1 0.4,0.2 0.2,0.5" --color tomato
                     wit region add IMG_1.jpg --stroke drawn.jsonl --view 390x844

            A new region goes above those it is smaller than, unless --to-front or --to-back \
            says otherwise. A stroke has to be closed: a rough circle becomes an ellipse, any \
            other a polygon. “wit undo” reverts the change.

            With --json, the photo's regions as they are now, one per line, lowest first.
            """)

    @OptionGroup var photo: RegionPhotoArgument
    @OptionGroup var region: RegionOptions
    @OptionGroup var writing: WriteOptions
    @OptionGroup var store: CatalogOptions
    @OptionGroup var speech: SpeechOptions

    func validate() throws {
        let shape = region.shape
        guard
            [shape.rectangle, shape.ellipse, shape.circle, shape.polygon, shape.mask, shape.stroke]
                .contains(where: { $0 != nil })
        else {
            throw ValidationError(
                "A region needs a shape: give --rectangle, --ellipse, --circle, --polygon, --mask "
                    + "or --stroke.")
        }
        try shape.requireOneStdin()
        if !shape.readsStdin { _ = try region.sketch() }
    }

    func run() async throws {
        let id = RecordID().text
        let store = store
        try await RegionChange(photo: photo, writing: writing, speech: speech).run(
            .add(try region.sketch(), id: id), in: try store.open(), marking: id)
    }
}
