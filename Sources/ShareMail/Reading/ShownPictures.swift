import OutputText
import PhotoRecords
import Pictures

/// Tells which pictures that a message shows between its words are previews of photos that are
/// taken from it anyway: those that look like them, whatever they are called and the data say.
struct ShownPictures {
    private let pictures: [MailPicture]
    private let looks: MessageThumbnails
    private let taken: [Int]
    /// The photos that a picture is said to be the preview of, by its hash, Content-ID or name.
    private var named: [String: [Int]] = [:]
    /// How many pictures may still be held against all photos.
    private var searches = 200

    /// Pictures whose sides have no more pixels than this are ornaments of a mail, as logos are.
    private static let ornament = 128
    /// The most photos that a picture is held against which nothing says to be its own.
    private static let maximumCompared = 200

    init(_ entries: [PhotoEntry], _ pictures: [MailPicture], _ looks: MessageThumbnails) {
        self.pictures = pictures
        self.looks = looks
        taken = entries.compactMap(\.picture)
        guard looks.isChecked else { return }
        for entry in entries {
            guard let index = entry.picture else { continue }
            let preview = entry.payload?.preview
            let names = [pictures[index].fileName, entry.fileName].compactMap(\.self)
            let keys =
                [preview?.sha256.map { "h" + $0 }, preview?.contentID.map { "c" + $0 }]
                .compactMap(\.self)
                + Set(names.map { "n" + ShareMessage.previewFileName($0).lowercased() })
            for key in keys { named[key, default: []].append(index) }
        }
    }

    /// Whether a picture is a copy of a photo that is taken, or no photo at all.
    ///
    /// - Parameter image: What its bytes say of it.
    mutating func isCopy(_ index: Int, _ image: ImageFacts?) -> Bool {
        guard looks.isChecked else { return true }
        if let width = image?.width, let height = image?.height,
            max(width, height) <= Self.ornament
        {
            return true
        }
        let picture = pictures[index]
        switch looks.look(of: picture) {
        // Without a decoder nothing can be compared, which an import says.
        case .failure(let error): return error.code == .unavailable
        case .success(let shown):
            func shows(_ other: Int) -> Bool {
                (try? looks.look(of: pictures[other]).get())?.isCopy(of: shown) ?? false
            }
            let keys = [
                "h" + picture.sha256, picture.contentID.map { "c" + $0 },
                picture.fileName.map { "n" + $0.lowercased() },
            ]
            let own = Set(keys.compactMap(\.self).flatMap { (named[$0] ?? []).prefix(4) })
            if own.contains(where: shows) { return true }
            guard searches > 0 else { return false }
            searches -= 1
            return taken.prefix(Self.maximumCompared).contains { !own.contains($0) && shows($0) }
        }
    }
}
