import CatalogDatabase
import Files
import Foundation
import JSON
import OutputText
import PhotoMetadata
import PhotoRecords
import TestSupport

@testable import WhatIsThat

/// Numbers that follow from a seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Small photos as another program writes them.
enum TinyPhoto {
    /// A picture of `FollowedFolder.jpeg` with metadata.
    static func bytes(_ bare: [UInt8], saying record: PhotoRecord) throws -> [UInt8] {
        // The coded data begins behind SOI and the frame's header.
        let head = 15
        return try MetadataEditor().edit(head: Array(bare.prefix(head)), to: record)
            + bare.dropFirst(head)
    }
}

/// What may happen to a photo: edits here, writes by other programs, moves, copies, scans, undo,
/// in an order that follows from a seed.
struct RandomLife {
    let catalog: PhotoCatalog
    let folder: String
    var numbers: SeededNumbers
    /// What was done, for the person who looks into a failure.
    private(set) var story: [String] = []
    /// The hashes of all that the catalog once said, by field, and of files that were deleted.
    private(set) var known: [RecordField: Set<JSONValue>] = [:]
    private let bare: [UInt8]
    private var files: [String]
    private var next = 0
    private let firstChange: Int64
    private var id: RecordID?

    init(_ catalog: PhotoCatalog, folder: String, seed: UInt64, picture: Int) async throws {
        self.catalog = catalog
        self.folder = folder
        numbers = SeededNumbers(state: seed)
        bare = FollowedFolder.jpeg(picture)
        files = ["\(folder)/a.jpg"]
        firstChange = try catalog.changes(limit: 1).first?.number ?? 0
        for name in ["", "/x", "/y"] {
            try FileManager.default.createDirectory(
                atPath: folder + name, withIntermediateDirectories: true)
        }
        try write(named("Red kite"), to: files[0])
        try await scan()
        id = try catalog.resolve(files[0])
        try remember()
    }

    /// The files that are there.
    var present: [String] { files.filter { FileStamp(of: $0) != nil } }

    private func named(_ name: String?) throws -> [UInt8] {
        var record = PhotoRecord()
        record.name = name
        record.keywords = ["bird"]
        record.location = Location(coordinate: Coordinate(latitude: 12.5, longitude: 3.25))
        return try TinyPhoto.bytes(bare, saying: record)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        // Under another name first: the file gets another inode, so that its stamp tells.
        try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    }

    func scan() async throws {
        _ = try await CatalogPhotos([folder], in: catalog).run()
    }

    private mutating func remember() throws {
        guard let id, let record = try catalog.record(id) else { return }
        for field in RecordField.allCases {
            if let value = record[field: field] { known[field, default: []].insert(value) }
        }
    }

    /// Does something.
    mutating func step() async throws {
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0, 1: try await edit(writing: [])
        case 2, 3: try await edit(writing: Bool.random(using: &numbers) ? .metadata : .sidecar)
        case 4, 5: try touch()
        case 6: try strip()
        case 7: try move()
        case 8: try copy()
        case 9: try delete()
        case 10:
            story.append("scan")
            try await scan()
        default: try undo()
        }
        try remember()
    }

    private mutating func word() -> String { "N\(Int.random(in: 1...4, using: &numbers))" }

    private mutating func edit(writing targets: WritePhotos.Targets) async throws {
        guard let id, try catalog.record(id) != nil else { return }
        var edits = PhotoEdits()
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: edits.name = word()
        case 1: edits.keywords.adding = [word()]
        default: edits.coordinate = Coordinate(latitude: 40, longitude: 8)
        }
        story.append("edit \(edits.fields) writing \(targets.rawValue)")
        let writer = WritePhotos(catalog: catalog, targets: targets)
        if !targets.isEmpty {
            _ = try await writer.refresh([id], named: [])
            try remember()
        }
        let change = try edits.apply(to: [id], in: catalog)
        if !targets.isEmpty {
            _ = try writer.run([id], named: [], change: change?.number, edited: edits.fields)
        }
    }

    /// Another program writes other metadata.
    private mutating func touch() throws {
        guard let path = present.randomElement(using: &numbers) else { return }
        var record = try PhotoReader().readAlone(path: path).record
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: record.name = word()
        case 1: record.people = [word()]
        case 2: record.keywords = record.keywords.isEmpty ? ["bird"] : []
        default: record.location = nil
        }
        story.append("touch \(path)")
        try write(try TinyPhoto.bytes(bare, saying: record), to: path)
    }

    private mutating func strip() throws {
        guard let path = present.randomElement(using: &numbers) else { return }
        story.append("strip \(path)")
        try write(bare, to: path)
    }

    private mutating func newPath() -> String {
        next += 1
        return folder + (["", "/x", "/y"].randomElement(using: &numbers) ?? "") + "/f\(next).jpg"
    }

    private mutating func move() throws {
        guard let path = present.randomElement(using: &numbers) else { return }
        let new = newPath()
        story.append("move \(path) \(new)")
        try FileManager.default.moveItem(atPath: path, toPath: new)
        if Bool.random(using: &numbers), FileStamp(of: path + ".xmp") != nil {
            try FileManager.default.moveItem(atPath: path + ".xmp", toPath: new + ".xmp")
        }
        files.append(new)
    }

    private mutating func copy() throws {
        guard present.count < 3, let path = present.randomElement(using: &numbers) else { return }
        let new = newPath()
        story.append("copy \(path) \(new)")
        try FileManager.default.copyItem(atPath: path, toPath: new)
        files.append(new)
    }

    private mutating func delete() throws {
        guard present.count > 1, let path = present.randomElement(using: &numbers) else { return }
        story.append("delete \(path)")
        try FileManager.default.removeItem(atPath: path)
    }

    private mutating func undo() throws {
        let changes = try catalog.changes(limit: 4).filter { $0.number > firstChange }
        guard let change = changes.randomElement(using: &numbers) else { return }
        story.append("undo \(change.number) (\(change.summary))")
        // Not a catch with a pattern: Swift 6.3.1 ends at one of a typed error.
        do throws(WitError) {
            _ = try UndoChange(change.number, in: catalog).perform()
        } catch {
            guard error.code == .notUndoable else { throw error }
            story[story.count - 1] += " refused"
        }
    }

    // MARK: What must hold

    /// Where a file and the catalog differ without a word, proposals that no file makes, and
    /// removals of what a file says.
    func faults() throws -> [String] {
        var faults: [String] = []
        guard let path = present.first, let record = try catalog.record(catalog.resolve(path)),
            let id = record.id
        else { return ["the photo is not in the catalog"] }
        let said = try present.map { path in
            (path: path, record: try PhotoReader().read(path: path).record)
        }
        var offered: [Proposal] = []
        for state in Proposal.State.allCases where state != .withdrawn {
            offered += try catalog.proposals(state, of: id)
        }
        for field in RecordField.allCases {
            let value = record[field: field]
            let isUser = record.provenance[field]?.at != nil
            let pending = offered.filter { $0.field == field }
            let others = said.map { $0.record[field: field] }
            for (path, file) in said {
                let own = file[field: field]
                if Self.same(field, file, record) { continue }
                let isKnown = own != nil && isKnown(field, file)
                let isProposed = pending.contains { proposal in
                    proposal.kind == .removal || own != nil && Self.says(proposal, own)
                }
                let isSaidElsewhere = Self.says(said.map(\.record), field, record)
                if isProposed || isUser && (own == nil || isKnown) { continue }
                if isSaidElsewhere && (own == nil || isKnown || Self.holds(record, field, file)) {
                    continue
                }
                faults.append(
                    "\(path) says \(field) \(own?.text ?? "nothing"), the catalog "
                        + "\(value?.text ?? "nothing") (\(record.provenance[field]?.json.text ?? ""))"
                )
            }
            for proposal in pending where proposal.state == .pending && proposal.kind == .removal {
                if let teller = said.first(where: { Self.same(field, $0.record, record) }) {
                    faults.append("removal of \(field) is proposed, which \(teller.path) says")
                }
            }
            for proposal in pending where proposal.state == .pending && proposal.kind == .value {
                guard let proposed = proposal.proposed else { continue }
                if !others.contains(where: { $0 != nil && Self.says(proposal, $0) }) {
                    faults.append("no file proposes \(field) \(proposed.text)")
                }
            }
        }
        return faults
    }

    /// Whether the catalog once said what a file says: by what it says, not by how it came.
    private func isKnown(_ field: RecordField, _ file: PhotoRecord) -> Bool {
        known[field]?.contains { value in
            var record = PhotoRecord()
            record[field: field] = value
            return Self.same(field, file, record)
        } ?? false
    }

    private static func same(
        _ field: RecordField, _ left: PhotoRecord, _ right: PhotoRecord
    ) -> Bool {
        switch field {
        case .location:
            guard let one = left.location?.coordinate, let other = right.location?.coordinate else {
                return left.location?.coordinate == right.location?.coordinate
            }
            return one.isNear(other)
        case .keywords: return Set(left.keywords) == Set(right.keywords)
        case .camera, .regions, .taken: return true
        default: return left[field: field] == right[field: field]
        }
    }

    /// Whether files say what the catalog does: of a list each value, as its values come together.
    private static func says(
        _ files: [PhotoRecord], _ field: RecordField, _ record: PhotoRecord
    ) -> Bool {
        switch field {
        case .keywords: Set(record.keywords).isSubset(of: files.flatMap(\.keywords))
        case .people: Set(record.people).isSubset(of: files.flatMap(\.people))
        default: files.contains { same(field, $0, record) }
        }
    }

    /// Whether the catalog's list holds all that a file's has.
    private static func holds(
        _ record: PhotoRecord, _ field: RecordField, _ file: PhotoRecord
    ) -> Bool {
        switch field {
        case .keywords: Set(file.keywords).isSubset(of: record.keywords)
        case .people: Set(file.people).isSubset(of: record.people)
        default: false
        }
    }

    /// Whether a proposal is of what a file says; of a list it holds what is there as well.
    private static func says(_ proposal: Proposal, _ value: JSONValue?) -> Bool {
        guard let value else { return false }
        var (one, other) = (PhotoRecord(), PhotoRecord())
        one[field: proposal.field] = proposal.proposed
        other[field: proposal.field] = value
        switch proposal.field {
        case .keywords: return Set(other.keywords).isSubset(of: one.keywords)
        case .people: return Set(other.people).isSubset(of: one.people)
        default: return same(proposal.field, one, other)
        }
    }
}
