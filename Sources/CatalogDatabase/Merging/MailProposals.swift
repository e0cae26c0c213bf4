import GRDB
import JSON
import PhotoRecords

/// Makes the proposals that mails give rise to for photos as a whole, and counts all proposals of a
/// mail, of which there may be a limit.
final class MailProposals {
    private let log: ChangeLog
    private let matcher: PictureMatcher
    private let proposals: ImportProposals
    private let limit: Int
    private var made = 0
    /// How many proposals were not made because there were too many.
    private(set) var leftOut = 0

    init(_ log: ChangeLog, _ matcher: PictureMatcher, atMost limit: Int) {
        self.log = log
        self.matcher = matcher
        self.limit = limit
        proposals = ImportProposals(log)
    }

    /// Whether there is room for one more proposal, which is counted.
    func mayPropose() -> Bool {
        guard made < limit else {
            leftOut += 1
            return false
        }
        made += 1
        return true
    }

    /// Proposes to join a new photo with those that it is said to be, or looks like.
    func proposeJoins(
        of photo: Int64, _ incoming: IncomingRecord, _ found: Identification
    ) throws -> [PhotoLikeness] {
        let own = incoming.picture?.record
        let picture = HexBlob.data(own?.image?.fingerprint ?? own?.image?.sha256)
        var others: [(photo: Int64, likeness: PhotoLikeness)] = []
        for id in found.unverified {
            guard let row = try log.rows.row(id) else { continue }
            others.append((row.id, PhotoLikeness(photo: id)))
        }
        let taken = incoming.record.taken ?? own?.taken
        let alike = try matcher.alike(own?.image?.perceptualHash, taken: taken, but: photo)
        for (row, distance) in alike {
            guard let id = row.record.id,
                !others.contains(where: { $0.photo == row.id })
            else { continue }
            others.append((row.id, PhotoLikeness(photo: id, distance: distance)))
        }
        return try others.filter { other in
            guard mayPropose() else { return false }
            return try proposals.proposeJoin(
                photo, with: other.photo, distance: other.likeness.distance, picture: picture,
                source: incoming.source)
        }.map(\.likeness)
    }

    /// Proposes those fields of a message that this version does not know and that were not there
    /// before; answers whether there were any.
    ///
    /// - Parameters:
    ///   - before: The photo's fields that this version does not know, as they were.
    ///   - after: What the photo holds with the message's fields.
    @discardableResult
    func proposeFields(
        of incoming: IncomingRecord, for photo: Int64, before: JSONObject, after: PhotoRecord
    ) throws -> Bool {
        guard incoming.origin != nil else { return false }
        let foreign = ForeignFields.object(of: incoming.record)
        if foreign.isEmpty { return false }
        guard mayPropose() else { return false }
        let news = ForeignFields.difference(
            ForeignFields.intersection(ForeignFields.object(of: after), foreign), from: before)
        return try proposals.propose(news, of: photo, source: incoming.source)
    }
}
