import MIMEMessage
import OutputText
import PhotoRecords
import Privacy

/// What becomes of values that a finished message cannot carry: found photo by photo, and left out of
/// the channel that changes them.
extension ShareComposer {
    /// How often messages are made once more without what could not be carried.
    private static let mostRounds = 4
    /// How many values of one photo are tried to be left out one after the other.
    private static let mostTries = 24

    /// Makes messages and proves them. Where one does not hold, each of its photos is tried alone:
    /// what a channel cannot carry is left out of that channel, and a photo that cannot go at all is
    /// left out where that is allowed.
    ///
    /// - Throws: what `make` throws, where no single photo is the cause; else an error that names all
    ///   photos that cannot go.
    func proven<T>(
        _ preparation: inout SharePreparation,
        _ make: (inout SharePreparation) throws(WitError) -> T
    ) throws(WitError) -> T {
        for _ in 0..<Self.mostRounds {
            do throws(WitError) {
                return try make(&preparation)
            } catch {
                guard Self.isOfPhotos.contains(error.code) else { throw error }
                try adapt(&preparation, to: error)
            }
        }
        return try make(&preparation)
    }

    private static let isOfPhotos: Set<WitError.Code> = [
        .notProven, .locationLeak, .fieldLeak, .pathLeak,
    ]

    /// - Throws: `error` where no photo alone is its cause.
    private func adapt(
        _ preparation: inout SharePreparation, to error: WitError
    ) throws(WitError) {
        var kept: [PreparedPhoto] = []
        var failures: [WitError] = []
        var isChanged = false
        for index in preparation.photos.indices {
            if isStopped() { throw WitError.noMessage }
            let (photo, failure) = try examined(index, preparation)
            if let failure {
                failures.append(failure)
            } else {
                kept.append(photo)
                isChanged = isChanged || photo.omissions != preparation.photos[index].omissions
            }
        }
        if kept.isEmpty, try isMessageError(preparation) { throw error }
        if let all = WitError.all(failures) {
            guard preparation.options.skipsFailed, !kept.isEmpty else { throw all }
        } else if !isChanged {
            throw error
        }
        preparation.photos = kept
        preparation.failures += failures
        preparation.subject = Self.subject(kept, preparation.options, preparation.template)
    }

    /// Whether it is the sender's own words that no photo can leave with.
    private func isMessageError(_ preparation: SharePreparation) throws(WitError) -> Bool {
        var bare = preparation
        guard bare.options.message != nil || bare.options.subject != nil else { return false }
        bare.options.message = nil
        bare.options.subject = nil
        bare.subject = Self.subject(bare.photos, bare.options, bare.template)
        return try examined(bare.photos.startIndex, bare).failure == nil
    }

    /// Tries a photo in a message of its own.
    ///
    /// - Returns: the photo with what the channels leave out of it, and why it cannot go even so.
    private func examined(
        _ index: Int, _ preparation: SharePreparation
    ) throws(WitError) -> (photo: PreparedPhoto, failure: WitError?) {
        var preparation = preparation
        let path = preparation.photos[index].original.file ?? preparation.photos[index].fileName
        for _ in 0..<Self.mostTries {
            let pieces = pieces(of: preparation, index..<index + 1)
            let (_, message) = try written(pieces)
            let proof = ShareProof(pieces: pieces)
            do throws(WitError) {
                try proof.check(message)
                return (preparation.photos[index], nil)
            } catch {
                guard error.code == .notProven,
                    leaveOut(of: &preparation.photos[index], proof.changed(in: message), error)
                else {
                    let named = WitError(error.code, at: path, "“\(path)”: \(error.message)")
                    return (preparation.photos[index], named)
                }
            }
        }
        return (
            preparation.photos[index], WitError(.notProven, at: path, "“\(path)” cannot be sent.")
        )
    }

    /// Leaves out what came back changed, or, where that is not known, the longest value of the
    /// weakest channel that the error may be about. Answers whether there was anything to leave out.
    private func leaveOut(
        of photo: inout PreparedPhoto, _ items: [Omissions.Item], _ error: WitError
    ) -> Bool {
        var isChanged = false
        // What is written into the picture was read back before.
        for item in items where item.channel != .metadata {
            isChanged = photo.omissions.insert(item.channel, item.field) || isChanged
        }
        if isChanged { return true }
        let channels: [ShareChannel] =
            ShareChannel(rawValue: error.place).map { [$0] }
            ?? [.labelledBlock, .linkedData, .importCode, .payload]
        for channel in channels where channel != .metadata {
            guard let longest = photo.record(in: channel).fieldsByLength.first else { continue }
            return photo.omissions.insert(channel, longest)
        }
        return false
    }
}
