import Files
import GRDB
import OutputText

/// Goes through the files known at a path, the file itself and all that lie in a folder at any
/// depth, in the order of their paths' bytes: with flat memory and without holding a transaction
/// open, so that the catalog may be written meanwhile.
///
/// The files come some thousands at a time. When a page is read, what was written into the
/// catalog behind the last file of the page before is seen: a caller that goes through a folder
/// in the same order moves the cursor up to a path *before* it adds the file of that path.
public struct KnownFileCursor: Sendable {
    private struct Entry {
        var end: Int
        var file: KnownFile
    }

    private let catalog: PhotoCatalog
    private let last: String
    // The path behind which the next page begins, and whether it may itself be the first.
    private var after: [UInt8]
    private var exact: String?
    private var paths: [UInt8] = []
    private var entries: [Entry] = []
    private var index = 0
    private var isLastPage = false

    private static let pageSize = 4096

    /// What is selected of each file.
    private enum Column: Int, SelectedColumn {
        case path, size, modified, inode, missing, reread, chosen
    }

    /// Stands at the first file.
    ///
    /// - Parameter path: An absolute path; `/` for everything.
    /// - Throws: `WitError` where the catalog cannot be read.
    public init(_ catalog: PhotoCatalog, under path: String) throws(WitError) {
        self.catalog = catalog
        let (from, to) = PhotoCatalog.bounds(path)
        after = Array(from.utf8)
        last = to
        exact = path
        try readPage()
    }

    /// The file at hand; nil behind the last one.
    public var file: KnownFile? { index < entries.count ? entries[index].file : nil }

    /// The path of the file at hand, in UTF-8.
    public var path: ArraySlice<UInt8> { index < entries.count ? paths[range(index)] : [] }

    /// How the path at hand stands to another one, byte by byte: below 0 if before it, 0 if they
    /// are equal, above 0 if after it or if there is none at hand.
    public func comparePath(to other: [UInt8]) -> Int {
        guard index < entries.count else { return 1 }
        let range = range(index)
        return BytewiseOrder.compare(paths, range, other, 0..<other.count)
    }

    /// Whether the path at hand begins with these bytes.
    public func pathBegins(with prefix: [UInt8]) -> Bool {
        guard index < entries.count else { return false }
        let range = range(index)
        guard range.count >= prefix.count else { return false }
        let front = range.lowerBound..<range.lowerBound + prefix.count
        return BytewiseOrder.compare(paths, front, prefix, 0..<prefix.count) == 0
    }

    /// Moves on to the next file.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public mutating func advance() throws(WitError) {
        index += 1
        if index >= entries.count, !isLastPage { try readPage() }
    }

    private func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : entries[index - 1].end)..<entries[index].end
    }

    private mutating func readPage() throws(WitError) {
        if let last = entries.indices.last { after = Array(paths[range(last)]) }
        let (exact, after, last) = (exact, after, last)
        var paths: [UInt8] = []
        var entries: [Entry] = []
        paths.reserveCapacity(self.paths.count)
        entries.reserveCapacity(self.entries.count)
        try catalog.reading { db in
            func take(_ row: DirectStatement) {
                row.appendText(Column.path, to: &paths)
                let stamp = FileStamp(
                    size: row.number(Column.size), modified: row.number(Column.modified),
                    inode: UInt64(bitPattern: row.number(Column.inode)))
                entries.append(
                    Entry(
                        end: paths.count,
                        file: KnownFile(
                            stamp: stamp, missing: row.number(Column.missing) != 0,
                            isDoubtful: row.number(Column.reread) != 0,
                            isChosen: row.number(Column.chosen) != 0)))
            }
            let columns = "SELECT \(Column.list) FROM file"
            if let exact {
                let one = try DirectStatement(db, columns + " WHERE path = ?")
                one.bind(exact)
                while try one.next() { take(one) }
            }
            let page = try DirectStatement(
                db, columns + " WHERE path > ? AND path < ? ORDER BY path LIMIT ?")
            page.bind(String(decoding: after, as: UTF8.self))
            page.bind(last)
            page.bind(Self.pageSize)
            while try page.next() { take(page) }
        }
        isLastPage = entries.count < Self.pageSize
        self.exact = nil
        self.paths = paths
        self.entries = entries
        index = 0
    }
}
