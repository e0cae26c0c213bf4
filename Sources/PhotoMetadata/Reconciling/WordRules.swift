import PhotoRecords

/// A photo's name, caption, keywords and people (“Reading a photo's metadata”).
struct WordRules {
    let limits: PhotoReadLimits

    /// XMP dc:title, IPTC ObjectName, XPTitle.
    func name(_ sources: inout MetadataSources) -> Sourced<String>? {
        if let text = sources.xmp["dc:title"]?.string {
            if let own = sources.xmp["wit:Name"]?.text, ExactText.agrees(own, text) {
                return Sourced(limited(own, "xmp:wit:Name", &sources), "xmp:dc:title")
            }
            return Sourced(limited(text, "xmp:dc:title", &sources), "xmp:dc:title")
        }
        if let text = sources.iptc.text(5) {
            return Sourced(limited(text, "iptc:ObjectName", &sources), "iptc:ObjectName")
        }
        return sources.exif.windowsText(.xpTitle).map { Sourced($0, "exif:XPTitle") }
    }

    /// EXIF ImageDescription, XMP dc:description, IPTC Caption-Abstract, XPComment, UserComment.
    /// IPTC stands before XMP if it was changed last.
    func caption(_ sources: inout MetadataSources) -> Sourced<String>? {
        if let own = ownCaption(&sources) { return own }
        let iptc: Candidate = ("iptc:Caption-Abstract", { $0.iptc.text(120) })
        var candidates: [Candidate] = [
            ("exif:ImageDescription", { $0.exif.text(.imageDescription, "ImageDescription") }),
            ("xmp:dc:description", { $0.xmp["dc:description"]?.string }),
            ("exif:XPComment", { $0.exif.windowsText(.xpComment) }),
            ("exif:UserComment", { $0.exif.userComment() }),
        ]
        // What was changed last is asked only where both say something.
        let isNewer = sources.iptc.has(120) && sources.iptcIsNewer
        candidates.insert(iptc, at: isNewer ? 1 : 2)
        let make = sources.exif.text(.make, "Make")
        for (source, read) in candidates {
            guard let text = read(&sources) else { continue }
            if CaptionFiller.isFiller(text) || CaptionFiller.isSame(text, make) {
                sources.note(
                    .note, .captionFiller, source,
                    "“\(text.prefix(60))” was filled in by a program; it is not a caption.")
                continue
            }
            if source == iptc.0, isNewer, sources.xmp["dc:description"] != nil {
                sources.note(
                    .note, .iptcNewer, source,
                    "The IPTC data was last changed by a program that does not know XMP; its "
                        + "caption "
                        + "takes precedence over XMP's.")
            }
            return Sourced(limited(text, source, &sources), source)
        }
        return nil
    }

    /// The exact text that our own XMP keeps, while the standard fields agree with it.
    private func ownCaption(_ sources: inout MetadataSources) -> Sourced<String>? {
        guard let own = sources.xmp["wit:Caption"]?.text, !own.isEmpty,
            ExactText.agrees(own, sources.xmp["dc:description"]?.string),
            ExactText.agrees(own, sources.exif.text(.imageDescription, "ImageDescription"))
        else { return nil }
        return Sourced(limited(own, "xmp:wit:Caption", &sources), "xmp:dc:description")
    }

    private typealias Candidate = (String, (inout MetadataSources) -> String?)

    /// dc:subject, else IPTC Keywords, else XPKeywords; and the last parts of hierarchical ones.
    func keywords(_ sources: inout MetadataSources) -> Sourced<[String]>? {
        var list = UniqueTexts(limit: limits.listEntries)
        var source: String?
        func take(_ texts: [String], _ name: @autoclosure () -> String) {
            if texts.isEmpty { return }
            list.add(texts)
            if source == nil, !list.texts.isEmpty { source = name() }
        }
        take(sources.xmp["dc:subject"]?.strings ?? [], "xmp:dc:subject")
        if list.texts.isEmpty { take(sources.iptc.texts(25), "iptc:Keywords") }
        if list.texts.isEmpty, let text = sources.exif.windowsText(.xpKeywords) {
            take(text.split(separator: ";").map(String.init), "exif:XPKeywords")
        }
        // QUIRK: Lightroom's own spelling begins with a small letter; others write a capital.
        for name in ["lr:hierarchicalSubject", "lr:HierarchicalSubject"] {
            take(
                (sources.xmp[name]?.strings ?? []).map { Self.leaf($0, "|") }, "xmp:" + name)
        }
        take(
            (sources.xmp["digiKam:TagsList"]?.strings ?? []).map { Self.leaf($0, "/") },
            "xmp:digiKam:TagsList")
        return source.map { Sourced(list.texts, $0) }
    }

    private static func leaf(_ path: String, _ separator: Character) -> String {
        // This stands in the hot loop of a scan: nearly all are cut by their octets.
        if let mark = separator.asciiValue {
            let bytes = path.utf8
            guard let last = bytes.lastIndex(of: mark) else { return path }
            let start = bytes.index(after: last)
            if start < bytes.endIndex, bytes[start] < 0x80, bytes[start] != mark,
                last == bytes.startIndex || bytes[bytes.index(before: last)] < 0x80
            {
                return String(path[start...])
            }
        }
        return path.split(separator: separator).last.map(String.init) ?? path
    }

    /// IPTC's PersonInImage, and the names of faces.
    func people(
        _ sources: inout MetadataSources, regions: [Region]
    ) -> Sourced<[String]>? {
        var list = UniqueTexts(limit: limits.listEntries)
        list.add(sources.xmp["Iptc4xmpExt:PersonInImage"]?.strings ?? [])
        let source = list.texts.isEmpty ? "xmp:mwg-rs:Regions" : "xmp:Iptc4xmpExt:PersonInImage"
        // Our own word for a list that the names of faces add nothing to.
        if sources.xmp["wit:PeopleComplete"]?.string == "True" {
            return list.texts.isEmpty ? nil : Sourced(list.texts, source)
        }
        list.add(regions.filter { $0.kind == .face }.compactMap(\.name))
        return list.texts.isEmpty ? nil : Sourced(list.texts, source)
    }

    private func limited(
        _ text: String, _ source: String, _ sources: inout MetadataSources
    ) -> String {
        guard text.utf8.count > limits.textBytes else { return text }
        sources.note(
            .warning, .metadataTooLarge, source,
            "The text is longer than \(limits.textBytes) bytes; the rest is ignored.")
        return String(decoding: Array(text.utf8.prefix(limits.textBytes)), as: UTF8.self)
    }
}

/// Texts in the order they came, each once, none blank.
struct UniqueTexts {
    private(set) var texts: [String] = []
    private var seen: Set<String> = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    mutating func add(_ more: [String]) {
        for text in more where texts.count < limit {
            let start = text.utf8.first == 0x20 ? String(text.drop { $0 == " " }) : text
            let trimmed = TextDecoding.trimmed(start)
            if !trimmed.isEmpty, seen.insert(trimmed).inserted { texts.append(trimmed) }
        }
    }
}

/// What cameras and programs write into the caption when nobody wrote one.
enum CaptionFiller {
    /// Whether a text is such: a camera's kind, GIMP's, DJI's or Sony's default, a path of a memory
    /// card.
    static func isFiller(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count <= 256, mayBe(bytes) else { return false }
        let lower = text.lowercased()
        let words = lower.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if words.isEmpty || words.hasSuffix("digital camera") || words == "created with gimp"
            || words == "default" || words == "sony dsc"
        {
            return true
        }
        // DCIM\100MEDIA\DJI_0001.JPG, /DCIM/…
        let parts = words.split(whereSeparator: { $0 == "/" || $0 == "\\" })
        return parts.count > 1 && parts.dropLast().contains(where: { $0 == "dcim" })
            && !words.contains(". ")
    }

    private static let endings = ["camera", "gimp", "default", "dsc"].map { Array($0.utf8) }

    /// Whether a look at the octets leaves it open: one of the words at the end, a path, or signs
    /// beyond ASCII at the end, which may be blanks. This stands in the hot loop of a scan.
    private static func mayBe(_ bytes: String.UTF8View) -> Bool {
        var end = bytes.endIndex
        while end > bytes.startIndex, bytes[bytes.index(before: end)] <= 0x20 {
            end = bytes.index(before: end)
        }
        let rest = bytes[..<end]
        guard let last = rest.last, last < 0x80 else { return true }
        let isWord = endings.contains { word in
            rest.count >= word.count
                && rest.suffix(word.count).elementsEqual(word) { $0 | 0x20 == $1 }
        }
        return isWord || rest.contains { $0 == 0x2F || $0 == 0x5C }
    }

    /// Whether two texts are the same but for the case of letters.
    static func isSame(_ text: String, _ other: String?) -> Bool {
        guard let other else { return false }
        // Letters of ASCII that differ are never the same, whatever follows them.
        if let first = text.utf8.first, let second = other.utf8.first, first < 0x80, second < 0x80,
            first | 0x20 != second | 0x20
        {
            return false
        }
        return text.lowercased() == other.lowercased()
    }
}

extension FindingCode {
    /// IPTC data that were changed without the XMP beside them.
    static let iptcNewer: FindingCode = "iptc-newer"
    /// A caption that nobody wrote.
    static let captionFiller: FindingCode = "caption-filler"
}
