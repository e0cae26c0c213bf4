import PhotoRecords

/// Brings together what the channels beside the pictures tell of each photo: by the record's
/// identity, the picture's hash, its Content-ID, and the file's name.
struct EntryCollector {
    private(set) var entries: [PhotoEntry] = []
    private var known: Set<PayloadPhoto> = []
    private var entryOfKey: [String: Int] = [:]
    private var entryOfLink: [String: Int] = [:]
    private var entriesOfName: [String: [Int]] = [:]
    /// How many different pictures of the message have a name, in small letters.
    private let pictures: [String: Int]
    /// The readable blocks that are of no photo that is told of.
    private(set) var unmatched: [LabelledStory] = []

    /// The essences of what the first entries are called, as they were asked for.
    private var essences: [Int: [Unicode.Scalar]] = [:]
    /// What is told of the first entries, as it was asked for.
    private var stories: [Int: KnownStory] = [:]
    private let meter: MessageMeter

    /// The most photos that one channel of a message may name.
    static let maximumPhotos = 10_000
    /// The most photos of one name that are told apart by what is told of them.
    private static let maximumNamesakes = 50
    /// The most blocks of unknown names that photos are looked for, and the most photos.
    private static let maximumRenamed = 200

    /// - Parameters:
    ///   - pictures: how many different pictures of the message have a file name, by the name in
    ///     small letters.
    ///   - meter: Counts what it costs.
    init(pictures: [String: Int] = [:], meter: MessageMeter = .unlimited) {
        self.pictures = pictures
        self.meter = meter
    }

    /// Whether there is room for one more; where there is none, that is noted.
    private var hasRoom: Bool {
        if entries.count < meter.mostRecords { return true }
        meter.noteRecords()
        return false
    }

    mutating func add(payloads: [SharePayload], codes: [ImportCode]) {
        for photo in payloads.lazy.flatMap(\.photos) { add(photo) }
        let told = codes.lazy.flatMap(\.photos).filter { !$0.isEmpty || $0.hashPrefix != nil }
        for photo in told.prefix(Self.maximumPhotos) { add(photo) }
        for index in entries.indices { register(index) }
    }

    private mutating func add(_ photo: PayloadPhoto) {
        let identity = photo.record.id.map { "i" + $0.text }
        guard hasRoom, known.insert(photo).inserted else { return }
        if let identity, let index = entryOfKey[identity] {
            entries[index].addOther(photo.record, by: .payload)
            return
        }
        let keys = [
            identity, photo.attachment?.sha256.map { "h" + $0.prefix(18) },
            photo.record.id == nil ? photo.attachment?.fileName.map { "f" + $0 } : nil,
        ]
        for key in keys.compactMap(\.self) where entryOfKey[key] == nil {
            entryOfKey[key] = entries.count
        }
        entries.append(PhotoEntry(payload: photo))
    }

    private mutating func add(_ photo: ImportCodePhoto) {
        let keys = [
            photo.record.id.map { "i" + $0.text },
            photo.hashPrefix.flatMap { $0.count == 18 ? "h" + $0 : nil },
            photo.record.id == nil ? photo.fileName.map { "f" + $0 } : nil,
        ].compactMap(\.self)
        if let index = keys.compactMap({ entryOfKey[$0] }).first {
            if entries[index].code == nil {
                entries[index].code = photo
            } else if entries[index].code?.record != photo.record {
                entries[index].addOther(photo.record, by: .importCode)
            }
            return
        }
        guard hasRoom else { return }
        if let identity = keys.first, photo.record.id != nil {
            entryOfKey[identity] = entries.count
        }
        entries.append(PhotoEntry(code: photo))
    }

    // MARK: Channels in the text

    private mutating func register(_ index: Int) {
        let entry = entries[index]
        let links = [
            entry.recordID.map { "i" + $0.text }, entry.hashKey.map { "h" + $0 },
            entry.contentID.map { "c" + $0 },
        ]
        for link in links.compactMap(\.self) where entryOfLink[link] == nil {
            entryOfLink[link] = index
        }
        if let name = entry.fileName?.lowercased() {
            entriesOfName[name, default: []].append(index)
        }
    }

    /// JSON-LD: by identity, hash or Content-ID; by the file's name where only one photo has it.
    mutating func add(linked: [LinkedDataPhoto]) {
        for photo in linked.prefix(Self.maximumPhotos) {
            let links = [
                photo.record.id.map { "i" + $0.text }, photo.contentID.map { "c" + $0 },
                photo.sha256.map { "h" + $0.prefix(18) },
            ]
            let namesakes = photo.fileName.flatMap { entriesOfName[$0.lowercased()] } ?? []
            let found = links.compactMap(\.self).compactMap { entryOfLink[$0] }.first
            if let index = found ?? (namesakes.count == 1 ? namesakes.first : nil),
                photo.record.id == nil || entries[index].recordID == nil
                    || photo.record.id == entries[index].recordID,
                // One picture may be there twice, with a story each.
                photo.record.id != nil || entries[index].linked == nil
            {
                if entries[index].linked == nil {
                    entries[index].linked = photo
                } else if entries[index].linked?.record != photo.record {
                    entries[index].addOther(photo.record, by: .linkedData)
                }
            } else if hasRoom {
                entries.append(PhotoEntry(linked: photo))
                register(entries.count - 1)
            }
        }
    }

    /// Readable blocks: by the file's name; of several photos of the name the one that most is
    /// told alike of. One text tells of a photo once at each depth of quoting; where it does twice,
    /// both count, and differ.
    mutating func add(labelled stories: [LabelledStory]) {
        let isTold = !entries.isEmpty
        let nearest = stories.enumerated().sorted {
            ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset)
        }.map(\.element)
        var left: [LabelledStory] = []
        for story in nearest {
            if meter.isOver { return }
            if let index = entry(for: story) ?? rival(of: story) {
                entries[index].labelled.append(story)
            } else if isTold {
                left.append(story)
            } else if !story.isVague {
                append(story)
            }
        }
        // A name that was changed everywhere may have changed the file's with it.
        for (place, story) in left.enumerated() {
            if meter.isOver { return }
            if place < Self.maximumRenamed, let index = renamed(story, among: left) {
                entries[index].labelled.append(story)
            } else if story.fileName != nil {
                append(story)
            } else {
                unmatched.append(story)
            }
        }
    }

    private mutating func append(_ story: LabelledStory) {
        guard hasRoom else { return }
        entries.append(PhotoEntry(labelled: [story]))
        register(entries.count - 1)
    }

    private mutating func entry(for story: LabelledStory) -> Int? {
        guard let name = story.fileName?.lowercased() else {
            let essence = story.record.name.map(PlainText.essence)
            return entries.indices.prefix(Self.maximumNamesakes).first { index in
                isFree(index, story) && isAlike(story, essence, index)
            }
        }
        let free = (entriesOfName[name] ?? []).prefix(Self.maximumNamesakes)
            .filter { isFree($0, story) }
        guard free.count > 1 else { return free.first }
        return free.min { differences(story, $0) < differences(story, $1) }
    }

    /// The photo that a text tells of a second time: the only one of its file's name, of which there
    /// is one picture at most.
    private func rival(of story: LabelledStory) -> Int? {
        guard let name = story.fileName?.lowercased(), let namesakes = entriesOfName[name],
            namesakes.count == 1, pictures[name] ?? 0 < 2
        else { return nil }
        return namesakes.first
    }

    /// The photo that a block of an unknown file is of, by what else it tells.
    private mutating func renamed(_ story: LabelledStory, among left: [LabelledStory]) -> Int? {
        let free = entries.indices.filter { isFree($0, story) }.prefix(Self.maximumRenamed)
        let looked = KnownStory(story.record)
        var ranked: [(index: Int, score: Int)] = []
        for index in free {
            let known = stories[index] ?? KnownStory(entries[index].told ?? PhotoRecord())
            stories[index] = known
            ranked.append((index, StoryLikeness.score(story, looked, entries[index], known)))
        }
        ranked.sort { ($1.score, $0.index) < ($0.score, $1.index) }
        guard let best = ranked.first else { return nil }
        let isOnly =
            ranked.count == 1
            && left.count { $0.path == story.path && $0.depth == story.depth } == 1
        let isBest = ranked.count == 1 || ranked[1].score < best.score
        return isBest && best.score >= (isOnly ? 2 : 3) ? best.index : nil
    }

    private func isFree(_ index: Int, _ story: LabelledStory) -> Bool {
        !entries[index].labelled.contains { $0.path == story.path && $0.depth == story.depth }
    }

    /// - Parameter essence: That of the story's name: it is held against many.
    private mutating func isAlike(
        _ story: LabelledStory, _ essence: [Unicode.Scalar]?, _ index: Int
    ) -> Bool {
        guard let told = entries[index].told else { return false }
        if let taken = story.record.taken, taken.local == told.taken?.local { return true }
        guard let name = story.record.name, let essence, let other = told.name else { return false }
        let known = essences[index] ?? PlainText.essence(other)
        essences[index] = known
        return PlainText.isSame(name, essence, as: other, known)
    }

    private func differences(_ story: LabelledStory, _ index: Int) -> Int {
        StoryComparison.count(story.record, entries[index].told ?? PhotoRecord())
    }
}
