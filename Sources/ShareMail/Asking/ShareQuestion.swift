import MIMEMessage
import OutputText
import PhotoRecords
import Privacy

/// What makes a mail of one photo a question about a marked spot of it.
public struct ShareQuestion: Sendable, Hashable {
    /// The word by which answers are found: letters and digits.
    public var token: String
    /// The marked spot; its name is not sent.
    public var region: Region
    /// The day by which an answer is wanted: `2026-12-01`; nil for any time.
    public var due: String?

    /// The identifier of the template that asks.
    public static let template = "ask"

    /// A question about a region.
    ///
    /// - Parameters:
    ///   - token: See ``newToken()``.
    ///   - region: The spot; what it is called is left out.
    public init(token: String, region: Region, due: String? = nil) {
        self.token = token
        self.region = Region(id: region.id, kind: .question, shape: region.shape)
        self.due = due
    }

    /// A record as it is asked about: it has the spot, and what that was called by a guess stays at
    /// home, also among the people and keywords.
    public func marking(_ record: PhotoRecord) -> PhotoRecord {
        var record = record
        let index =
            record.regions.firstIndex { $0.id != nil && $0.id == region.id }
            ?? record.regions.firstIndex { $0.id == nil && $0.shape == region.shape }
        guard let index else {
            record.regions.append(region)
            return record
        }
        let guess = record.regions[index].name
        let isPerson = FieldGroup.regionsOfPeople(in: record).contains(record.regions[index])
        record.regions[index].id = region.id
        record.regions[index].name = nil
        let key = guess.map(Folding.visibleKey)
        let others = record.regions.compactMap(\.name).map(Folding.visibleKey)
        guard let key, isPerson, !others.contains(key) else { return record }
        record.people.removeAll { Folding.visibleKey($0) == key }
        record.keywords.removeAll { keyword in
            let last = keyword.split { "|/\\".contains($0) }.last ?? ""
            return Folding.visibleKey(keyword) == key || Folding.visibleKey(last) == key
        }
        return record
    }

    /// A token that nobody guesses: 12 of 31 letters and digits, 59 bits.
    public static func newToken() -> String {
        String((0..<12).compactMap { _ in tokenLetters.randomElement() })
    }

    /// Small letters and digits that are not taken for one another.
    private static let tokenLetters = Array("abcdefghijkmnpqrstuvwxyz23456789")

    // MARK: Tags

    /// What the subject ends with: `[wit-k3f9x2…]`.
    public var subjectTag: String { "[\(Self.prefix)\(token)]" }

    /// The tokens that a subject has in tags.
    public static func tokens(inSubject subject: String) -> [String] {
        tokens(in: subject.utf8.prefix(8_000), between: "[\(prefix)", and: "]")
    }

    /// An address with the token in it: `anna+wit.k3f9x2@example.org`; one that has a tag keeps it.
    public static func tagged(_ mailbox: Mailbox, token: String) -> Mailbox {
        Mailbox(
            name: mailbox.name,
            address: "\(mailbox.localPart)+wit.\(token)@\(mailbox.domain)")
    }

    /// The token that an address has.
    public static func token(inAddress address: String) -> String? {
        tokens(in: address.utf8.prefix(1_000), between: "+wit.", and: "@").first
    }

    /// The tokens of 8 to 32 small letters and digits that stand between two marks; capitals count as
    /// small letters. Each mail is asked: no pattern is compiled for it.
    private static func tokens(
        in text: some Sequence<UInt8>, between start: String, and end: Character
    ) -> [String] {
        let octets = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let mark = Array(start.utf8)
        var found: [String] = []
        var rest = octets[...]
        while let place = rest.firstIndex(of: mark[0]) {
            rest = rest[place...]
            guard rest.starts(with: mark) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(mark.count)
            let token = rest.prefix { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
            guard (8...32).contains(token.count), token.endIndex < octets.endIndex,
                octets[token.endIndex] == end.asciiValue
            else { continue }
            found.append(String(decoding: token, as: UTF8.self))
            rest = octets[token.endIndex...]
        }
        return found
    }

    private static let prefix = "wit-"
}
