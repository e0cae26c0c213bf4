import PhotoRecords

/// What a sender keeps at home of photos.
package struct PrivacyRules: Sendable {
    /// How much of the locations leaves.
    package var location: LocationGrade
    /// The zones whose photos leave more coarsely, whatever was chosen.
    package var homes: [HomeZone]
    /// The groups of fields that are left out.
    package var stripped: Set<FieldGroup>
    /// Values that no file says any more and that nobody has decided about, by their photos.
    package var heldBack: [RecordID: [Removal]]

    /// Everything leaves but what is said.
    package init(
        location: LocationGrade = .exact, homes: [HomeZone] = [], stripped: Set<FieldGroup> = [],
        heldBack: [RecordID: [Removal]] = [:]
    ) {
        self.location = location
        self.homes = homes
        self.stripped = stripped
        self.heldBack = heldBack
    }
}
