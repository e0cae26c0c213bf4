import Foundation
import GRDB
import JSON
import OutputText
import PhotoRecords

/// One row of the table `photo`: the number that other tables know it by, and the record.
struct PhotoRow {
    /// The row's number, never given twice.
    var id: Int64
    /// The record, with the path of the file that is there, or was last.
    var record: PhotoRecord
    /// Whether none of its files is there.
    var missing: Bool
    /// What was worked out where the record is silent; nil where that is still to be done.
    var derivation: Derivation?

    /// The record with what was worked out, as it is shown. What files, mails and persons say
    /// is held against `record` alone.
    var presented: PhotoRecord {
        derivation.map { record.completed(by: $0.values) } ?? record
    }
}

/// Reads and writes rows of the table `photo` in one transaction.
final class PhotoRows {
    let db: Database
    let geocoder: (any ReverseGeocoder)?
    private let traits: TraitsCache
    private var statements = Statements()
    /// The places that persons named, as far as they were needed.
    var ownPlaces = OwnPlaceBook()

    init(_ db: Database, geocoder: (any ReverseGeocoder)? = nil) {
        self.db = db
        self.geocoder = geocoder
        traits = TraitsCache(db)
    }

    /// What a statement selects for `row(_:)` to read.
    static let selection = Column.list

    private static let insertion =
        "INSERT INTO photo (" + Column.stored.map(\.name).joined(separator: ", ")
        + ", folded_words, id) VALUES ("
        + Array(repeating: "?", count: Column.stored.count + 2).joined(separator: ", ") + ")"

    private static let updating =
        "UPDATE photo SET " + Column.stored.map { "\($0.name) = ?" }.joined(separator: ", ")
        + ", folded_words = ? WHERE id = ?"

    // MARK: Writing

    /// Adds a row under its number, with its words.
    func insert(_ given: PhotoRow, recordID: [UInt8]? = nil) throws {
        var row = given
        row.derivation = try derivation(of: row)
        let folded = FoldedWords.of(row.record, place: row.placeShown)
        try write(
            row, recordID, folded: folded,
            by: DirectStatement.shelved(&statements.insertion, db, Self.insertion))
        try noteOwnPlace(of: row, isNew: true)
        if let words = WordsRow(row.record, place: row.placeShown) {
            // Not INSERT … SELECT from the view, which counts as several writes (CatalogSchema).
            let statement = try DirectStatement.shelved(
                &statements.words, db,
                """
                INSERT INTO words (rowid, \(FoldedWords.indexed))
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """)
            statement.bind(row.id)
            statement.bind(words.name)
            statement.bind(words.caption)
            statement.bind(words.keywords)
            statement.bind(words.people)
            statement.bind(words.place)
            statement.bind(words.regions)
            statement.bind(folded)
            try statement.run()
        }
    }

    /// Writes all of a row.
    func update(_ given: PhotoRow) throws {
        var row = given
        row.derivation = try derivation(of: row)
        try write(
            row, nil, folded: FoldedWords.of(row.record, place: row.placeShown),
            by: DirectStatement.shelved(&statements.update, db, Self.updating))
        try noteOwnPlace(of: row, isNew: false)
    }

    /// The statements that write, each made when it is wanted first.
    private struct Statements {
        var insertion: DirectStatement?
        var update: DirectStatement?
        var words: DirectStatement?
    }

    /// Binds a row in the order of `Column.stored`, its folded words and its number last, and runs the
    /// statement.
    private func write(
        _ row: PhotoRow, _ recordID: [UInt8]?, folded: String?, by statement: DirectStatement
    ) throws {
        let record = row.record
        guard let identity = recordID ?? record.id.map({ Array(HexBlob.data($0)) }) else {
            throw WitError.catalog(.failed, "a photo without an identity cannot be stored")
        }
        let traits = try traits.number(of: PhotoTraits(record))
        statement.bind(identity)
        statement.bind(HexBlob.bytes(record.image?.fingerprint))
        statement.bind(HexBlob.bytes(record.image?.sha256))
        statement.bind(HexBlob.bytes(record.image?.perceptualHash))
        statement.bind(record.name)
        statement.bind(record.caption)
        statement.bind(JSONText.of(record.keywords))
        statement.bind(JSONText.of(record.people))
        statement.bind(record.taken?.local.secondsSince1970)
        statement.bind(record.taken?.local.time?.fraction)
        statement.bind((record.taken?.offset ?? row.derivation?.values.offset)?.minutes)
        bind(record.location, row.placeShown, to: statement)
        statement.bind(
            record.regions.isEmpty ? nil : JSONText.of(.array(record.regions.map(\.json))))
        statement.bind(WordsRow.names(of: record.regions))
        statement.bind(record.image?.width)
        statement.bind(record.image?.height)
        statement.bind(record.image?.bytes)
        statement.bind(traits)
        statement.bind(
            record.findings.isEmpty ? nil : JSONText.of(.array(record.findings.map(\.json))))
        statement.bind(UnknownFields.text(of: record))
        statement.bind(row.missing ? 1 : 0)
        statement.bind(row.derivation?.bits ?? 0)
        statement.bind(folded)
        statement.bind(row.id)
        try statement.run()
    }

    private func bind(_ location: Location?, _ place: Place?, to statement: DirectStatement) {
        statement.bind(location?.coordinate?.latitude)
        statement.bind(location?.coordinate?.longitude)
        statement.bind(location?.altitude)
        statement.bind(location?.direction)
        statement.bind(location?.accuracy)
        statement.bind(place?.name)
        statement.bind(place?.region)
        statement.bind(place?.country)
        statement.bind(place?.distanceKm)
    }

    // MARK: Reading

    /// The row of a number; nil where there is none.
    func row(_ id: Int64) throws -> PhotoRow? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(Self.selection) FROM photo WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(row)
    }

    /// The rows of numbers, in the order of these; numbers that no row has are passed over.
    func rows(_ numbers: [Int64]) throws -> [PhotoRow] {
        if numbers.isEmpty { return [] }
        let statement = try db.cachedStatement(
            sql: "SELECT \(Self.selection) FROM photo"
                + " WHERE id IN (SELECT value FROM json_each(?))")
        let list = "[" + numbers.map(String.init).joined(separator: ",") + "]"
        let cursor = try Row.fetchCursor(statement, arguments: [list])
        var found: [Int64: PhotoRow] = [:]
        while let row = try cursor.next() { found[row[Column.id]] = try self.row(row) }
        return numbers.compactMap { found[$0] }
    }

    /// The number of the photo of an identity; nil where there is none.
    func number(of id: RecordID) throws -> Int64? {
        let statement = try db.cachedStatement(sql: "SELECT id FROM photo WHERE record_id = ?")
        return try Int64.fetchOne(statement, arguments: [HexBlob.data(id)])
    }

    /// The row of an identity; nil where there is none.
    func row(_ id: RecordID) throws -> PhotoRow? { try number(of: id).flatMap { try row($0) } }

    /// Reads a row that a statement selected by `selection`.
    func row(_ row: Row) throws -> PhotoRow {
        var record = PhotoRecord()
        record.id = HexBlob.recordID(row[Column.recordID])
        record.name = row[Column.name]
        record.caption = row[Column.caption]
        record.keywords = JSONText.strings(row[Column.keywords])
        record.people = JSONText.strings(row[Column.people])
        let traits = try traits.traits(row[Column.traits])
        readTaken(row, traits, into: &record)
        readLocation(row, traits, into: &record)
        if let text: String = row[Column.regions] {
            record.regions =
                PhotoRecord(json: ["regions": try JSONValue(parsing: text.utf8)])
                .regions
        }
        let camera = Camera(make: traits?.make, model: traits?.model, lens: traits?.lens)
        record.camera = camera.isEmpty ? nil : camera
        readImage(row, traits, into: &record)
        record.provenance = traits?.provenance ?? [:]
        if let text: String = row[Column.findings] {
            record.findings =
                PhotoRecord(json: ["findings": try JSONValue(parsing: text.utf8)])
                .findings
        }
        if let text: String = row[Column.extra] { try UnknownFields.read(text, into: &record) }
        record.file = row[Column.file]
        let derivation = Derivation(bits: row[Column.derived], takenOutOf: &record)
        return PhotoRow(
            id: row[Column.id], record: record, missing: row[Column.missing], derivation: derivation
        )
    }

    private func readTaken(_ row: Row, _ traits: PhotoTraits?, into record: inout PhotoRecord) {
        guard let seconds: Int = row[Column.taken] else { return }
        let fraction: String? = row[Column.takenFraction]
        guard var local = LocalDateTime(secondsSince1970: seconds, fraction: fraction ?? "") else {
            return
        }
        if fraction == nil {
            local =
                LocalDateTime(year: local.year, month: local.month, day: local.day) ?? local
        }
        let offset: Int? = row[Column.takenOffset]
        record.taken = CaptureTime(
            local: local, offset: offset.flatMap { UTCOffset(minutes: $0) },
            offsetSource: traits?.offsetSource.map(CaptureTime.OffsetSource.init(rawValue:)),
            source: traits?.takenSource)
    }

    private func readLocation(_ row: Row, _ traits: PhotoTraits?, into record: inout PhotoRecord) {
        let place = Place(
            name: row[Column.place], region: row[Column.placeRegion],
            country: row[Column.placeCountry], distanceKm: row[Column.placeDistance])
        let latitude: Double? = row[Column.latitude]
        let longitude: Double? = row[Column.longitude]
        var location = Location(
            coordinate: latitude.flatMap { latitude in
                longitude.flatMap { Coordinate(latitude: latitude, longitude: $0) }
            },
            altitude: row[Column.altitude], direction: row[Column.direction],
            accuracy: row[Column.accuracy],
            place: place == Place() ? nil : place)
        if location == Location() { return }
        location.place?.source = traits?.placeSource
        location.source = traits?.locationSource
        location.precision = traits?.precision.map(Location.Precision.init(rawValue:))
        record.location = location
    }

    private func readImage(_ row: Row, _ traits: PhotoTraits?, into record: inout PhotoRecord) {
        var image = ImageFacts()
        image.fingerprint = HexBlob.text(row[Column.fingerprint])
        image.sha256 = HexBlob.text(row[Column.sha256])
        image.perceptualHash = HexBlob.text(row[Column.perceptualHash])
        image.width = row[Column.width]
        image.height = row[Column.height]
        image.bytes = row[Column.bytes]
        image.mediaType = traits?.mediaType
        image.orientation = traits?.orientation
        record.image = image == ImageFacts() ? nil : image
    }
}

/// What the view `photo_words` shows of a record.
struct WordsRow {
    var name: String?
    var caption: String?
    var keywords: String?
    var people: String?
    var place: String?
    var regions: String?

    /// Nil where the record has no words.
    ///
    /// - Parameter place: The place as it is shown.
    init?(_ record: PhotoRecord, place shown: Place?) {
        name = record.name
        caption = record.caption
        keywords = JSONText.of(record.keywords)
        people = JSONText.of(record.people)
        if let found = shown {
            let parts = [found.name, found.region, found.country]
            if parts.contains(where: { $0 != nil }) {
                place = parts.map { $0 ?? "" }.joined(separator: " ")
            }
        }
        regions = Self.names(of: record.regions)
        if name == nil && caption == nil && keywords == nil && people == nil && place == nil
            && regions == nil
        {
            return nil
        }
    }

    /// The regions' names, one a line; nil where none has one.
    static func names(of regions: [Region]) -> String? {
        if regions.isEmpty { return nil }
        let names = regions.compactMap(\.name).joined(separator: "\n")
        return names.isEmpty ? nil : names
    }
}
