import GRDB

/// digiKam's tree of tags: which of them are keywords, which are people, and which are digiKam's
/// own (labels, faces without a name).
struct DigiKamTags {
    /// What a tag means for a photo that has it.
    enum Meaning: Hashable {
        /// The last part of the tag's path, as with hierarchical keywords in XMP.
        case keyword(String)
        case person(String)
        /// A label, a face without a name: nothing to tell.
        case ownTag
    }

    private var meanings: [Int64: Meaning] = [:]

    /// How many tags may stand above one another.
    private static let depthLimit = 100

    init(_ db: Database) throws {
        var names: [Int64: (parent: Int64, name: String)] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT id, pid, name FROM Tags") {
            guard let id = row.integer(0) else { continue }
            names[id] = (row.integer(1) ?? 0, row.words(2) ?? "")
        }
        var own: Set<Int64> = []
        var people: [Int64: String] = [:]
        let properties = try Row.fetchAll(
            db, sql: "SELECT tagid, property, value FROM TagProperties WHERE tagid IS NOT NULL")
        for row in properties {
            guard let tag = row.integer(0) else { continue }
            switch row.words(1) {
            case "internalTag", "unknownPerson", "unconfirmedPerson", "ignoredPerson":
                own.insert(tag)
            case "person": people[tag] = row.words(2) ?? ""
            case "faceEngineId" where people[tag] == nil: people[tag] = row.words(2) ?? ""
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
                meanings[tag] = Meaning.ownTag
            } else if let person = people[tag] {
                meanings[tag] = .person(person.isEmpty ? entry.name : person)
            } else {
                meanings[tag] = .keyword(entry.name)
            }
        }
    }

    subscript(tag: Int64) -> Meaning { meanings[tag] ?? .ownTag }
}
