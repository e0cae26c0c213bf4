import ArgumentParser

/// `wit region list|add|edit|remove|import`
struct RegionVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "region",
        abstract: "Mark parts of a picture: list, add, edit or remove regions.",
        discussion: """
            Example: wit region add IMG_1.jpg --name "Red kite" --circle 0.31,0.62,0.05
                     wit region list IMG_1.jpg
                     wit region edit IMG_1.jpg 1 --color tomato --to-front

            A region is a rectangle, an ellipse, a polygon or a mask on the upright picture, with \
            a name, a kind, a colour and a stacking order. Coordinates count from the top \
            left: fractions (0.31), percentages (12%) or pixels (340px). “wit hit” lists the \
            regions at a point.
            """,
        subcommands: [
            RegionList.self, RegionAdd.self, RegionEditing.self, RegionRemove.self,
            RegionImport.self,
        ])
}

/// The photo whose regions a command works on.
struct RegionPhotoArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("A path, an id, or the beginning of an id.", valueName: "photo"),
        completion: Completions.photos)
    var photo: String
}
