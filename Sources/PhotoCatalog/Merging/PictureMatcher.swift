import Foundation
import GRDB
import PhotoRecord

/// Finds the photo that an incoming record is of (SPEC §7): by identity, sha256, fingerprint,
/// then by what the picture looks like.
///
/// An identity is only what the sender claims: where both pictures' perceptual hashes are known
/// and lie further apart than the threshold, it does not count. A picture that merely looks like
/// one of the catalog's does not match one that was taken at another time (of a burst), nor two
/// equally near ones.
final class PictureMatcher {
    private let rows: PhotoRows
    private let threshold: Int
    private let looks: [RecordID: String]
    private var hashed: [(photo: Int64, hash: Data)]?

    private var db: Database { rows.db }

    /// - Parameter looks: perceptual hashes that the catalog does not hold, by the photos' ids.
    init(_ rows: PhotoRows, threshold: Int, looks: [RecordID: String] = [:]) {
        self.rows = rows
        self.threshold = threshold
        self.looks = looks
    }

    /// Forgets what was read of the photos: to be called when one was added.
    func reset() { hashed = nil }

    /// The match; nil where the photo is a new one.
    func match(_ incoming: IncomingRecord) throws -> (PhotoRow, PhotoMatch)? {
        let images = [incoming.picture?.record.image, incoming.record.image].compactMap { $0 }
        let looks = images.compactMap { HexBlob.data($0.perceptualHash) }
        for id in [incoming.record.id, incoming.picture?.record.id].compactMap({ $0 }) {
            guard let row = try rows.row(id) else { continue }
            if isContradicted(row, looks, images) { continue }
            return (row, PhotoMatch(photo: id, kind: .recordID))
        }
        let sums = images.compactMap { HexBlob.data($0.sha256) }
        if let found = try first("sha256", sums, .sha256) { return found }
        let prints = images.compactMap { HexBlob.data($0.fingerprint) }
        if let found = try first("fingerprint", prints, .fingerprint) { return found }
        return try byLooks(looks, taken: incoming.record.taken ?? incoming.picture?.record.taken)
    }

    private func isContradicted(_ row: PhotoRow, _ looks: [Data], _ images: [ImageFacts]) -> Bool {
        let own = row.record.image
        if let fingerprint = own?.fingerprint,
            images.contains(where: { $0.fingerprint == fingerprint })
        {
            return false
        }
        guard let ownLook = HexBlob.data(own?.perceptualHash) else { return false }
        let distances = looks.compactMap { Self.distance(ownLook, $0) }
        return !distances.isEmpty && distances.allSatisfy { $0 > threshold }
    }

    private func first(
        _ column: String, _ values: [Data], _ kind: PhotoMatch.Kind
    ) throws -> (PhotoRow, PhotoMatch)? {
        for value in values {
            let number = try Int64.fetchOne(
                db.cachedStatement(
                    sql: "SELECT id FROM photo WHERE \(column) = ? ORDER BY id LIMIT 1"),
                arguments: [value])
            if let row = try number.flatMap({ try rows.row($0) }), let id = row.record.id {
                return (row, PhotoMatch(photo: id, kind: kind))
            }
        }
        return nil
    }

    private func byLooks(
        _ looks: [Data], taken: CaptureTime?
    ) throws -> (PhotoRow, PhotoMatch)? {
        if looks.isEmpty { return nil }
        var near: [(photo: Int64, distance: Int)] = []
        for (photo, hash) in try allHashed() {
            let distance = looks.compactMap { Self.distance($0, hash) }.min() ?? .max
            if distance <= threshold { near.append((photo, distance)) }
        }
        near.sort { ($0.distance, $0.photo) < ($1.distance, $1.photo) }
        var best: (PhotoRow, PhotoMatch)?
        for candidate in near.prefix(100) {
            if let distance = best?.1.distance, candidate.distance > distance { break }
            guard let row = try rows.row(candidate.photo), let id = row.record.id else { continue }
            if let taken, let own = row.record.taken,
                !FieldMerge.isSame(own.local, taken.local)
            {
                continue
            }
            if best != nil { return nil }
            let match = PhotoMatch(photo: id, kind: .perceptualHash, distance: candidate.distance)
            best = (row, match)
        }
        return best
    }

    private func allHashed() throws -> [(photo: Int64, hash: Data)] {
        if let hashed { return hashed }
        var all = try Row.fetchAll(
            db,
            sql: "SELECT id, perceptual_hash FROM photo WHERE perceptual_hash IS NOT NULL"
        ).map { (photo: $0[0] as Int64, hash: $0[1] as Data) }
        let known = looks.isEmpty ? [] : Set(all.map(\.photo))
        for (id, look) in looks {
            guard let photo = try rows.number(of: id), !known.contains(photo),
                let hash = HexBlob.data(look)
            else { continue }
            all.append((photo, hash))
        }
        hashed = all
        return all
    }

    /// How many bits of two hashes differ; nil for hashes of different lengths.
    static func distance(_ left: Data, _ right: Data) -> Int? {
        guard left.count == right.count else { return nil }
        return zip(left, right).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    }
}
