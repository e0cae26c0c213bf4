import Foundation
import GRDB
import PhotoRecord

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
    /// How many values one photo may have of a kind, and how long a text may be: the database of
    /// another program may hold anything.
    private static let listLimit = 10_000
    private static let textLimit = 1_000_000

    /// Reads what all photos share: tags and albums.
    public init(
        _ database: DigiKamDatabase, roots: DigiKamRoots
    ) throws(ForeignCatalogError) {
        self.database = database
        self.roots = roots
        (tags, albums) = try database.read { db in
            var albums: [Int64: (root: Int64, path: String)] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT id, albumRoot, relativePath FROM Albums") {
                albums[row[0]] = (row[1] ?? 0, row[2] ?? "/")
            }
            return (try DigiKamTags(db), albums)
        }
    }

    /// How many photos there are.
    public func count() throws(ForeignCatalogError) -> Int {
        try database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM Images WHERE \(Self.isPhoto)") ?? 0
        }
    }

    /// Visible and hidden photos (status 1 and 2, not those in the bin or removed) in albums.
    private static let isPhoto = "status IN (1, 2) AND category = 1 AND album IS NOT NULL"

    /// The next photos; nil at the end.
    public mutating func next() throws(ForeignCatalogError) -> Batch? {
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
        guard let end = rows.last?[0] as Int64? else { return nil }
        var batch = Batch(last: end)
        var images: [Int64: DigiKamImage] = [:]
        var sizes: [Int64: DisplayedSize] = [:]
        var order: [Int64] = []
        for row in rows {
            let status: Int? = Self.int(row, 3)
            guard status == 1 || status == 2, let album = Self.int(row, 1) else { continue }
            guard Self.int(row, 4) == 1 else {
                batch.others += 1
                continue
            }
            guard let place = albums[Int64(album)], let root = roots.roots[place.root],
                let name = Self.text(row, 2), !name.contains("/"), !name.contains("\0")
            else { continue }
            let id: Int64 = row[0]
            let below = place.path + "/" + name
            // The database of a stranger must not lead out of the collection.
            guard !below.split(separator: "/").contains("..") else { continue }
            let path = DigiKamRoots.join(root.folder, below)
            var image = DigiKamImage(path: path, root: root.id)
            image.size = Self.int(row, 6).map(Int64.init)
            image.uniqueHash = Self.text(row, 7)
            image.rating = Self.int(row, 8).flatMap { (1...5).contains($0) ? $0 : nil }
            image.taken = Self.taken(Self.text(row, 9), modified: Self.text(row, 5))
            images[id] = image
            sizes[id] = DisplayedSize(
                width: Self.int(row, 11), height: Self.int(row, 12),
                orientation: Self.int(row, 10))
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
            let id: Int64 = row[0]
            guard let text = Self.text(row, 2) else { continue }
            if Self.int(row, 1) == 1 {
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
        while let row = try rows.next() {
            let id: Int64 = row[0]
            switch tags[row[1]] {
            case .keyword(let word): images[id]?.add(word, to: \.keywords, Self.listLimit)
            case .person(let name): images[id]?.add(name, to: \.people, Self.listLimit)
            case .none: continue
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
        while let row = try rows.next() {
            let id: Int64 = row[0]
            let (name, kind): (String, RegionKind)
            switch tags[row[1]] {
            case .keyword(let word): (name, kind) = (word, .thing)
            case .person(let person): (name, kind) = (person, .face)
            case .none: continue
            }
            guard let box = Self.text(row, 2).flatMap({ sizes[id]?.box($0) }),
                (images[id]?.faces.count ?? 0) < Self.listLimit
            else { continue }
            images[id]?.faces.append(Region(name: name, kind: kind, shape: .rectangle(box)))
            if kind == .face { images[id]?.add(name, to: \.people, Self.listLimit) }
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
            let id: Int64 = row[0]
            guard let latitude = Self.double(row, 1), let longitude = Self.double(row, 2),
                latitude != 0 || longitude != 0
            else { continue }
            images[id]?.coordinate = Coordinate(latitude: latitude, longitude: longitude)
            images[id]?.altitude = Self.double(row, 3)
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
            guard let property = Self.text(row, 1), let value = Self.text(row, 2) else { continue }
            parts[row[0], default: [:]][property] = value
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

    // SQLite's columns hold values of any type, whatever the table says.

    private static func int(_ row: Row, _ column: Int) -> Int? {
        let value: DatabaseValue = row[column]
        return switch value.storage {
        case .int64(let number): Int(exactly: number)
        case .double(let number): Int(exactly: number)
        case .string(let text): Int(text)
        default: nil
        }
    }

    private static func double(_ row: Row, _ column: Int) -> Double? {
        let value: DatabaseValue = row[column]
        let number: Double? =
            switch value.storage {
            case .int64(let number): Double(number)
            case .double(let number): number
            case .string(let text): Double(text)
            default: nil
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func text(_ row: Row, _ column: Int) -> String? {
        let value: DatabaseValue = row[column]
        guard case .string(let text) = value.storage, text.utf8.count <= textLimit,
            text.contains(where: { !$0.isWhitespace })
        else { return nil }
        return text
    }
}

extension DigiKamImage {
    fileprivate mutating func add(
        _ text: String, to list: WritableKeyPath<DigiKamImage, [String]>, _ limit: Int
    ) {
        guard self[keyPath: list].count < limit, !self[keyPath: list].contains(text) else { return }
        self[keyPath: list].append(text)
    }
}
