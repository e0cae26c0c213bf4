import OutputText
import PhotoMetadata
import PhotoRecords

/// Searches the pictures of a finished message, the map too, for what does not draw them.
struct TraceSearch {
    let evidence: LeakEvidence

    /// - Throws: what was found in which picture.
    func check() throws(WitError) {
        for picture in evidence.pictures() {
            guard picture.redactedRecords.contains(where: { !$0.isWhole }),
                let trace = trace(in: picture)
            else { continue }
            throw leak(
                "The picture", picture.name, trace,
                "Send it in another size, which re-encodes it.")
        }
        if let name = evidence.strangePicture() {
            throw WitError(
                .locationLeak, at: name, "The part “\(name)” is not a picture; no mail was made.")
        }
        for map in evidence.maps {
            guard let trace = trace(in: map) else { continue }
            throw leak("The map", map.name, trace, "Leave the map out.")
        }
    }

    private func trace(in picture: LeakEvidence.Picture) -> String? {
        let (bytes, own) = (picture.bytes(), picture.redactedRecords)
        // Photos leave as JPEG, whatever they were.
        guard picture.mediaType == "image/jpeg" else {
            return UnverifiableFields.note(inPNG: bytes) ?? "a picture that is not a JPEG"
        }
        if let stranger = JPEGParts(bytes).stranger { return stranger }
        if let stranger = JPEGCoding.stranger(in: bytes) { return stranger }
        if own.allSatisfy({ $0.record.location == nil }) {
            return PictureTraces.location(in: bytes)
        }
        guard own.allSatisfy({ $0.grade != .exact }) else { return nil }
        return PictureTraces.fineLocation(
            in: bytes, allowed: own.compactMap { $0.record.location?.coordinate })
    }

    /// What a map tells beside what may leave; it is drawn once more from that to know.
    private func trace(in map: LeakEvidence.LocatorMap) -> String? {
        guard evidence.hasLocations else { return "a place, though none may be sent" }
        if let note = UnverifiableFields.note(inMap: map.bytes, isMarked: map.isMarked) {
            return note
        }
        return map.isAsDrawn() ?? true ? nil : "something other than the places that may be sent"
    }

    private func leak(
        _ kind: String, _ name: String, _ trace: String, _ advice: String
    ) -> WitError {
        WitError(
            .locationLeak, at: name,
            "\(kind) “\(name)” contains \(trace); no mail was made. \(advice)")
    }
}
