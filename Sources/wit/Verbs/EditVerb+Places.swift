import ArgumentParser
import CatalogDatabase
import OutputText
import PhotoRecords
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
    func locate(_ edits: inout PhotoEdits) async throws -> String? {
        guard let at, !at.isEmpty else { return nil }
        let argument = try PlaceArgument(parsing: at)
        // No catalog is made for a name that nobody knows.
        if case .point = argument { return nil }
        let store = store
        let spot = try await argument.spot(in: store.openForDryRun())
        edits.coordinate = spot.point
        edits.placeOfPoint = spot.place
        return spot.told
    }
}
