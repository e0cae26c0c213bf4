import MIMEMessage
import PhotoMetadata

/// The messages in what a person names: an .eml file, an mbox, a Maildir, or `-` for stdin.
public enum MailMessages {
    /// Where a message stands.
    public struct Place: Sendable {
        /// The file; `-` for stdin.
        public let file: String
        /// The message's number in the file, from 1, where that is an mbox; nil otherwise.
        public let number: Int?
        /// The name to report the message by: `inbox.mbox#3`.
        public var name: String { number.map { "\(file)#\($0)" } ?? file }
    }

    /// Hands over one message after another, with the place where it stands.
    ///
    /// - Parameters:
    ///   - mail: a path, or `-`.
    ///   - onFailure: told of each file in a folder that can't be read or is empty; the next
    ///     one comes then.
    ///   - body: returns false to end.
    /// - Throws: an `ItemFailure` naming the mail where it can't be read, is empty or holds no
    ///   message; what `body` throws.
    public static func forEach(
        in mail: String, onFailure: (ItemFailure) -> Void = { _ in },
        _ body: (_ place: Place, _ message: MIMEMessage) throws -> Bool
    ) throws {
        let source: MailSource = mail == "-" ? .standardInput : .path(mail)
        var isAnything = false
        do {
            try source.forEach(onFailure: { error in
                isAnything = true
                onFailure(ItemFailure(item: error.path, message: error.message))
            }) { item in
                guard !item.bytes.isEmpty else {
                    let failure = ItemFailure(item: item.name, reason: "the mail is empty: 0 bytes")
                    guard item.file != mail else { throw failure }
                    isAnything = true
                    onFailure(failure)
                    return
                }
                isAnything = true
                if (try? PhotoReader().read(bytes: Array(item.bytes.prefix(64)))) != nil {
                    onFailure(
                        ItemFailure(
                            item: item.name, reason: "a photo, not a mail; wit catalog takes it in")
                    )
                    return
                }
                let place = Place(file: item.file, number: item.number)
                if try !body(place, MIMEMessage(parsing: item.bytes)) { throw Ended() }
            }
        } catch is Ended {
            return
        } catch let error as MailSourceError {
            throw ItemFailure(item: mail, message: error.message)
        }
        guard isAnything else {
            throw ItemFailure(
                item: mail, reason: "no mail in it: it is no .eml, mbox or Maildir")
        }
    }

    private struct Ended: Error {}
}
