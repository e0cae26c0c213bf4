import Foundation
import TestSupport
import Testing

@Suite struct ShareVerbTests {
    let folder: TemporaryFolder
    let wit: Program
    let photo = Checkout.fixtures.path + "/photos/lighthouse.jpg"

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
    }

    private func share(_ output: String, _ more: String...) throws -> Program.Outcome {
        try wit(["share", photo, "--to", "anna@example.org", "--output", output] + more)
    }

    @Test func `a file that is there is not replaced, unless that is said`() throws {
        try Data("mine".utf8).write(to: folder.url.appending(path: "m.eml"))
        let refused = try share("m.eml")
        #expect(refused.status == 1)
        #expect(refused.errors == "wit: m.eml: already exists; --force replaces it\n")
        #expect(try Data(contentsOf: folder.url.appending(path: "m.eml")) == Data("mine".utf8))
        #expect(try share("m.eml", "--force").status == 0)
        #expect(try Data(contentsOf: folder.url.appending(path: "m.eml")).count > 10_000)
    }

    @Test(arguments: [
        (".", 1, "wit: .: is a folder; name a file in it\n"),
        ("nowhere/m.eml", 1, "wit: nowhere/m.eml: there is no folder "),
        ("/dev/full", 1, "wit: /dev/full: can't be written: No space left on device\n"),
        ("", 2, "Error: --output is an empty path."),
    ])
    func `an output that can't be written is named`(output: String, status: Int32, says: String)
        throws
    {
        if output == "/dev/full" && !FileManager.default.fileExists(atPath: output) { return }
        let outcome = try share(output, "--force")
        #expect(outcome.status == status)
        #expect(outcome.errors.hasPrefix(says), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test func `the message alone goes to stdout`() throws {
        let outcome = try share("-", "--json")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("To: anna@example.org\r\n"))
        #expect(outcome.errors.isEmpty)
    }

    @Test(arguments: [
        (["--template", "nope"], "nope"), (["--language", "../../etc"], "../../etc"),
        (["--templates", "/nowhere"], "/nowhere"), (["--size", "huge"], "huge"),
        (["--to", "b@example.org,c@example.org"], "Repeat --to"),
    ])
    func `a wrong option is named`(options: [String], named: String) throws {
        let outcome = try wit(
            ["share", photo, "--to", "anna@example.org", "--output", "m.eml"] + options)
        #expect(outcome.status == 2)
        let complaint = outcome.errors.split(separator: "\n").first ?? ""
        #expect(complaint.contains(named), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("m.eml")))
    }

    @Test func `without a location no part of the mail has one`() throws {
        #expect(try share("m.eml", "--location", "none", "--size", "original").status == 0)
        let seen = try wit(["inspect", "--json", "m.eml"])
        #expect(seen.output.contains("Lighthouse at dusk"))
        #expect(!seen.output.contains("latitude"))
        let raw = try String(contentsOf: folder.url.appending(path: "m.eml"), encoding: .utf8)
        for number in ["57.42", "6.788"] { #expect(!raw.contains(number)) }
        // What went out lies in the attached picture as a file of its own, too.
        #expect(try wit(["import", "m.eml", "--catalog", "hers.sqlite"]).status == 0)
        let picture = try wit(["read", "--json", "received/Lighthouse-at-dusk.jpg"])
        #expect(picture.output.contains("\"orientation\":6"))
        #expect(!picture.output.contains("location"))
        #expect(try share("exact.eml", "--size", "original").status == 0)
        #expect(try wit(["inspect", "--json", "exact.eml"]).output.contains("57.423361"))
    }

    @Test func `if one photo does not exist, nothing is written`() throws {
        let outcome = try wit([
            "share", photo, "gone.jpg", "--to", "anna@example.org", "--output", "m.eml",
        ])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == "wit: gone.jpg: no photo in the catalog has this path or id\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path("m.eml")))
    }

    @Test func `a subject and a message in any script come through`() throws {
        let outcome = try share(
            "m.eml", "--subject", "Grüße ☂ " + String(repeating: "lang ", count: 60) + "Ende",
            "--message", "Hallo,\n\n-- \nFrom me\n.\n> q")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let bytes = Array(try Data(contentsOf: folder.url.appending(path: "m.eml")))
        #expect(bytes.allSatisfy { $0 < 128 })
        let seen = try wit(["inspect", "--json", "m.eml"]).output
        #expect(seen.contains("\"subject\":\"Grüße ☂ lang lang"))
        #expect(seen.contains("lang Ende\""))
    }

    @Test(arguments: ["", "  "])
    func `an empty subject counts as none`(subject: String) throws {
        let outcome = try share("m.eml", "--subject", subject, "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\"subject\":\"Lighthouse at dusk\""))
    }

    @Test func `what is left out is listed as people list things`() throws {
        let outcome = try share("m.eml", "--strip", "name,caption,keywords")
        #expect(outcome.output.contains(", without name, caption and keywords."))
    }

    @Test func `a coarse location, a home and what is left out are said, and hold`() throws {
        let settings = """
            [[home]]
            at = "57.42,-6.79"
            radius = 3
            """
        try settings.write(toFile: folder.path("s.toml"), atomically: true, encoding: .utf8)
        let home = try share("home.eml", "--settings", "s.toml", "--strip", "camera,people")
        #expect(home.status == 0, "\(home.errors)")
        #expect(home.output.contains(", location within 10 km (Home), without people and camera."))
        #expect(home.output.contains("was taken in your zone “Home”"))
        let told = try share("coarse.eml", "--location", "1km", "--json").output
        #expect(told.contains("\"location\":\"1km\"") && told.contains("\"precision\":\"1km\""))
        for name in ["home", "coarse"] {
            let seen = try wit(["inspect", "--json", name + ".eml"]).output
            #expect(!seen.contains("57.4233"), "\(name)")
        }
        #expect(try !wit(["inspect", "--json", "home.eml"]).output.contains("\"camera\""))
        // Imported, it is coarse still, and fills no exact place of the receiver's own.
        #expect(try wit(["import", "coarse.eml", "--catalog", "hers.sqlite"]).status == 0)
        let hers = try wit(["find", "--json", "--catalog", "hers.sqlite"]).output
        #expect(hers.contains("\"precision\":\"1km\""))
        #expect(try wit(["import", "home.eml", "--catalog", "hers.sqlite"]).status == 0)
        #expect(try wit(["find", "--json", "--catalog", "hers.sqlite"]).output == hers)
        #expect(try wit(["review", "--json", "--catalog", "hers.sqlite"]).output.isEmpty)
        #expect(try share("exact.eml").status == 0)
        #expect(try wit(["import", "exact.eml", "--catalog", "hers.sqlite"]).status == 0)
        let proposed = try wit(["review", "--json", "--catalog", "hers.sqlite"]).output
        #expect(proposed.contains("57.423361"))
    }

    @Test(arguments: [
        (["--strip", "persons"], 2, "choose from: name, caption"),
        (["--strip", ""], 2, "--strip needs at least one of name, caption"),
        (["--strip", " , "], 2, "--strip needs at least one of"),
        (["--location", "5km"], 2, "1km"), (["--settings", "none.toml"], 2, "does not exist"),
    ])
    func `what is wrong with a choice of what leaves is said`(
        options: [String], status: Int32, word: String
    ) throws {
        let outcome = try wit(
            ["share", photo, "--to", "anna@example.org", "--output", "m.eml"] + options)
        #expect(outcome.status == status && outcome.errors.contains(word), "\(outcome.errors)")
    }
}
