import GRDB

/// digiKam's tree of tags: which of them are keywords, which are people, and which are digiKam's
/// own (labels, faces without a name).
struct DigiKamTags {
    /// What a tag means for a photo that has it.
    enum Meaning: Hashable {
        /// The last part of the tag's path, as with hierarchical keywords in XMP.
        case keyword(String)
        case person(String)
        case none
    }

    private var meanings: [Int64: Meaning] = [:]

    /// How many tags may stand above one another.
    private static let depthLimit = 100

    init(_ db: Database) throws {
        var names: [Int64: (parent: Int64, name: String)] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT id, pid, name FROM Tags") {
            names[row[0]] = (row[1] ?? 0, row[2] ?? "")
        }
        var own: Set<Int64> = []
        var people: [Int64: String] = [:]
        let properties = try Row.fetchAll(
            db, sql: "SELECT tagid, property, value FROM TagProperties WHERE tagid IS NOT NULL")
        for row in properties {
            let tag: Int64 = row[0]
            switch row[1] as String? {
            case "internalTag", "unknownPerson", "unconfirmedPerson", "ignoredPerson":
                own.insert(tag)
            case "person": people[tag] = row[2] ?? ""
            case "faceEngineId" where people[tag] == nil: people[tag] = row[2] ?? ""
            default: continue
            }
        }
        for (tag, entry) in names {
            var above = tag
            var isOwn = own.contains(tag)
            for _ in 0..<Self.depthLimit {
                guard !isOwn, let next = names[above] else { break }
                isOwn = next.name == "_Digikam_Internal_Tags_" || next.name == "_Digikam_root_tag_"
                above = next.parent
            }
            if isOwn || entry.name.isEmpty {
                meanings[tag] = Meaning.none
            } else if let person = people[tag] {
                meanings[tag] = .person(person.isEmpty ? entry.name : person)
            } else {
                meanings[tag] = .keyword(entry.name)
            }
        }
    }

    subscript(tag: Int64) -> Meaning { meanings[tag] ?? .none }
}
