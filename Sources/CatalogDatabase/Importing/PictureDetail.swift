import Foundation
import GRDB
import JSON
import PhotoRecords

/// What is noted of one change to a photo's files and picture; its JSON form is at rest in
/// `picture_change`.
struct PictureDetail {
    /// The picture's facts before and after; nil where they stay.
    var former: JSONObject?
    var later: JSONObject?
    /// The files that the photo got: paths, and what a row holds beside them.
    var files: [JSONValue] = []
    /// The messages that the photo got.
    var messages: [Int64] = []
    /// The questions that the photo got with the one that was joined into it.
    var questions: QuestionMoves?
    /// The hashes that messages stated of the one that was joined into it, as `HexBlob` spells them,
    /// and which of them the photo did not have before.
    var stated: [String] = []
    var statedAnew: [String] = []

    var text: String {
        var object: JSONObject = [
            "files": .array(files), "messages": .array(messages.map(JSONValue.integer)),
        ]
        object["former"] = former.map(JSONValue.object)
        object["later"] = later.map(JSONValue.object)
        object["questions"] = questions?.json
        if !stated.isEmpty { object["stated"] = .strings(stated) }
        if !statedAnew.isEmpty { object["statedAnew"] = .strings(statedAnew) }
        return JSONText.of(.object(object))
    }

    init() {}

    init(_ text: String) throws {
        let object = try JSONValue(parsing: text.utf8)
        former = object["former"]?.object
        later = object["later"]?.object
        files = object["files"]?.array ?? []
        messages = (object["messages"]?.array ?? []).compactMap { $0.int.map(Int64.init) }
        questions = object["questions"].flatMap(QuestionMoves.init(json:))
        stated = (object["stated"]?.array ?? []).compactMap(\.string)
        statedAnew = (object["statedAnew"]?.array ?? []).compactMap(\.string)
    }

    /// What a photo brings to the one that it is joined into, but for their pictures.
    init(joining gone: PhotoRow, into row: PhotoRow, _ db: Database) throws {
        files = try Self.files("photo = ?", [gone.id], db)
        messages = try Int64.fetchAll(
            db,
            sql: """
                SELECT message FROM photo_message WHERE photo = ? AND message NOT IN
                (SELECT message FROM photo_message WHERE photo = ?)
                """, arguments: [gone.id, row.id])
        questions = try QuestionMoves(from: gone.record.id, to: row.record.id, db)
        let hashes = try Row.fetchAll(
            db,
            sql: """
                SELECT hash, hash NOT IN (SELECT hash FROM stated_hash WHERE photo = ?) AS is_new
                FROM stated_hash WHERE photo = ? ORDER BY hash
                """, arguments: [row.id, gone.id])
        stated = hashes.compactMap { HexBlob.text($0["hash"]) }
        statedAnew = hashes.filter { $0["is_new"] }.compactMap { HexBlob.text($0["hash"]) }
    }

    /// The rows of files, as they are noted.
    static func files(
        _ condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [JSONValue] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT path, size, modified, inode, missing, fingerprint, sha256, said FROM file
                WHERE \(condition) ORDER BY path
                """, arguments: arguments
        ).map { file in
            var object: JSONObject = [
                "path": .string(file["path"]), "size": .integer(file["size"]),
                "modified": .integer(file["modified"]), "inode": .integer(file["inode"]),
                "missing": .bool(file["missing"]),
                "said": .string((file["said"] as Data).base64EncodedString()),
            ]
            object["fingerprint"] = HexBlob.text(file["fingerprint"]).map(JSONValue.string)
            object["sha256"] = HexBlob.text(file["sha256"]).map(JSONValue.string)
            return .object(object)
        }
    }
}

/// What a change did to one photo's files and picture.
struct PictureStep {
    /// The photo that got files.
    let photo: Int64
    /// The photo that was joined into it; 0 for none.
    let gone: Int64
    var detail: PictureDetail

    /// The steps of a change in the order in which they can be taken back: a photo comes out of the
    /// one that it was joined into before others come out of it.
    ///
    /// Of a join that was done again the latest note counts: what the photo had by then went with it.
    static func all(of change: Int64, _ db: Database) throws -> [Self] {
        let steps = try Row.fetchAll(
            db,
            sql: """
                SELECT photo, gone, ifnull((SELECT detail FROM picture_change AS later
                        WHERE later.photo = picture_change.photo
                        AND later.gone = picture_change.gone AND picture_change.gone > 0
                        ORDER BY later.change DESC LIMIT 1), detail) AS detail
                FROM picture_change WHERE change = ?
                """, arguments: [change]
        ).map {
            Self(photo: $0["photo"], gone: $0["gone"], detail: try PictureDetail($0["detail"]))
        }
        let into = Dictionary(
            steps.filter { $0.gone > 0 }.map { ($0.gone, $0.photo) }, uniquingKeysWith: max)
        func depth(_ photo: Int64) -> Int {
            var (depth, photo) = (0, photo)
            while depth < steps.count, let next = into[photo] { (depth, photo) = (depth + 1, next) }
            return depth
        }
        return steps.map { (depth($0.photo), $0) }.sorted {
            ($0.0, $0.1.photo, $0.1.gone) < ($1.0, $1.1.photo, $1.1.gone)
        }.map(\.1)
    }
}
