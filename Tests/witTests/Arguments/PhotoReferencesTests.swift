import CatalogDatabase
import Foundation
import OutputText
import TestSupport
import Testing
import WhatIsThat

@testable import wit

@Suite struct PhotoReferencesTests {
    @Test(arguments: [
        ("photos/IMG 1.jpg", "photos/IMG 1.jpg"), ("trailing blank ", "trailing blank "),
        ("0192f3c4", "0192f3c4"), (#"{"id":"0192f3c4-5a6b","file":"/a.jpg"}"#, "0192f3c4-5a6b"),
        (#"  {"file":"/a\nb.jpg"}"#, "/a\nb.jpg"), ("[odd].jpg", "[odd].jpg"),
    ])
    func `a line is a path, an id or a record`(line: String, reference: String) {
        #expect(PhotoReferences.reference(inLine: line) == reference)
    }

    @Test(arguments: [#"{"name":"Kite"}"#, "{", #"{"id":7}"#, "{}"])
    func `a JSON object that names no photo is not a photo`(line: String) {
        #expect(PhotoReferences.reference(inLine: line) == nil)
    }

    @Test func `a list on stdin names photos, and its bad lines are named`() throws {
        let folder = try TemporaryFolder()
        let wit = Program.wit.running(environment: ["WIT_CATALOG": folder.path("c.sqlite")])
        #expect(try wit(["catalog", Checkout.fixtures.path + "/photos"]).status == 0)
        let birds = try wit(["find", "--json", "kite"])
        let list = birds.bytes + Array("\n{\"x\":1}\nnowhere.jpg\n".utf8) + birds.bytes
        let shown = try wit(["show", "--json", "-"], input: list)
        #expect(shown.status == 1)
        #expect(shown.bytes == birds.bytes)
        #expect(
            shown.errors == """
                wit: stdin: not a photo's JSON with an id: {"x":1}
                wit: nowhere.jpg: no photo in the catalog has this path or id

                """)
    }

    @Test(arguments: [
        ["show", "-"], ["edit", "-", "--name", "x"], ["export", "-", "--format", "jsonl"],
    ])
    func `an empty list is complained of`(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let wit = Program.wit.running(environment: ["WIT_CATALOG": folder.path("c.sqlite")])
        #expect(try wit(["catalog", Checkout.fixtures.path + "/photos"]).status == 0)
        let outcome = try wit(arguments)
        #expect(outcome.status == 1)
        #expect(outcome.errors == "wit: stdin: the list contains no photo\n")
    }
}
