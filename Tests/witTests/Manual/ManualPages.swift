import Foundation
import TestSupport

/// The manual's pages as `wit manual` writes them.
struct ManualPages {
    /// The pages by their paths: `man1/wit-share.1`.
    let pages: [String: String]

    /// Has the program write them.
    init() throws {
        let folder = try TemporaryFolder()
        let made = try Program.wit.running(in: Checkout.root.path)(
            ["manual", "--output", folder.path("man")])
        guard made.status == 0 else { throw Failure(description: made.errors) }
        var pages: [String: String] = [:]
        for section in ["man1", "man5"] {
            let below = folder.url.appending(path: "man/" + section)
            for name in try FileManager.default.contentsOfDirectory(atPath: below.path) {
                pages["\(section)/\(name)"] = try String(
                    contentsOf: below.appending(path: name), encoding: .utf8)
            }
        }
        self.pages = pages
    }

    struct Failure: Error, CustomStringConvertible { let description: String }

    /// A page's source; empty where there is none.
    subscript(path: String) -> String { pages[path] ?? "" }

    /// The page of a verb.
    func page(of verb: String) -> String { self["man1/wit-\(verb).1"] }

    /// Lines that stand in a page as they are, each block of them a text of its own.
    static func literals(in page: String) -> [String] {
        page.components(separatedBy: ".nf\n.RS 4\n").dropFirst().map {
            plain($0.components(separatedBy: "\n.RE\n.fi")[0])
        }
    }

    /// Words of a page as its readers see them.
    static func plain(_ roff: String) -> String {
        var plain = roff
        for (escape, text) in [
            ("\\-", "-"), ("\\(aq", "'"), ("\\(dq", "\""), ("\\(ti", "~"), ("\\(ha", "^"),
            ("\\(ga", "`"), ("\\&", ""), ("\\:", ""), ("\\ ", " "), ("\\fB", ""), ("\\fI", ""),
            ("\\fR", ""),
        ] { plain = plain.replacing(escape, with: text) }
        plain = plain.replacing(/\\\[u([0-9A-F]+)\]/) { match in
            let scalar = UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init)
            return scalar.map { String(Character($0)) } ?? ""
        }
        return plain.replacing("\\e", with: "\\")
    }
}
