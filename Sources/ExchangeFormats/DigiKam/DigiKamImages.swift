import Foundation
import GRDB
import OutputText
import PhotoRecords

/// The photos of digiKam's database, a thousand at a time.
public struct DigiKamImages {
    /// A thousand photos, or what was left.
    public struct Batch: Sendable {
        /// The photos, in the order of their rows.
        public var images: [DigiKamImage] = []
        /// Films, sounds and other files among them, which are passed over.
        public var others = 0
        /// Where the next batch begins.
        fileprivate var last: Int64 = 0
    }

    private let database: DigiKamDatabase
    private let roots: DigiKamRoots
    private let tags: DigiKamTags
    private let albums: [Int64: (root: Int64, path: String)]
    private var last: Int64 = .min

    static let batchSize = 1_000
    /// How many values one photo may have of a kind.
    private static let listLimit = 10_000

    /// Reads what all photos share: tags and albums.
    ///
    /// - Throws: `WitError` where the database cannot be read.
    public init(
        _ database: DigiKamDatabase, roots: DigiKamRoots
    ) throws(WitError) {
        self.database = database
        self.roots = roots
        (tags, albums) = try database.read { db in
            var albums: [Int64: (root: Int64, path: String)] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT id, albumRoot, relativePath FROM Albums") {
                guard let id = row.integer(0) else { continue }
                albums[id] = (row.integer(1) ?? 0, row.text(2) ?? "/")
            }
            return (try DigiKamTags(db), albums)
        }
    }

    /// How many photos there are.
    ///
    /// - Throws: `WitError` where the database cannot be read.
    public func count() throws(WitError) -> Int {
        try database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM Images WHERE \(Self.isPhoto)") ?? 0
        }
    }

    /// Visible and hidden photos (status 1 and 2, not those in the bin or removed) in albums.
    private static let isPhoto = "status IN (1, 2) AND category = 1 AND album IS NOT NULL"

    /// The next photos; nil at the end.
    ///
    /// - Throws: `WitError` where the database cannot be read.
    public mutating func next() throws(WitError) -> Batch? {
        let start = last
        let batch = try database.read { try read($0, after: start) }
        guard let batch else { return nil }
        last = batch.last
        return batch
    }

    private func read(_ db: Database, after start: Int64) throws -> Batch? {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT Images.id, album, name, status, category, modificationDate, fileSize,
                        uniqueHash, rating, creationDate, orientation, width, height
                    FROM Images LEFT JOIN ImageInformation ON imageid = Images.id
                    WHERE Images.id > ? ORDER BY Images.id LIMIT \(Self.batchSize)
                    """), arguments: [start])
        guard let end = rows.last?.integer(0) else { return nil }
        var batch = Batch(last: end)
        var images: [Int64: DigiKamImage] = [:]
        var sizes: [Int64: DisplayedSize] = [:]
        var order: [Int64] = []
        for row in rows {
            let status = row.integer(3)
            guard status == 1 || status == 2, let album = row.integer(1) else { continue }
            guard row.integer(4) == 1 else {
                batch.others += 1
                continue
            }
            guard let id = row.integer(0), let place = albums[album],
                let root = roots.roots[place.root],
                let name = row.text(2), !name.contains("/"), !name.contains("\0")
            else { continue }
            let below = place.path + "/" + name
            // The database of a stranger must not lead out of the collection.
            guard !below.split(separator: "/").contains("..") else { continue }
            let path = DigiKamRoots.join(root.folder, below)
            var image = DigiKamImage(path: path, root: root.id)
            image.size = row.integer(6)
            image.uniqueHash = row.text(7)
            image.rating = row.integer(8).flatMap { (1...5).contains($0) ? Int($0) : nil }
            image.taken = Self.taken(row.text(9), modified: row.text(5))
            images[id] = image
            sizes[id] = DisplayedSize(
                width: row.integer(11), height: row.integer(12), orientation: row.integer(10))
            order.append(id)
        }
        let range: StatementArguments = [start, end]
        try readComments(db, range, &images)
        try readTags(db, range, &images)
        try readFaces(db, range, sizes, &images)
        try readPositions(db, range, &images)
        try readPlaces(db, range, &images)
        batch.images = order.compactMap { images[$0] }
        return batch
    }

    // MARK: What belongs to them

    private func readComments(
        _ db: Database, _ range: StatementArguments, _ images: inout [Int64: DigiKamImage]
    ) throws {
        // 1 is a caption, 3 a title; the one of the default language stands first.
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT imageid, type, comment FROM ImageComments
                    WHERE imageid > ? AND imageid <= ? AND type IN (1, 3)
                    ORDER BY imageid, language <> 'x-default', id
                    """), arguments: range)
        while let row = try rows.next() {
            guard let id = row.integer(0) else { continue }
            guard let text = row.words(2) else { continue }
            if row.integer(1) == 1 {
                if images[id]?.caption == nil { images[id]?.caption = text }
            } else if images[id]?.name == nil {
                images[id]?.name = text
            }
        }
    }

    private func readTags(
        _ db: Database, _ range: StatementArguments, _ images: inout [Int64: DigiKamImage]
    ) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT imageid, tagid FROM ImageTags
                    WHERE imageid > ? AND imageid <= ? ORDER BY imageid, tagid
                    """), arguments: range)
        var (keywords, people) = (Seen(), Seen())
        while let row = try rows.next() {
            guard let id = row.integer(0) else { continue }
            switch row.integer(1).map({ tags[$0] }) ?? .ownTag {
            case .keyword(let word):
                images[id]?.add(word, to: \.keywords, Self.listLimit, &keywords, id)
            case .person(let name):
                images[id]?.add(name, to: \.people, Self.listLimit, &people, id)
            case .ownTag: continue
            }
        }
    }

    private func readFaces(
        _ db: Database, _ range: StatementArguments, _ sizes: [Int64: DisplayedSize],
        _ images: inout [Int64: DigiKamImage]
    ) throws {
        // `autodetectedFace` and `autodetectedPerson` are guesses that nobody confirmed.
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT imageid, tagid, value FROM ImageTagProperties
                    WHERE imageid > ? AND imageid <= ? AND property = 'tagRegion'
                    ORDER BY imageid, tagid, value
                    """), arguments: range)
        var people = Seen()
        while let row = try rows.next() {
            guard let id = row.integer(0) else { continue }
            let (name, kind): (String, RegionKind)
            switch row.integer(1).map({ tags[$0] }) ?? .ownTag {
            case .keyword(let word): (name, kind) = (word, .thing)
            case .person(let person): (name, kind) = (person, .face)
            case .ownTag: continue
            }
            guard let box = row.text(2).flatMap({ sizes[id]?.box($0) }),
                (images[id]?.faces.count ?? 0) < Self.listLimit
            else { continue }
            images[id]?.faces.append(Region(name: name, kind: kind, shape: .rectangle(box)))
            if kind == .face { images[id]?.add(name, to: \.people, Self.listLimit, &people, id) }
        }
    }

    private func readPositions(
        _ db: Database, _ range: StatementArguments, _ images: inout [Int64: DigiKamImage]
    ) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT imageid, latitudeNumber, longitudeNumber, altitude FROM ImagePositions
                    WHERE imageid > ? AND imageid <= ?
                    """), arguments: range)
        while let row = try rows.next() {
            guard let id = row.integer(0) else { continue }
            guard let latitude = row.real(1), let longitude = row.real(2),
                latitude != 0 || longitude != 0
            else { continue }
            images[id]?.coordinate = Coordinate(latitude: latitude, longitude: longitude)
            images[id]?.altitude = row.real(3)
        }
    }

    private func readPlaces(
        _ db: Database, _ range: StatementArguments, _ images: inout [Int64: DigiKamImage]
    ) throws {
        var parts: [Int64: [String: String]] = [:]
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT imageid, property, value FROM ImageProperties
                    WHERE imageid > ? AND imageid <= ? AND property IN
                        ('city', 'location', 'provinceState', 'country', 'countryCode')
                    """), arguments: range)
        while let row = try rows.next() {
            guard let id = row.integer(0), let property = row.text(1), let value = row.words(2)
            else { continue }
            parts[id, default: [:]][property] = value
        }
        for (id, parts) in parts {
            // The parts as they are taken from IPTC's data sets of the same names.
            let code = parts["countryCode"].flatMap { $0.utf8.count == 2 ? $0.uppercased() : nil }
            let place = Place(
                name: parts["city"] ?? parts["location"], region: parts["provinceState"],
                country: code ?? parts["country"])
            images[id]?.place = place
        }
    }

    // MARK: Values

    /// Reads a date as digiKam writes it, `2024-05-01T10:22:33.000`.
    ///
    /// - Parameter modified: the file's time: what digiKam takes where a photo says nothing.
    private static func taken(_ text: String?, modified: String?) -> LocalDateTime? {
        guard let text, let taken = LocalDateTime(iso: text), let time = taken.time else {
            return text.flatMap { LocalDateTime(iso: $0) }
        }
        if let modified = modified.flatMap({ LocalDateTime(iso: $0) }),
            abs(modified.secondsSince1970 - taken.secondsSince1970) <= 1
        {
            return nil
        }
        // QUIRK: three digits always, also where the photo has none.
        var fraction = time.fraction
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return LocalDateTime(secondsSince1970: taken.secondsSince1970, fraction: fraction)
    }
}

extension DigiKamImage {
    fileprivate mutating func add(
        _ text: String, to list: WritableKeyPath<DigiKamImage, [String]>, _ limit: Int,
        _ seen: inout Seen, _ id: Int64
    ) {
        guard self[keyPath: list].count < limit,
            seen.isNew(text, of: id, known: self[keyPath: list])
        else { return }
        self[keyPath: list].append(text)
    }
}

/// The texts of the image that is being read: rows come image by image.
private struct Seen {
    private var id: Int64?
    private var texts: Set<String> = []

    mutating func isNew(_ text: String, of id: Int64, known: [String]) -> Bool {
        if id != self.id { (self.id, texts) = (id, Set(known)) }
        return texts.insert(text).inserted
    }
}
