import PhotoRecord

/// A photo's name, caption, keywords and people (SPEC §4).
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
        candidates.insert(iptc, at: sources.iptcIsNewer ? 1 : 2)
        let make = sources.exif.text(.make, "Make")
        for (source, read) in candidates {
            guard let text = read(&sources) else { continue }
            if CaptionFiller.isFiller(text) || text.lowercased() == make?.lowercased() {
                sources.note(
                    .note, .captionFiller, source,
                    "“\(text.prefix(60))” is what a program fills in, no caption.")
                continue
            }
            if source == iptc.0, sources.iptcIsNewer, sources.xmp["dc:description"] != nil {
                sources.note(
                    .note, .iptcNewer, source,
                    "A program that knows no XMP changed the IPTC data last; its caption stands "
                        + "before XMP's.")
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
        path.split(separator: separator).last.map(String.init) ?? path
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
            "The text is longer than \(limits.textBytes) bytes; the rest is left out.")
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
            let trimmed = TextDecoding.trimmed(String(text.drop { $0 == " " }))
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
        guard bytes.count <= 256 else { return false }
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
}

extension FindingCode {
    /// IPTC data that were changed without the XMP beside them.
    static let iptcNewer: FindingCode = "iptc-newer"
    /// A caption that nobody wrote.
    static let captionFiller: FindingCode = "caption-filler"
}
