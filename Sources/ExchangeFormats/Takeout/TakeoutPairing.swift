import Foundation

/// Which JSON of a folder tells of which photo.
///
/// The rules, the first that fits:
/// - the same name and counter, with `.supplemental-metadata` or what is left of it in between;
/// - the name cut off where a JSON's name ends; of several the one whose title it is;
/// - for a photo that was edited in Google Photos, the JSON of the one it was made from;
/// - a JSON whose title is the photo's name, in the spelling that a disk allows;
/// - the same name with another ending (a HEIC that was handed out as JPEG).
///
/// One JSON may tell of several photos: of an original and the edited one.
public struct TakeoutPairing: Sendable {
    /// The JSON of each photo and film that has one.
    public private(set) var sidecars: [String: String] = [:]
    /// Photos without a JSON, in the order of their names.
    public private(set) var lonePictures: [String] = []
    /// JSON files that belong to no photo or film, in the order of their names: albums' among
    /// them.
    public private(set) var loneSidecars: [String] = []
    /// How many films there are.
    public private(set) var videoCount = 0

    private struct Key: Hashable {
        var text: String
        var counter: Int?
    }

    /// The JSON names that may be one photo's name, cut off.
    private struct CutNames {
        var all: [String] = []
        /// The first one with each counter.
        var byCounter: [Int?: String] = [:]
    }

    private let titles: TakeoutTitles
    private var byName: [Key: String] = [:]
    private var byCore: [Key: String] = [:]
    private var cutByCore: [String: CutNames] = [:]
    private var byStem: [Key: String] = [:]
    private var used: Set<String> = []

    /// Pairs the names of one folder.
    ///
    /// - Parameters:
    ///   - names: the files' names.
    ///   - title: reads a JSON's title; asked only where names do not tell, and once for each.
    public init(_ names: [String], title: @escaping @Sendable (String) -> String?) {
        titles = TakeoutTitles(title)
        var media: [(name: String, parts: TakeoutName)] = []
        for name in names.sorted() {
            switch TakeoutFileKind(name) {
            case .sidecar: index(name)
            case .picture: media.append((name, TakeoutName(media: name)))
            case .video:
                videoCount += 1
                media.append((name, TakeoutName(media: name)))
            case nil: continue
            }
        }
        pair(&media) { $0.exact($1) }
        pair(&media) { $0.cut($1) }
        pair(&media) { $0.original($1, anyWord: false) }
        pairByTitle(&media, names)
        pair(&media) { $0.byStem[Key(text: $1.stem.lowercased(), counter: $1.counter)] }
        pair(&media) { $0.original($1, anyWord: true) }
        lonePictures = media.map(\.name).filter { TakeoutFileKind($0) == .picture }
        loneSidecars = names.filter { TakeoutFileKind($0) == .sidecar && !used.contains($0) }
            .sorted()
    }

    private mutating func index(_ name: String) {
        let parts = TakeoutName(sidecar: name)
        let core = TakeoutName.withoutAddition(parts.stem)
        byName[Key(text: parts.stem, counter: parts.counter)] = name
        // `IMG.jpg.json` stands before a `IMG.jpg.supplemental-metadata.json` beside it.
        let key = Key(text: core, counter: parts.counter)
        if byCore[key] == nil || core == parts.stem { byCore[key] = name }
        // What was cut ends the JSON's name, or what was added to it does.
        if TakeoutName.mayBeCut(parts.stem) {
            cutByCore[core, default: CutNames()].all.append(name)
            if cutByCore[core]?.byCounter[parts.counter] == nil {
                cutByCore[core]?.byCounter[parts.counter] = name
            }
        }
        let stem = TakeoutName.split(core).stem.lowercased()
        byStem[Key(text: stem, counter: parts.counter)] = name
    }

    private mutating func pair(
        _ media: inout [(name: String, parts: TakeoutName)],
        by rule: (Self, TakeoutName) -> String?
    ) {
        var left: [(name: String, parts: TakeoutName)] = []
        var found: [(String, String)] = []
        for item in media {
            if let sidecar = rule(self, item.parts) {
                found.append((item.name, sidecar))
            } else {
                left.append(item)
            }
        }
        for (name, sidecar) in found {
            sidecars[name] = sidecar
            used.insert(sidecar)
        }
        media = left
    }

    /// The JSON with the very name: of `IMG(1).jpg` those of a photo that was always called so,
    /// and of the second `IMG.jpg`.
    private func exact(_ parts: TakeoutName) -> String? {
        if let counter = parts.counter {
            let whole = parts.stem + "(\(counter))" + parts.ending
            if let found = byCore[Key(text: whole, counter: nil)] { return found }
        }
        return byCore[Key(text: parts.plain, counter: parts.counter)]
            ?? byName[Key(text: parts.stem, counter: parts.counter)]
    }

    /// A JSON whose name ends within the photo's.
    private func cut(_ parts: TakeoutName) -> String? {
        // A number in brackets may be the photo's own, and then stands before the cut.
        var whole = TakeoutName(media: "")
        whole.stem = parts.stem + (parts.counter.map { "(\($0))" } ?? "")
        whole.ending = parts.ending
        for spelling in parts.counter == nil ? [parts] : [whole, parts] {
            var prefix = Substring(spelling.plain).dropLast()
            while prefix.count >= 12 {
                if let best = best(String(prefix), for: spelling) { return best }
                prefix = prefix.dropLast()
            }
        }
        return nil
    }

    private func best(_ core: String, for parts: TakeoutName) -> String? {
        guard let names = cutByCore[core] else { return nil }
        let same = names.byCounter[parts.counter]
        if names.all.count < 2 { return same }
        // Names that differ only behind the cut are counted, though the photos' are not.
        let title = TakeoutName.comparable(parts.plain)
        return titles.only(titled: title, in: core, of: names.all) ?? same
    }

    private func original(_ parts: TakeoutName, anyWord: Bool) -> String? {
        guard let stem = TakeoutWords.original(of: parts.stem, anyWord: anyWord) else { return nil }
        var original = parts
        original.stem = stem
        if let found = exact(original) ?? cut(original) { return found }
        return byStem[Key(text: stem.lowercased(), counter: parts.counter)]
    }

    private mutating func pairByTitle(
        _ media: inout [(name: String, parts: TakeoutName)], _ names: [String]
    ) {
        guard !media.isEmpty else { return }
        var byTitle: [Key: String] = [:]
        for name in names where TakeoutFileKind(name) == .sidecar && !used.contains(name) {
            guard let title = titles.title(of: name) else { continue }
            let key = Key(text: title, counter: TakeoutName(sidecar: name).counter)
            if byTitle[key] == nil { byTitle[key] = name }
        }
        let found = byTitle
        pair(&media) { _, parts in
            found[Key(text: TakeoutName.comparable(parts.plain), counter: parts.counter)]
        }
    }
}
