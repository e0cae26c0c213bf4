import Foundation
import GRDB
import PhotoRecords

/// Finds the photo that an incoming record is of, by evidence.
///
/// - A picture that is one of the catalog's, by its file's or its encoded picture's hash, is of
///   that photo, whatever the record says.
/// - An identity or a hash that the record states is a claim: it counts only if the picture that
///   came with it looks like the photo (see `Likeness`), or if the photo has no picture yet.
/// - A record without a picture is of the photo that it claims to be of; what it says of it can
///   only be proposed.
/// - A picture that merely looks like another one is a photo of its own, and so is one that was held
///   against the file of a photo and is not its picture (`IncomingRecord.notOf`): hashes can be made
///   to agree.
///
/// Different identities within one message are different photos, whatever they look like.
final class PictureMatcher {
    private let rows: PhotoRows
    private let looks: [RecordID: String]
    /// The photos that records of this message are of already, with the identities these have.
    private var used: [Int64: RecordID?] = [:]

    private var db: Database { rows.db }

    /// - Parameter looks: perceptual hashes that the catalog does not hold, by the photos' ids.
    init(_ rows: PhotoRows, looks: [RecordID: String] = [:]) {
        self.rows = rows
        self.looks = looks
    }

    /// Notes which photo a record of the message is of.
    func use(_ photo: Int64, for id: RecordID?) {
        used[photo] = (used[photo] ?? nil) ?? id
    }

    /// The photo, with the reasons.
    func identify(
        _ incoming: IncomingRecord
    ) throws -> (row: PhotoRow?, identification: Identification) {
        var result = Identification()
        let stated = incoming.record.image
        let own = incoming.picture?.record.image
        let ids = [incoming.record.id, incoming.picture?.record.id].compactMap(\.self)
        if let own {
            for (kind, hash) in Self.hashes(own) {
                var found = try rows(withPicture: hash)
                let named = found.partition { row in !ids.contains { $0 == row.record.id } }
                found = Array(found[..<named]) + found[named...].sorted { $0.id < $1.id }
                for row in found where !isOther(row.id, incoming.record.id) {
                    guard let id = row.record.id, !incoming.notOf.contains(id) else { continue }
                    result.match = PhotoMatch(photo: id, kind: kind)
                    return (row, result)
                }
            }
        }
        var seen: Set<Int64> = []
        var claimed: [PhotoRow] = []
        for (kind, row) in try self.claimed(ids, stated)
        where seen.insert(row.id).inserted && !isOther(row.id, incoming.record.id) {
            guard let id = row.record.id else { continue }
            let look = row.record.image?.perceptualHash
            result.claims.append(
                Identification.Claim(
                    kind: kind, photo: id, look: look,
                    isBare: try kind == .recordID && look == nil && isWithoutFile(row.id)))
            claimed.append(row)
        }
        result = result.weighed(incoming, looks: looks)
        return (claimed.first { $0.record.id == result.match?.photo }, result)
    }

    /// Photos that look like a picture, the nearest first, but the one that was made of it, those
    /// of this message and those taken at another moment: a burst is no likeness.
    ///
    /// - Returns: three at most.
    func alike(
        _ look: String?, taken: CaptureTime?, but new: Int64
    ) throws -> [(row: PhotoRow, distance: Int)] {
        guard let bits = Likeness.bits(look), bits != 0 else { return [] }
        let near = try near(bits).filter { used[$0.photo] == nil && $0.photo != new }
            .sorted { ($0.distance, $0.photo) < ($1.distance, $1.photo) }
        var result: [(PhotoRow, Int)] = []
        for candidate in near.prefix(Self.candidates) where result.count < Self.proposals {
            guard let row = try rows.row(candidate.photo),
                try !isWithoutFile(row.id)
            else { continue }
            if let taken, let own = row.record.taken, !FieldMerge.isSame(own.local, taken.local) {
                continue
            }
            result.append((row, candidate.distance))
        }
        return result
    }

    /// How many photos a picture is proposed to be joined with at most.
    private static let proposals = 3
    /// How many of the nearest photos are looked at for that.
    private static let candidates = 100

    private func isOther(_ photo: Int64, _ id: RecordID?) -> Bool {
        guard let known = used[photo], let known, let id else { return false }
        return known != id
    }

    private static func hashes(_ image: ImageFacts?) -> [(PhotoMatch.Kind, Data)] {
        [
            (PhotoMatch.Kind.sha256, HexBlob.data(image?.sha256)),
            (.fingerprint, HexBlob.data(image?.fingerprint)),
        ].compactMap { kind, hash in hash.map { (kind, $0) } }
    }

    /// The photos that one of the claims names, the strongest claim first.
    private func claimed(
        _ ids: [RecordID], _ stated: ImageFacts?
    ) throws -> [(PhotoMatch.Kind, PhotoRow)] {
        var found: [(PhotoMatch.Kind, PhotoRow)] = []
        for id in ids {
            if let row = try rows.row(id) { found.append((.recordID, row)) }
        }
        for (kind, hash) in Self.hashes(stated) {
            var all = try rows(withPicture: hash)
            let more = try Int64.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT photo FROM stated_hash WHERE hash = ?
                        ORDER BY photo LIMIT \(Self.candidates)
                        """), arguments: [hash])
            all += try more.compactMap { try rows.row($0) }
            found += all.map { (kind, $0) }
        }
        return found
    }

    /// The photos one of whose files has a picture, or is a file, of this hash.
    private func rows(withPicture hash: Data) throws -> [PhotoRow] {
        let numbers = try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id FROM (
                        SELECT id FROM photo WHERE sha256 = ?1
                        UNION SELECT id FROM photo WHERE fingerprint = ?1
                        UNION SELECT photo FROM file WHERE sha256 = ?1
                        UNION SELECT photo FROM file WHERE fingerprint = ?1)
                    ORDER BY id LIMIT \(Self.candidates)
                    """), arguments: [hash])
        return try numbers.compactMap { try rows.row($0) }
    }

    /// Whether a photo came without a picture, and waits for one.
    private func isWithoutFile(_ photo: Int64) throws -> Bool {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM file WHERE photo = ? LIMIT 1"),
            arguments: [photo]) == nil
    }

    /// The photos whose hashes are near one, by the catalog and by what was computed besides.
    private func near(_ bits: UInt64) throws -> [(photo: Int64, distance: Int)] {
        var index = PerceptualHashIndex(db)
        var near = try index.near(bits)
        for (id, look) in looks {
            guard let distance = Likeness.distance(bits, Likeness.bits(look)),
                distance <= Likeness.threshold, let photo = try rows.number(of: id),
                try !index.isHashed(photo)
            else { continue }
            near[photo] = distance
        }
        return near.map { ($0.key, $0.value) }
    }
}
