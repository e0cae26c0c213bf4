import Foundation
import GRDB
import JSON
import PhotoRecords

/// Takes back what changes did to photos' files and pictures, and does it again.
struct PictureUndo {
    private let pictures: PictureChanges
    private var log: ChangeLog { pictures.log }
    private var db: Database { pictures.log.db }

    init(_ log: ChangeLog) { pictures = PictureChanges(log) }

    /// Takes back what a change did; the photos that it joined are in the catalog again after it.
    ///
    /// - Returns: The files that no photo has any more and that stay on disk.
    func takeBack(_ change: Int64) throws -> [String] {
        var left: [String] = []
        let steps = try PictureStep.all(of: change, db)
        for step in steps {
            for file in step.detail.files {
                guard let path = file["path"]?.string else { continue }
                try db.execute(
                    sql: "DELETE FROM file WHERE path = ? AND photo = ?",
                    arguments: [path, step.photo])
                if step.gone == 0, db.changesCount > 0, file["missing"]?.bool != true {
                    left.append(path)
                }
            }
            if step.gone > 0 { try takeOut(step, change) }
        }
        try QuestionMoves.make(steps.map { $0.detail.questions?.reversed }, db)
        // Of several joins with one photo each stands on the one before: the last one goes first.
        var pictures = steps
        while let index = try pictures.firstIndex(where: {
            try isCurrent($0.detail.later, $0.photo)
        }) {
            let step = pictures.remove(at: index)
            try replace(by: step.detail.former, of: step.photo)
        }
        for photo in Set(steps.map(\.photo)) { try Presence.refresh(photo, db) }
        return left
    }

    /// Takes a photo out of the one that it was joined into.
    private func takeOut(_ step: PictureStep, _ change: Int64) throws {
        for message in step.detail.messages {
            try db.execute(
                sql: "DELETE FROM photo_message WHERE photo = ? AND message = ?",
                arguments: [step.photo, message])
        }
        for hash in step.detail.statedAnew.compactMap({ HexBlob.data($0) }) {
            try db.execute(
                sql: "DELETE FROM stated_hash WHERE photo = ? AND hash = ?",
                arguments: [step.photo, hash])
        }
        try Trash(log).restore(change: change, photo: step.gone)
        for hash in step.detail.stated.compactMap({ HexBlob.data($0) }) {
            try pictures.state(hash, step.gone)
        }
    }

    /// Does again what a change did that was taken back: the photos that it joined go into the trash
    /// again, with what they have by now.
    func repeatChange(_ number: Int64) throws {
        let change = try log.begin()
        let steps = try PictureStep.all(of: number, db)
        var pending = steps
        while let index = try pending.firstIndex(where: {
            try isCurrent($0.detail.former, $0.photo)
        }) {
            let step = pending.remove(at: index)
            try replace(by: step.detail.later, of: step.photo)
        }
        for step in steps.reversed() {
            var detail = step.detail
            var own: Data?
            if step.gone > 0, let row = try log.rows.row(step.photo),
                let gone = try log.rows.row(step.gone)
            {
                detail = try PictureDetail(joining: gone, into: row, db)
                (detail.former, detail.later) = (step.detail.former, step.detail.later)
                own = HexBlob.data(gone.record.image?.fingerprint)
                _ = try Trash(log).remove(step.gone, change: change)
            }
            try pictures.insert(detail, of: step.photo, fingerprint: own)
            if let row = try log.rows.row(step.photo) { try pictures.normalize(row) }
            try QuestionMoves.make([detail.questions], db)
            try pictures.note(detail, of: step.photo, gone: step.gone, change)
        }
    }

    /// Whether a photo's picture is the one of these facts; not where there are none.
    private func isCurrent(_ facts: JSONObject?, _ photo: Int64) throws -> Bool {
        guard let facts, let row = try log.rows.row(photo) else { return false }
        return row.record.image?.fingerprint == Self.image(facts).fingerprint
    }

    /// Puts other facts in the place of those of a photo's picture.
    private func replace(by facts: JSONObject?, of photo: Int64) throws {
        guard let facts, var row = try log.rows.row(photo) else { return }
        try pictures.demote(photo, to: HexBlob.data(row.record.image?.fingerprint))
        row.record.image = Self.image(facts)
        try log.rows.update(row)
        try pictures.normalize(row)
        try Presence.refresh(photo, db)
    }

    private static func image(_ object: JSONObject) -> ImageFacts {
        PhotoRecord(json: ["image": .object(object)]).image ?? ImageFacts()
    }
}
