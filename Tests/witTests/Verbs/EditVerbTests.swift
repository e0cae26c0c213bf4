import Foundation
import TestSupport
import Testing

@Suite struct EditVerbTests {
    let folder: TemporaryFolder
    let wit: Program
    let photo = Checkout.fixtures.path + "/photos/lighthouse.jpg"

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
    }

    @Test func `an empty text takes a value away, and undo brings it back`() throws {
        let before = try wit(["edit", photo, "--json", "--keyword", "+new"]).output
        let removed = try wit([
            "edit", photo, "--json", "--name", " ", "--date", "", "--at", "", "--caption", "",
        ])
        #expect(removed.status == 0, "\(removed.errors)")
        for field in ["\"name\":\"", "\"taken\":{\"local", "\"latitude\"", "\"caption\":\""] {
            #expect(before.contains(field))
            #expect(!removed.output.contains(field), "\(field)")
        }
        #expect(try wit(["undo"]).status == 0)
        #expect(try wit(["show", "--json", photo]).output == before)
    }

    @Test func `what was taken away stays away when the file is read again`() throws {
        #expect(try wit(["edit", photo, "--at", ""]).status == 0)
        #expect(try wit(["catalog", "--verify", photo]).status == 0)
        #expect(!(try wit(["show", "--json", photo]).output.contains("latitude")))
    }

    @Test(arguments: [
        (["--keyword", "+a", "--keyword", "-a"], "both added and removed"),
        (["--at", "", "--place", "Paris"], "leave out one"),
        (["--date", "2024"], "“2024”"),
    ])
    func `contradictory arguments are refused`(options: [String], says: String) throws {
        let outcome = try wit(["edit", photo] + options)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(says), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("catalog.sqlite")))
    }

    @Test func `a folder is no photo`() throws {
        let outcome = try wit(["edit", ".", "--name", "x"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("wit: .: a folder, not a photo"))
    }
}
