import PhotoRecords
import Pictures

/// Brings records and pictures together: by hash, record identity, Content-ID, file name, look
/// and, at the last, order.
///
/// What a record says of its picture is a claim. Where the message names another part by the file
/// name that the record has, and that shows something else, the part of that name counts, which is
/// what a person sees; and no picture that the message shows is left out unless it looks like one
/// that is taken.
struct PhotoMatcher {
    private(set) var entries: [PhotoEntry] = []
    /// What was noticed of pictures that were not taken for what the data say.
    private(set) var findings: [Finding] = []
    /// The readable blocks that are of no photo of the message.
    private(set) var unmatched: [LabelledStory] = []
    /// The picture that is taken for the share's map though nothing marks it; nil for none.
    private(set) var passedOver: Int?
    private let pictures: [MailPicture]
    private let identities: [Int: RecordID]
    private let stories: [Int: PhotoRecord]
    private let hasMap: Bool
    private let looks: MessageThumbnails
    private var free: [Int] = []
    private var hashes: [Int: PerceptualHash] = [:]
    private var previewHashes: Set<String> = []
    private var previewNames: Set<String> = []

    /// The most pictures that are compared by their look: each must be decoded.
    static let maximumCompared = 200

    /// - Parameters:
    ///   - pictures: The message's pictures.
    ///   - stories: By a picture's index, the record in its own metadata.
    ///   - hasMap: Whether a locator map was found by its mark already: there is one in a message.
    ///   - looks: How the pictures look, and whether what the data claim of them is held against it.
    init(
        payloads: [SharePayload], codes: [ImportCode], linked: [LinkedDataPhoto] = [],
        labelled: [LabelledStory] = [], pictures: [MailPicture], stories: [Int: PhotoRecord] = [:],
        hasMap: Bool = false, looks: MessageThumbnails = MessageThumbnails()
    ) {
        self.looks = looks
        self.pictures = pictures
        self.stories = stories
        self.hasMap = hasMap
        identities = stories.compactMapValues(\.id)
        var entries = EntryCollector(pictures: Self.namesakes(pictures), meter: looks.meter)
        entries.add(payloads: payloads, codes: codes)
        entries.add(linked: linked)
        entries.add(labelled: labelled)
        self.entries = entries.entries
        unmatched = entries.unmatched
        match()
    }

    // MARK: Pictures

    private mutating func match() {
        free = Array(pictures.indices)
        pair(.sha256, { [$0.sha256] }, { picture, _ in picture.sha256 })
        pair(
            .sha256, { [$0.sha256 == nil ? $0.hashKey : nil] },
            { picture, _ in String(picture.sha256.prefix(18)) })
        pair(.recordID, { [$0.recordID?.text] }, { _, identity in identity?.text })
        dropCopies()
        findPreviews()
        passOverMap()
        let full = free.filter { !isShown($0) }
        var shown = free.filter { isShown($0) }
        let hadFull = !full.isEmpty || entries.contains { $0.picture != nil }

        free = full
        pair(.contentID, { [$0.contentID] }, { picture, _ in picture.contentID })
        pair(
            .fileName, { [$0.fileName?.lowercased()] },
            { picture, _ in picture.fileName?.lowercased() })
        pairByLook()
        pairByOrder()
        settleDisputes(besides: &shown)
        let own = free

        // A picture that the HTML shows is a photo only where the attached one is gone.
        free = shown
        pair(
            .contentID, { [$0.contentID, $0.payload?.preview?.contentID] },
            { picture, _ in picture.contentID })
        pair(
            .fileName, { [$0.fileName, $0.payload?.preview?.fileName].map { $0?.lowercased() } },
            { picture, _ in picture.fileName?.lowercased() })
        pairByLook()
        pairByOrder()
        shown = free
        for index in entries.indices {
            guard let picture = entries[index].picture else { continue }
            entries[index].isPreview = isPreview(pictures[picture], of: entries[index])
        }
        let isShare = isShare
        // The same part again, in a message that was forwarded twice, is no further photo.
        var seen = Set(entries.compactMap { $0.picture.map { partKey($0) } })
        let ordinary = own.filter { seen.insert(partKey($0)).inserted }
        shown = shown.filter { seen.insert(partKey($0)).inserted }
        entries += ordinary.map { PhotoEntry(picture: $0, match: .own) }
        var shownPictures = ShownPictures(entries, pictures, looks)
        for index in shown {
            let isPreview = isOurPreview(pictures[index])
            let mayBeCopy = hadFull && (isShare || isPreview)
            if mayBeCopy, shownPictures.isCopy(index, stories[index]?.image) { continue }
            entries.append(
                PhotoEntry(picture: index, match: .own, isPreview: !mayBeCopy && isPreview))
            if mayBeCopy { findings.append(.shownAlone(pictures[index])) }
        }
    }

    // MARK: What is shown

    /// Gives each record the picture that has its file's name, where it was led to another one that
    /// shows something else: the name is what a person sees, beside the words and in the list of
    /// attachments.
    private mutating func settleDisputes(besides shown: inout [Int]) {
        guard looks.isChecked else { return }
        var byName: [String: [Int]] = [:]
        for index in pictures.indices {
            if let name = pictures[index].fileName?.lowercased() {
                byName[name, default: []].append(index)
            }
        }
        let pairs = entries.enumerated().compactMap { entry in
            entry.element.picture.map { ($0, entry.offset) }
        }
        let taken = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        for index in entries.indices {
            guard let paired = entries[index].picture, let match = entries[index].match,
                [.sha256, .recordID, .contentID].contains(match),
                let name = entries[index].fileName?.lowercased(),
                pictures[paired].fileName?.lowercased() != name,
                let named = byName[name]?.first(where: { $0 != paired }),
                pictures[named].sha256 != pictures[paired].sha256
            else { continue }
            // Of the name's own record nothing is taken away.
            if let other = taken[named], entries[other].fileName?.lowercased() == name { continue }
            if case .success(let one) = looks.look(of: pictures[paired]),
                case .success(let other) = looks.look(of: pictures[named]), one.isCopy(of: other)
            {
                continue
            }
            entries[index].picture = named
            entries[index].match = .fileName
            free.removeAll { $0 == named }
            shown.removeAll { $0 == named }
            if !entries.contains(where: { $0.picture == paired }) { free.append(paired) }
            findings.append(.disputed(pictures[paired], by: pictures[named]))
        }
        free.sort()
    }

    /// How many different pictures have a file name, by the name in small letters.
    private static func namesakes(_ pictures: [MailPicture]) -> [String: Int] {
        var hashes: [String: Set<String>] = [:]
        for picture in pictures {
            guard let name = picture.fileName?.lowercased() else { continue }
            hashes[name, default: []].insert(picture.sha256)
        }
        return hashes.mapValues(\.count)
    }

    /// What is left of a forwarded message's second copy must not pair with other records.
    private mutating func dropCopies() {
        let paired = Set(entries.compactMap { $0.picture.map { pictures[$0].sha256 } })
        free.removeAll { paired.contains(pictures[$0].sha256) }
    }

    private var isShare: Bool { !entries.isEmpty || !identities.isEmpty }

    private mutating func passOverMap() {
        guard isShare, !hasMap else { return }
        let told =
            entries.isEmpty
            ? identities.keys.sorted().compactMap { stories[$0] }
            : entries.map { $0.told ?? PhotoRecord() }
        passedOver = UnmarkedMap(records: told, pictureLooks: looks)
            .index(among: free, of: pictures)
        guard let map = passedOver.map({ pictures[$0].sha256 }) else { return }
        free.removeAll { pictures[$0].sha256 == map }
    }

    private func partKey(_ index: Int) -> [String?] {
        [pictures[index].sha256, pictures[index].contentID, pictures[index].fileName]
    }

    /// QUIRK: mail programs that attach what was shown in the text (Yahoo, lists that flatten)
    /// leave out Content-IDs; our previews are known by their hash and name too.
    private mutating func findPreviews() {
        previewHashes = Set(entries.compactMap { $0.payload?.preview?.sha256 })
        let told = entries.compactMap { $0.fileName?.lowercased() }
        let own = identities.keys.compactMap { pictures[$0].fileName?.lowercased() }
        previewNames = Set(
            (told + own).flatMap {
                [ShareMessage.previewFileName($0), ShareMessage.spotFileName($0)]
            })
    }

    private func isShown(_ index: Int) -> Bool {
        pictures[index].isShownInline || isOurPreview(pictures[index])
    }

    private func isOurPreview(_ picture: MailPicture) -> Bool {
        picture.contentID?.hasPrefix(ShareMessage.previewPrefix) ?? false
            || previewHashes.contains(picture.sha256)
            || picture.fileName.map { previewNames.contains($0.lowercased()) } ?? false
    }

    private func isPreview(_ picture: MailPicture, of entry: PhotoEntry) -> Bool {
        isOurPreview(picture) || (picture.sha256 == entry.payload?.preview?.sha256)
    }

    /// Pairs each record that has no picture yet with the first free one that has one of its
    /// keys.
    private mutating func pair(
        _ match: PictureMatch, _ keys: (PhotoEntry) -> [String?],
        _ pictureKey: (MailPicture, RecordID?) -> String?
    ) {
        var waiting: [String: [Int]] = [:]
        for index in free.reversed() {
            if let key = pictureKey(pictures[index], identities[index]) {
                waiting[key, default: []].append(index)
            }
        }
        guard !waiting.isEmpty else { return }
        dropAmbiguous(&waiting, match, keys)
        var paired: Set<Int> = []
        for entry in entries.indices where entries[entry].picture == nil {
            for key in keys(entries[entry]).compactMap(\.self) {
                guard let index = waiting[key]?.popLast() else { continue }
                entries[entry].picture = index
                entries[entry].match = match
                paired.insert(index)
                break
            }
        }
        free.removeAll(where: paired.contains)
    }

    /// A name that several pictures have, and fewer records, leads to none of them: their looks may.
    private func dropAmbiguous(
        _ waiting: inout [String: [Int]], _ match: PictureMatch, _ keys: (PhotoEntry) -> [String?]
    ) {
        guard match == .contentID || match == .fileName,
            waiting.contains(where: { $0.value.count > 1 })
        else { return }
        var wanted: [String: Int] = [:]
        for entry in entries where entry.picture == nil {
            for key in Set(keys(entry).compactMap(\.self)) { wanted[key, default: 0] += 1 }
        }
        waiting = waiting.filter { key, indices in
            Set(indices.map { pictures[$0].sha256 }).count <= max(wanted[key] ?? 0, 1)
        }
    }

    private mutating func pairByLook() {
        let waiting = entries.indices.filter {
            entries[$0].picture == nil && entries[$0].perceptualHash != nil
        }
        guard !waiting.isEmpty, free.count <= Self.maximumCompared,
            waiting.count <= Self.maximumCompared
        else { return }
        for index in free { hashes[index] = looks.hash(of: pictures[index]) }
        // The nearest pair first, so that two alike photos find their own pictures.
        var pairs: [(distance: Int, entry: Int, picture: Int)] = []
        for entry in waiting {
            guard let sent = entries[entry].perceptualHash else { continue }
            for (index, hash) in hashes where hash.matches(sent) {
                pairs.append((sent.distance(to: hash), entry, index))
            }
        }
        pairs.sort { ($0.distance, $0.entry, $0.picture) < ($1.distance, $1.entry, $1.picture) }
        for pair in pairs where entries[pair.entry].picture == nil {
            guard let place = free.firstIndex(of: pair.picture) else { continue }
            entries[pair.entry].picture = free.remove(at: place)
            entries[pair.entry].match = .perceptualHash
        }
    }

    /// As many records as pictures, none of which contradicts another.
    private mutating func pairByOrder() {
        let waiting = entries.indices.filter { entries[$0].picture == nil }
        guard !waiting.isEmpty, waiting.count == free.count else { return }
        let contradicts = zip(waiting, free).contains { entry, picture in
            guard let sent = entries[entry].perceptualHash, let hash = hashes[picture],
                !sent.isFeatureless, !hash.isFeatureless
            else { return false }
            return sent.distance(to: hash) > 2 * PerceptualHash.matchThreshold
        }
        guard !contradicts else { return }
        for (entry, picture) in zip(waiting, free) {
            entries[entry].picture = picture
            entries[entry].match = .order
        }
        free = []
    }
}

extension Finding {
    /// A picture that the message shows and that its data know nothing of.
    fileprivate static func shownAlone(_ picture: MailPicture) -> Finding {
        Finding(
            .warning, .pictureShownAlone, where: picture.path,
            "The message shows the picture “\(picture.fileName ?? "part " + picture.path)”, which looks"
                + " like none of the photos that its data describes; it becomes a separate photo."
        )
    }

    /// A picture that the data name for a photo, while another one has the photo's file name.
    fileprivate static func disputed(_ picture: MailPicture, by named: MailPicture) -> Finding {
        Finding(
            .warning, .pictureDisputed, where: picture.path,
            "The message's data says that the photo “\(named.fileName ?? "")” is the picture in "
                + "part"
                + " \(picture.path), but part \(named.path) has that name and shows something else;"
                + " the description goes to that one, and the other becomes a separate photo.")
    }
}

extension FindingCode {
    /// A picture that a message shows and that is none of the photos that its data tell of.
    public static let pictureShownAlone: FindingCode = "picture-shown-alone"
    /// A picture that the data name for a photo, while another one has the photo's file name.
    public static let pictureDisputed: FindingCode = "picture-disputed"
}
