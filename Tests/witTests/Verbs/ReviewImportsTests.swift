import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

/// What `wit import` says of pictures, and `wit review` of photos that may be one.
@Suite struct ReviewImportsTests {
    let folder: TemporaryFolder
    let bird = Checkout.fixtures.path + "/photos/bird.jpg"

    init() throws { folder = try TemporaryFolder() }

    private func wit(_ catalog: String) -> Program {
        Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path(catalog)])
    }

    private func mail(_ name: String, _ options: [String]) throws -> String {
        let path = folder.path(name + ".eml")
        let shared = try wit("sender.sqlite")(
            ["share", bird, "--to", "anna@example.org", "--output", path] + options)
        try #require(shared.status == 0, "\(shared.errors)")
        return path
    }

    @Test func `a picture that only looks like a photo is joined by one's word alone`() throws {
        let wit = wit("catalog.sqlite")
        #expect(try wit(["catalog", bird]).status == 0)
        let mail = try mail("small", ["--size", "small", "--strip", "hashes"])
        let imported = try wit(["import", mail])
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(imported.output.contains("join them with wit review"), "\(imported.output)")
        #expect(imported.output.contains("stored as"), "\(imported.output)")
        let words = try wit(["review"]).output
        #expect(words.contains("join, from the mail"), "\(words)")
        #expect(words.contains("they look the same ("), "\(words)")
        let line = try #require(try wit(["review", "--json"]).lines.first)
        let proposal = try JSONValue(parsing: line.utf8)
        #expect(proposal["kind"] == "join" && proposal["distance"]?.int != nil)
        let known = try #require(proposal["other"]?.string)
        let number = "\(proposal["number"]?.int ?? 0)"
        #expect(try wit(["find", "--json"]).lines.count == 2)
        let accepted = try wit(["review", "--accept", number])
        #expect(accepted.output == "1 accepted, 0 rejected.\n", "\(accepted.errors)")
        let photos = try wit(["find", "--json"]).lines
        #expect(photos.count == 1 && photos[0].contains(known))
        #expect(try wit(["show", known]).output.contains("Also at"))
        #expect(try wit(["undo"]).status == 0)
        #expect(try wit(["find", "--json"]).lines.count == 2)
        #expect(try wit(["review", "--reject", number]).status == 0)
        #expect(try wit(["review"]).output == "Nothing to review.\n")
        #expect(try wit(["import", mail]).output.contains("nothing new"))
        #expect(try wit(["check"]).status == 0)
    }

    @Test func `what is not stored is said`() throws {
        let wit = wit("catalog.sqlite")
        let (large, small) = (
            try mail("large", ["--size", "original"]), try mail("small", ["--size", "small"])
        )
        #expect(try wit(["import", large]).status == 0)
        let second = try wit(["import", small]).output
        #expect(
            second.contains("known: the same identity and appearance · nothing new"), "\(second)")
        #expect(second.contains("picture not stored: kept the larger copy"), "\(second)")
        let json = try #require(try wit(["import", small, "--json"]).lines.first)
        #expect(json.contains("\"notStored\":\"smaller\""), "\(json)")
        let other = self.wit("other.sqlite")
        #expect(try other(["import", small]).status == 0)
        let larger = try other(["import", large]).output
        #expect(larger.contains("kept this larger copy"), "\(larger)")
        let again = try #require(try other(["import", large, "--json"]).lines.first)
        #expect(again.contains("\"notStored\":\"same\""), "\(again)")
    }
}
