import CatalogDatabase
import OutputText
import PhotoRecords
import ShareMail

/// Merges what a mail says into the catalog, and stores the pictures that are wanted.
struct MailMerge {
    /// Where the stories go; nil only in a dry run without one.
    let catalog: PhotoCatalog?
    let store: PictureStore
    let limits: MailLimits
    /// Whether to change nothing, and say what would be done.
    let dryRun: Bool
    let stop: Interruption

    /// Merges what came, and gives the pictures that are wanted their names meanwhile.
    func merge(
        _ incoming: [MailPhoto], _ edits: [IncomingRecord], _ answer: IncomingAnswer?,
        _ looks: [RecordID: String], _ summary: String
    ) throws -> MergeTally? {
        guard let catalog else { return nil }
        let records = incoming.map(\.record) + edits
        var limits = MergeLimits()
        limits.proposals = self.limits.share.budget.proposals
        limits.withoutPicture = self.limits.share.budget.withoutPicture
        limits.shouldStop = { [stop] in stop.isRequested }
        if dryRun {
            var planned: Set<String> = []
            return try catalog.merge(
                records, answering: answer, looks: looks, summary: summary, limits: limits,
                dryRun: true,
                storing: { index, _ in
                    (plan(incoming[index], besides: &planned), MailPhoto.noStamp)
                })
        }
        // Before SQLite's write lock, never within it: two imports would wait for each other.
        let hasPicture = incoming.contains { $0.received.picture != nil }
        let turn = try hasPicture ? store.turn(isStopped: { [stop] in stop.isRequested }) : nil
        var made: [String] = []
        var failure: WitError?
        do {
            return try catalog.merge(
                records, answering: answer, looks: looks, summary: summary, limits: limits,
                storing: { index, isKnown in
                    do {
                        guard let turn else { throw WitError(.failed, "no picture to name") }
                        let stored = try name(incoming[index], turn, isKnown)
                        if stored.isNew { made.append(stored.path) }
                        return (stored.path, stored.stamp)
                    } catch {
                        failure = WitError(error)
                        throw error
                    }
                }, beforeCommit: { if !made.isEmpty { store.synchronize() } })
        } catch {
            if let turn { for path in made { store.remove(path, turn) } }
            throw failure ?? error
        }
    }

    private func name(
        _ photo: MailPhoto, _ turn: PictureStore.Turn, _ isKnown: (String) throws -> Bool
    ) throws -> PictureStore.Stored {
        let bytes = photo.received.picture?.bytes ?? []
        // Another program may have changed the catalog so that the picture is wanted after all.
        let pending = try photo.pending ?? store.prepare(bytes)
        return try store.name(
            pending, bytes, stem: photo.stem, mediaType: photo.mediaType, turn, isKnown: isKnown)
    }

    /// The path that a preview gives a picture.
    func plan(_ photo: MailPhoto, besides planned: inout Set<String>) -> String {
        let path = store.plannedPath(
            stem: photo.stem, mediaType: photo.mediaType, besides: planned)
        planned.insert(path)
        return path
    }
}
