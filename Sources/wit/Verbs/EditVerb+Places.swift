import ArgumentParser
import OutputText
import PhotoCatalog
import PhotoRecord
import WhatIsThat

extension EditVerb {
    /// The point of `--at`, where it is one; a name is looked up when the catalog is open.
    static func point(_ text: String) throws -> Coordinate? {
        switch try PlaceArgument(parsing: text) {
        case .point(let point): point
        // Stands in until the name is looked up: there is something to write.
        case .name: Coordinate(latitude: 0, longitude: 0)
        }
    }

    /// Looks the place of `--at` up, where it is a name.
    ///
    /// - Returns: Which place was taken, to be told; nil where no name was looked up.
    func locate(_ edits: inout EditPhotos) throws -> String? {
        guard let at, !at.isEmpty else { return nil }
        let argument = try PlaceArgument(parsing: at)
        // No catalog is made for a name that nobody knows.
        if case .point = argument { return nil }
        let spot = try argument.spot(in: store.openForDryRun())
        edits.coordinate = spot.point
        edits.placeOfPoint = spot.place
        return spot.told
    }

    /// The photos but those whose place's name is to be taken away, though it is not theirs: a
    /// person gave it to a photo nearby. They are complained of.
    func takingOut(
        borrowed ids: [RecordID], _ edits: EditPhotos, in catalog: PhotoCatalog,
        _ failures: inout [ItemFailure]
    ) throws -> [RecordID] {
        guard place?.isEmpty == true, edits.coordinate == nil, !edits.removesLocation else {
            return ids
        }
        var kept: [RecordID] = []
        for id in ids {
            let record = try catalog.record(id)
            guard let borrowed = record?.location?.place, borrowed.source == Place.ownPlace else {
                kept.append(id)
                continue
            }
            failures.append(
                ItemFailure(
                    item: record?.file ?? id.text,
                    reason: "its place is called “\(borrowed.name ?? "")” because you named a photo"
                        + " nearby so: take the name away there, or give this one another"))
        }
        return kept
    }
}
