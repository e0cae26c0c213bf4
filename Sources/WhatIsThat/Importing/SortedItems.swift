import ExchangeFormats
import OutputText
import PhotoRecords

/// What was given to import, by what it is.
struct SortedItems {
    /// Mails, and what is to be looked at as one.
    private(set) var mails: [String] = []
    /// Folders of Google Takeouts.
    private(set) var takeouts: [String] = []
    /// digiKam's databases: the names they were given by, and their paths.
    private(set) var databases: [(name: String, path: String)] = []
    /// What cannot be taken in, and why.
    private(set) var failures: [WitError] = []

    /// Whether there is anything but mails.
    var hasForeign: Bool { !takeouts.isEmpty || !databases.isEmpty }

    /// Looks at what is at each path; `-` is a mail.
    init(_ items: [String]) {
        for item in items {
            switch item == "-" ? nil : ForeignSource(at: absolutePath(item)) {
            case .takeout: takeouts.append(item)
            case .digiKam(let database): databases.append((item, database))
            case .archive(let kind):
                failures.append(
                    WitError(
                        item: item,
                        reason: "an archive (\(kind)); unpack it, and import the folder that comes "
                            + "out"))
            case .otherDatabase(let hint):
                failures.append(
                    WitError(
                        item: item,
                        reason: "an SQLite database, but not digiKam's of photos"
                            + (hint.map { "; that is \($0)" } ?? "")))
            case nil: mails.append(item)
            }
        }
    }
}
