import CatalogDatabase
import JSON

extension MessageOrigin {
    /// The mail in words: the address first, since a sender's name may say anything; nil where the
    /// mail says neither sender nor subject.
    var words: String? {
        var words = [shortWords, subject.map { "“\($0)”" }].compactMap(\.self)
        if words.isEmpty { return nil }
        if sharesID { words.append("(another mail has the same Message-ID)") }
        return "the mail " + words.joined(separator: " ")
    }

    /// Its sender in words: `of anna@example.org (“Anna”)`.
    var shortWords: String? {
        guard let address else { return sender.map { "of " + $0 } }
        let tail = " <\(address)>"
        guard let sender, sender.lowercased() != address else { return "of " + address }
        let name = sender.lowercased().hasSuffix(tail) ? sender.dropLast(tail.count) : sender[...]
        return "of \(address) (“\(name)”)"
    }
}
