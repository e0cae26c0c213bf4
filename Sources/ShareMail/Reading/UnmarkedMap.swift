import PhotoRecords
import Pictures

/// Finds the locator map of a share whose mark and Content-ID a mail program took.
///
/// QUIRK: programs that write pictures anew and attach them leave nothing to know the map by but its
/// size and its look. Nothing is passed over for its size or name alone, which a person's own picture
/// may have: it must look like the map of these photos, drawn again.
struct UnmarkedMap {
    /// What the message tells of its photos, in their order.
    let records: [PhotoRecord]
    /// How the message's pictures look.
    let pictureLooks: MessageThumbnails

    /// The most pictures that are compared.
    private static let maximumCompared = 20

    /// The picture that looks like the map; nil where none does, or none can be drawn.
    func index(among candidates: [Int], of pictures: [MailPicture]) -> Int? {
        let like = candidates.filter { pictures[$0].isLikeMap }
        guard !like.isEmpty else { return nil }
        let maps = looks
        guard !maps.isEmpty else { return nil }
        // One that has the map's name still is the likeliest.
        let named = like.filter { pictures[$0].fileName?.lowercased() == MapMark.fileName }
        let others = like.filter { !named.contains($0) }
        return (named + others).prefix(Self.maximumCompared).first { index in
            guard let hash = pictureLooks.hash(of: pictures[index]) else { return false }
            return maps.contains { $0.matches(hash) }
        }
    }

    /// How the map looks, with the names of towns and without them.
    private var looks: [PerceptualHash] {
        guard let words = LabelledLanguages.shipped.words["en"] else { return [] }
        let told = Array(records.prefix(ShareComposer.maximumPhotos))
        return [true, false].compactMap { tellsPlaces in
            let map = ShareMap(told, words: words, language: "en", tellsPlaces: tellsPlaces)
            return (try? map?.png()).flatMap { try? PictureRenderer().perceptualHash(of: $0) }
        }
    }
}

extension Finding {
    /// A picture without our mark that is not taken for a photo.
    static func mapPassedOver(_ fileName: String?, at path: String) -> Finding {
        Finding(
            .note, .mapPassedOver, where: path,
            "The picture “\(fileName ?? "part " + path)” is taken for the map of the mail, not for a"
                + " photo.")
    }
}
