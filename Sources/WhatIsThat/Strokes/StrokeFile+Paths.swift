import Files
import LearnedStrokes

extension StrokeFile {
    /// The file of learned strokes: the one given, else `wit/strokes.jsonl` in the XDG data folder, which
    /// has our own strokes as long as nobody made it.
    ///
    /// - Parameters:
    ///   - given: a path from the command line; a relative one counts from the current folder.
    ///   - environment: the process's environment.
    public init(given: String?, environment: [String: String]) {
        if let given {
            self.init(path: absolutePath(given), beginsWithOurs: false)
        } else {
            let folder = Folder.holding(DefaultPaths.defaultPath(environment))
            self.init(path: folder + "/strokes.jsonl", beginsWithOurs: true)
        }
    }
}
