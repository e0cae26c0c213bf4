import Foundation
import Mustache
import Synchronization

/// Templates that were parsed before: mails of one share, and shares of one program, are made of the
/// same few.
enum ParsedTemplates {
    /// So many are kept: ours in every language, and a person's own.
    private static let most = 100
    private static let known = Mutex<[Data: MustacheTemplate]>([:])

    /// The template of a source text.
    ///
    /// - Throws: What `MustacheTemplate` says of a text that is none.
    static func template(_ source: String) throws -> MustacheTemplate {
        // By octets: texts that Unicode calls equal make mails that are not.
        let octets = Data(source.utf8)
        if let template = known.withLock({ $0[octets] }) { return template }
        let template = try MustacheTemplate(string: source)
        known.withLock { known in
            if known.count >= most { known.removeAll() }
            known[octets] = template
        }
        return template
    }
}
