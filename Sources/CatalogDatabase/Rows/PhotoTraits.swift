import GRDB
import JSON
import PhotoRecords

/// What many photos have in common, so that the catalog keeps it once: the camera, the kind of
/// file, and which metadata fields the values came from.
struct PhotoTraits: Hashable {
    var mediaType: String?
    var orientation: Int?
    var make: String?
    var model: String?
    var lens: String?
    var takenSource: String?
    var offsetSource: String?
    var locationSource: String?
    var precision: String?
    var placeSource: String?
    var provenance: [RecordField: Provenance]

    /// The traits of a record.
    init(_ record: PhotoRecord) {
        mediaType = record.image?.mediaType
        orientation = record.image?.orientation
        make = record.camera?.make
        model = record.camera?.model
        lens = record.camera?.lens
        takenSource = record.taken?.source
        offsetSource = record.taken?.offsetSource?.rawValue
        locationSource = record.location?.source
        precision = record.location?.precision?.rawValue
        placeSource = record.location?.place?.source
        provenance = record.provenance
    }

    /// Hashes what differs most between photos; equality looks at the rest. This runs for every
    /// photo of a scan.
    func hash(into hasher: inout Hasher) {
        hasher.combine(model)
        hasher.combine(orientation)
        hasher.combine(offsetSource == nil)
        hasher.combine(locationSource == nil)
        hasher.combine(provenance.count)
    }

    /// Reads the form at rest.
    init(json text: String) throws {
        let value = try JSONValue(parsing: text.utf8)
        mediaType = value["mediaType"]?.string
        orientation = value["orientation"]?.int
        make = value["make"]?.string
        model = value["model"]?.string
        lens = value["lens"]?.string
        takenSource = value["takenSource"]?.string
        offsetSource = value["offsetSource"]?.string
        locationSource = value["locationSource"]?.string
        precision = value["precision"]?.string
        placeSource = value["placeSource"]?.string
        provenance = PhotoRecord(json: ["provenance": value["provenance"] ?? [:]]).provenance
    }

    /// The form at rest.
    var text: String {
        var object: JSONObject = [:]
        object["mediaType"] = mediaType.map(JSONValue.string)
        object["orientation"] = orientation.map { .integer(Int64($0)) }
        object["make"] = make.map(JSONValue.string)
        object["model"] = model.map(JSONValue.string)
        object["lens"] = lens.map(JSONValue.string)
        object["takenSource"] = takenSource.map(JSONValue.string)
        object["offsetSource"] = offsetSource.map(JSONValue.string)
        object["locationSource"] = locationSource.map(JSONValue.string)
        object["precision"] = precision.map(JSONValue.string)
        object["placeSource"] = placeSource.map(JSONValue.string)
        if !provenance.isEmpty {
            object["provenance"] = .object(
                JSONObject(uniqueKeysWithValues: provenance.map { ($0.rawValue, $1.json) }))
        }
        return JSONText.of(.object(object))
    }
}

/// Finds the number of traits, and the traits of a number, for one transaction.
///
/// It forgets with the transaction: what was rolled back is never remembered.
final class TraitsCache {
    private let db: Database
    private var numbers: [PhotoTraits: Int64] = [:]
    private var traits: [Int64: PhotoTraits] = [:]

    /// How many are kept at most.
    private static let limit = 4096

    init(_ db: Database) { self.db = db }

    /// The number of the traits, which are stored if they are new.
    func number(of wanted: PhotoTraits) throws -> Int64 {
        if let known = numbers[wanted] { return known }
        let text = wanted.text
        let find = try db.cachedStatement(sql: "SELECT id FROM traits WHERE json = ?")
        var number = try Int64.fetchOne(find, arguments: [text])
        if number == nil {
            try db.cachedStatement(sql: "INSERT INTO traits (json) VALUES (?)")
                .execute(arguments: [text])
            number = db.lastInsertedRowID
        }
        let found = number ?? 0
        if numbers.count >= Self.limit { numbers.removeAll() }
        numbers[wanted] = found
        return found
    }

    /// The traits of a number; nil for an unknown one.
    func traits(_ number: Int64) throws -> PhotoTraits? {
        if let known = traits[number] { return known }
        let find = try db.cachedStatement(sql: "SELECT json FROM traits WHERE id = ?")
        guard let text = try String.fetchOne(find, arguments: [number]) else { return nil }
        let found = try PhotoTraits(json: text)
        if traits.count >= Self.limit { traits.removeAll() }
        traits[number] = found
        return found
    }
}
