/// The program's version: the one place that says it. `wit --version`, the payloads of mails and the
/// packages that `make` builds take it from here.
public enum ProgramVersion {
    /// The version, by Semantic Versioning 2.0.0.
    public static let number = "0.1.0"

    /// The program's name and version, by which what it writes names its writer.
    public static let writer = "What Is That \(number)"
}
