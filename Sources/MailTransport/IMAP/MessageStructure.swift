/// What a server says of a message before it is fetched: its size, and what its parts are.
public struct MessageSummary: Hashable, Sendable {
    /// One part that holds no others: RFC 9051 §7.5.2, `BODYSTRUCTURE`.
    public struct Part: Hashable, Sendable {
        /// Its number, by which it is fetched: `1.2`.
        public var section: String
        /// Its media type in lower case: `image/jpeg`.
        public var mediaType: String
        /// Its file name, as far as the server says it; what RFC 2231 splits is joined, nothing is
        /// decoded.
        public var name: String?
        /// The character set that is given; nil for none.
        public var charset: String?
        /// Its transfer encoding in lower case: `base64`.
        public var encoding: String
        /// Its coded bytes.
        public var bytes: Int
    }

    /// The message's number.
    public var uid: UInt32
    /// Its bytes; nil where the server does not say.
    public var bytes: Int?
    /// Its parts; nil where the server says nothing of them that can be used, or where there are
    /// more than 1,000.
    public var parts: [Part]?
}

extension MessageSummary {
    /// Reads the data of one `FETCH` response; nil where it names no message.
    ///
    /// - Parameter isCut: Whether some values were left out.
    init?(_ data: [IMAPValue], isCut: Bool) {
        guard let items = FetchItems(data), let uid = items.uid else { return nil }
        self.uid = uid
        bytes = items.size
        guard !isCut, let structure = items["BODYSTRUCTURE"]?.list else { return }
        var found: [Part] = []
        Self.walk(structure, "", isRoot: true, &found, depth: 0)
        parts = found.isEmpty || found.count > Self.partLimit ? nil : found
    }

    /// About the bytes of memory that its parts take.
    var weight: Int {
        (parts ?? []).reduce(0) { sum, part in
            let texts = [part.section, part.mediaType, part.name, part.charset, part.encoding]
            return sum + 128 + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        }
    }

    private static let partLimit = 1000

    /// The most bytes of a word about a part that are kept.
    private static let wordLimit = 1000

    private static func walk(
        _ body: [IMAPValue], _ section: String, isRoot: Bool, _ found: inout [Part], depth: Int
    ) {
        guard depth < 200, found.count <= partLimit else { return }
        func inner(_ number: Int) -> String {
            section.isEmpty ? "\(number)" : "\(section).\(number)"
        }
        if body.first?.list != nil {
            for (index, part) in body.prefix(while: { $0.list != nil }).enumerated() {
                walk(part.list ?? [], inner(index + 1), isRoot: false, &found, depth: depth + 1)
            }
            return
        }
        guard body.count >= 7, let type = word(body[0]), let subtype = word(body[1]) else { return }
        // A message that is one part alone has that part as number 1.
        let own = isRoot ? inner(1) : section
        let mediaType = "\(type)/\(subtype)".lowercased()
        if mediaType == "message/rfc822", body.count > 8, let message = body[8].list {
            walk(message, own, isRoot: message.first?.list == nil, &found, depth: depth + 1)
            return
        }
        let parameters = body[2].list ?? []
        let disposition = body.dropFirst(7).lazy.compactMap { value -> [IMAPValue]? in
            guard let list = value.list, list.count == 2, list[0].list == nil else { return nil }
            return list[1].list
        }.first
        found.append(
            Part(
                section: own, mediaType: mediaType,
                name: parameter("filename", disposition ?? []) ?? parameter("name", parameters),
                charset: parameter("charset", parameters),
                encoding: word(body[5])?.lowercased() ?? "7bit",
                bytes: body[6].number.flatMap { Int(exactly: $0) } ?? 0))
    }

    /// The value after a name, also as RFC 2231 §3 splits or §4 codes it (`filename*`,
    /// `filename*0*`): the pieces in their order.
    private static func parameter(_ name: String, _ pairs: [IMAPValue]) -> String? {
        var pieces: [Int: String] = [:]
        for index in stride(from: 0, to: pairs.count - 1, by: 2) {
            guard let key = word(pairs[index])?.lowercased() else { continue }
            if key == name || key == name + "*" { return word(pairs[index + 1]) }
            guard key.hasPrefix(name + "*"), pieces.count < 100,
                let number = Int(key.dropFirst(name.utf8.count + 1).prefix { $0 != "*" })
            else { continue }
            pieces[number] = word(pairs[index + 1])
        }
        guard !pieces.isEmpty else { return nil }
        return cut(pieces.sorted { $0.key < $1.key }.map(\.value).joined())
    }

    private static func word(_ value: IMAPValue) -> String? { value.text.map(cut) }

    /// The end of a text that is too long: a file name's says what the file is.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > wordLimit else { return text }
        return String(decoding: text.utf8.suffix(wordLimit), as: UTF8.self)
    }
}

/// The names and values in a `FETCH` response's list: RFC 9051 §7.5.2.
struct FetchItems {
    private var items: [String: IMAPValue] = [:]

    /// Nil for a response of another kind.
    init?(_ data: [IMAPValue]) {
        guard data.count >= 3, data[0].number != nil, data[1].isAtom("FETCH"),
            let list = data[2].list
        else { return nil }
        for index in stride(from: 0, to: list.count - 1, by: 2) {
            guard let name = list[index].atom?.uppercased() else { continue }
            items[name] = list[index + 1]
        }
    }

    /// A value by its name in capitals.
    subscript(name: String) -> IMAPValue? { items[name] }

    /// The message's number.
    var uid: UInt32? { items["UID"]?.number.flatMap { UInt32(exactly: $0) } }

    /// The message's bytes.
    var size: Int? { items["RFC822.SIZE"]?.number.flatMap { Int(exactly: $0) } }

    /// The bytes of a section, whatever origin it is named with (`BODY[1]<0>`).
    func body(_ section: String) -> IMAPValue? {
        items["BODY[\(section)]"] ?? items["BODY[\(section)]<0>"]
    }
}
