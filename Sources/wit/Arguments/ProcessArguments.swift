import Files

/// What the command line says, as it was typed: Swift's own list replaces what is no UTF-8, and
/// the names of old files would lead nowhere.
enum ProcessArguments {
    /// The arguments behind the program's name, as `PathEncoding` writes them.
    static var texts: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { FileSystem.text($0) }
        }
    }
}
