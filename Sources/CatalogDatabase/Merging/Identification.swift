import PhotoRecords

/// What a catalog makes of an incoming record: the photo that it is of, or none.
public struct Identification: Sendable, Hashable {
    /// The photo and what proves it; nil where the record's picture is a photo of its own.
    public var match: PhotoMatch?
    /// The first photo that the record claims to be of and that looks altogether different.
    public var refuted: RecordID?
    /// Photos that the record claims to be of and of which nobody knows what they look like, or
    /// which show nothing to be told by.
    public var unverified: [RecordID] = []
    /// Whether the record's picture is wanted: the first one of its photo, or a larger one.
    public var wantsPicture = false
    /// The photos that the record claims to be of, the strongest claim first; none where its picture's
    /// own bytes prove a photo.
    var claims: [Claim] = []

    /// A photo that a record claims to be of.
    struct Claim: Sendable, Hashable {
        /// What the record states: an identity or a hash.
        let kind: PhotoMatch.Kind
        /// The photo.
        let photo: RecordID
        /// Its perceptual hash, where the catalog has one.
        let look: String?
        /// Whether an identity is stated, and the photo waits for its first picture.
        let isBare: Bool
        /// Whether the record's picture would be wanted.
        var wantsPicture = false
    }

    /// What the catalog makes of the same record once more is known of its picture, or of the photos
    /// that it claims to be of: weighs the same claims again, without asking the catalog.
    ///
    /// - Parameter looks: Perceptual hashes of photos for which the catalog holds none.
    public func weighed(
        _ incoming: IncomingRecord, looks: [RecordID: String] = [:]
    ) -> Identification {
        var result = Identification()
        result.claims = claims
        result.wantsPicture = true
        let own = incoming.picture?.record.image
        for claim in claims {
            if incoming.notOf.contains(claim.photo) {
                result.refuted = result.refuted ?? claim.photo
                continue
            }
            let known = claim.look ?? looks[claim.photo]
            let distance = Likeness.distance(
                Likeness.bits(own?.perceptualHash), Likeness.bits(known))
            if own == nil || distance.map({ $0 <= Likeness.threshold }) ?? false
                || distance == nil && known == nil && claim.isBare
            {
                result.match = PhotoMatch(photo: claim.photo, kind: claim.kind, distance: distance)
                result.wantsPicture = claim.wantsPicture
                return result
            }
            if distance != nil {
                result.refuted = result.refuted ?? claim.photo
            } else {
                result.unverified.append(claim.photo)
            }
        }
        return result
    }
}
