import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

/// Places and their clocks through the built program.
@Suite struct PlacesTests {
    let folder: TemporaryFolder
    let wit: Program
    private let photos = Checkout.fixtures.path + "/photos"

    init() throws {
        folder = try TemporaryFolder()
        wit = Program.wit.running(
            in: folder.url.path, environment: ["WIT_CATALOG": folder.path("catalog.sqlite")])
    }

    private func photo(_ name: String) -> String { photos + "/" + name + ".jpg" }

    private func record(_ arguments: [String]) throws -> PhotoRecord {
        let outcome = try wit(arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        let line = try #require(outcome.lines.first)
        return PhotoRecord(json: try #require(try JSONValue(parsing: line.utf8).object))
    }

    @Test func `read names the place with its distance and says where it is from`() throws {
        let outcome = try wit(["read", photo("boat")])
        #expect(outcome.output.contains("Náxos, South Aegean, GR (0.3 km)  (gazetteer)"))
        let place = try record(["read", "--json", photo("boat")]).location?.place
        #expect(
            place
                == Place(
                    name: "Náxos", region: "South Aegean", country: "GR", distanceKm: 0.3,
                    source: "gazetteer"))
    }

    @Test func `cataloged photos are found by the place they were taken at`() throws {
        #expect(try wit(["catalog", photos]).status == 0)
        #expect(try wit(["find", "naxos", "--json"]).lines.count == 1)
        #expect(try wit(["find", "south", "aegean"]).output.contains("boat.jpg"))
        let near = try wit(["find", "--near", "Naxos, GR"])
        #expect(near.output.contains("boat.jpg"))
        #expect(near.output.contains("1 photo around Náxos, South Aegean, GR (7,070 people)."))
        let told = try wit(["find", "--near", "Νάξος", "--json"])
        #expect(told.lines.count == 1)
        #expect(told.errors == "wit: around Náxos, South Aegean, GR (7,070 people)\n")
        let wide = try wit(["find", "--near", "Naxos, GR", "--within", "20000", "--json"])
        #expect(wide.lines.count > 5)
        let unknown = try wit(["find", "--near", "Xyzzyxqq"])
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("Xyzzyxqq"))
        // Nothing of it is news to a second scan.
        #expect(try wit(["catalog", "--verify", photos]).status == 0)
        #expect(try wit(["review", "--json"]).lines.isEmpty)
        #expect(try wit(["check"]).status == 0)
    }

    @Test func `a point that a person gives brings place and offset, no point takes them`() throws {
        let bridge = photo("bridge")
        let moved = try record(["edit", bridge, "--at", "52.0907,5.1214", "--json"])
        #expect(moved.location?.place?.name == "Utrecht")
        #expect(moved.taken?.offset == UTCOffset("+02:00"))
        #expect(moved.taken?.offsetSource == .place)
        #expect(try wit(["show", bridge]).output.contains("16:02:44 +02:00, by the place"))
        let away = try record(["edit", bridge, "--at", "-33.86,151.21", "--json"])
        #expect(away.location?.place?.country == "AU")
        #expect(away.taken?.offset == UTCOffset("+11:00"))
        let none = try record(["edit", bridge, "--at", "", "--json"])
        #expect(none.location == nil && none.taken?.offset == nil)
        let named = try record(["edit", bridge, "--at", "Paris, Texas", "--json"])
        #expect(named.location?.place == Place(name: "Paris", region: "Texas", country: "US"))
        #expect(named.location?.precision == .place)
        #expect(named.taken?.offset == UTCOffset("-05:00"))
        for _ in 0..<4 { #expect(try wit(["undo"]).status == 0) }
        let before = try record(["show", bridge, "--json"])
        #expect(before.location == nil && before.taken?.offset == nil)
    }

    @Test(arguments: [
        ("München", "Munich", "DE"), ("Wien", "Vienna", "AT"), ("Milano", "Milan", "IT"),
        ("Londres", "London", "GB"), ("Roma", "Rome", "IT"), ("Praha", "Prague", "CZ"),
        ("東京", "Tokyo", "JP"), ("Москва", "Moscow", "RU"), ("Νάξος", "Náxos", "GR"),
    ])
    func `a name in any language places a photo, and the answer tells where`(
        name: String, place: String, country: String
    ) throws {
        let edit = try wit(["edit", photo("bridge"), "--at", name])
        #expect(edit.status == 0, "\(edit.errors)")
        #expect(edit.output.hasPrefix("The place is \(place), "), "\(edit.output)")
        #expect(edit.output.contains(", \(country) ("))
        let shown = try record(["show", photo("bridge"), "--json"]).location?.place
        #expect(shown?.name == place && shown?.country == country)
    }

    @Test func `a name that may mean several places, or half a name, is never guessed`() throws {
        let bridge = photo("bridge")
        func expectSeveral(_ arguments: [String]) throws {
            let several = try wit(arguments)
            #expect(several.status == 2, "\(arguments)")
            #expect(several.output.isEmpty)
            #expect(several.errors.contains("Several places are named “Springfield”:"))
            #expect(several.errors.contains("Springfield, Missouri, US ("))
            #expect(
                several.errors.contains("Say which one, as “Springfield, Missouri, US” or as 37.2"))
        }
        try expectSeveral(["edit", bridge, "--at", "Springfield"])
        let half = try wit(["edit", bridge, "--at", "Münche"])
        #expect(half.status == 2)
        #expect(half.errors.contains("did you mean Munich, Bavaria, DE"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("catalog.sqlite")))
        // Without a catalog nothing can be found, whatever is meant.
        #expect(try wit(["find", "--near", "Springfield"]).status == 3)
        let exact = try wit(["edit", bridge, "--at", "Springfield, Missouri, US"])
        #expect(exact.status == 0, "\(exact.errors)")
        // Of a photo that is there, and so of a place that could be guessed.
        try expectSeveral(["find", "--near", "Springfield"])
    }

    @Test func `at a terminal, which of several places is meant is asked`() throws {
        // util-linux's script gives the program a terminal.
        let script = try #require(Program.installed("script"), "needs script")
            .running(in: folder.url.path, environment: wit.environment)
        let command = "'\(wit.path)' edit '\(photo("bridge"))' --at Springfield"
        let asked = try script(["-qec", command, "/dev/null"], input: Array("2\n".utf8))
        #expect(asked.status == 0, "\(asked.output)")
        #expect(asked.output.contains("Which one (1 to "))
        #expect(asked.output.contains("The place is Springfield, Massachusetts, US ("))
        let none = try script(["-qec", command, "/dev/null"], input: Array("\n".utf8))
        #expect(none.status == 2)
    }

    @Test func `a new clock reading gets the offset of its own day`() throws {
        let bridge = photo("bridge")
        _ = try record(["edit", bridge, "--at", "52.0907,5.1214", "--json"])
        let winter = try record(["edit", bridge, "--date", "2018-12-21T16:02:44", "--json"])
        #expect(winter.taken?.offset == UTCOffset("+01:00"))
        let skipped = try record(["edit", bridge, "--date", "2018-03-25T02:30:00", "--json"])
        #expect(skipped.taken?.offset == UTCOffset("+01:00"))
        #expect(skipped.findings.map(\.code).contains(.timeSkipped))
    }

    @Test func `an own place goes to the photos around it, and is not taken away from them`() throws
    {
        let copy = folder.path("other.jpg")
        try FileManager.default.copyItem(atPath: photo("bridge"), toPath: copy)
        let boat = photo("boat")
        _ = try record(["edit", copy, "--at", "37.1050,25.3735", "--json"])
        let change = try wit(["edit", boat, "--place", "Grandma's garden"])
        #expect(change.status == 0, "\(change.errors)")
        let place = try record(["show", copy, "--json"]).location?.place
        #expect(place == Place(name: "Grandma's garden", source: "own-place"))
        #expect(try wit(["show", copy]).output.contains("Grandma's garden  (own-place)"))
        #expect(try wit(["find", "--near", "grandma's garden", "--json"]).lines.count == 2)
        let refused = try wit(["edit", copy, "--place", ""])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("Grandma's garden"))
        #expect(try wit(["undo"]).status == 0)
        #expect(try record(["show", copy, "--json"]).location?.place?.name == "Náxos")
        #expect(try record(["show", boat, "--json"]).location?.place?.name == "Náxos")
    }

    @Test func `the place goes into a mail, and is withheld with the location`() throws {
        let boat = photo("boat")
        #expect(try wit(["catalog", boat]).status == 0)
        for (grade, isTold) in [("exact", true), ("none", false)] {
            let mail = folder.path(grade + ".eml")
            let shared = try wit([
                "share", boat, "--to", "anna@example.org",
                "--location", grade, "--output", mail,
            ])
            #expect(shared.status == 0, "\(shared.errors)")
            let read = wit.running(environment: ["WIT_CATALOG": folder.path(grade + ".sqlite")])
            #expect(try read(["import", mail]).status == 0)
            let found = try read(["find", "--json"])
            let line = try #require(found.lines.first)
            #expect(line.contains("Náxos") == isTold)
            #expect(line.contains("latitude") == isTold)
            // The same mail once more, by a receiver whose own gazetteer names it too.
            #expect(try read(["review", "--json"]).lines.isEmpty)
        }
        // Taken into the catalog that it came from, it is no news.
        #expect(try wit(["import", folder.path("exact.eml")]).status == 0)
        #expect(try wit(["review", "--json"]).lines.isEmpty)
    }

    @Test func `without its gazetteer, or with a damaged one, everything else works`() throws {
        let damaged = folder.path("places.gazetteer")
        try Data("WITPLACE, but no more".utf8).write(to: URL(filePath: damaged))
        for path in [damaged, folder.path("none")] {
            let without = wit.running(environment: ["WIT_PLACES": path])
            let outcome = try without(["read", photo("boat"), "--json"])
            #expect(outcome.status == 0)
            #expect(outcome.errors.contains(path))
            #expect(!outcome.output.contains("Náxos"))
            #expect(try without(["catalog", photos]).status == 0)
            let near = try without(["find", "--near", "Naxos"])
            #expect(near.status != 0)
            #expect(near.errors.contains(path))
        }
        // With the file, the next run names what was cataloged without.
        #expect(try wit(["find", "naxos", "--json"]).lines.isEmpty)
        #expect(try wit(["catalog", photos]).status == 0)
        #expect(try wit(["find", "naxos", "--json"]).lines.count == 1)
    }

    @Test func `an installed program finds its places where no build is`() throws {
        let built = URL(filePath: Program.wit.path).deletingLastPathComponent()
        let names = ["WhatIsThat_Gazetteer.resources", "WhatIsThat_Gazetteer.bundle"]
        let places = try #require(
            names.map { built.appending(path: $0 + "/Places") }.first {
                FileManager.default.fileExists(atPath: $0.path)
            })
        for part in ["bin", "share/wit"] {
            try FileManager.default.createDirectory(
                atPath: folder.path(part), withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(atPath: Program.wit.path, toPath: folder.path("bin/wit"))
        try FileManager.default.copyItem(
            at: places, to: folder.url.appending(path: "share/wit/places"))
        let outcome = try Program(path: folder.path("bin/wit"))(["read", photo("boat")])
        #expect(outcome.output.contains("Náxos"), "\(outcome.errors)")
    }

    @Test(.needs(.photoCorpus))
    func `most photos of the corpus that have a point get a place`() throws {
        let corpus = try #require(Checkout.photoCorpus)
        _ = try wit(["catalog", corpus.path, "--quiet"])
        var (located, placed, offsets, records) = (0, 0, 0, 0)
        for line in try wit(["find", "--json"]).lines {
            let record = PhotoRecord(json: try #require(try JSONValue(parsing: line.utf8).object))
            records += 1
            if record.location?.coordinate != nil { located += 1 }
            if record.location?.place?.source == Place.gazetteer { placed += 1 }
            if record.taken?.offsetSource == .place { offsets += 1 }
        }
        print(
            "corpus: \(records) photos, \(located) with a point, \(placed) got a place, "
                + "\(offsets) an offset by it")
        #expect(placed > 0 && placed <= located)
        #expect(placed * 2 > located)
        #expect(offsets > 0)
    }

    @Test func `a damaged list of places weakens no home zone, and the mail says why`() throws {
        let picture = folder.path("bird.jpg")
        try FileManager.default.copyItem(atPath: photo("bird"), toPath: picture)
        try """
        [[home]]
        name = "Home"
        at = "48.1372,11.5756"
        radius = 2.0
        """.write(toFile: folder.path("settings.toml"), atomically: true, encoding: .utf8)
        try Data("damaged".utf8).write(to: folder.url.appending(path: "places"))
        let damaged = wit.running(environment: [
            "WIT_PLACES": folder.path("places"), "WIT_SETTINGS": folder.path("settings.toml"),
        ])
        #expect(try wit(["edit", picture, "--at", ""]).status == 0)
        #expect(try wit(["edit", picture, "--place", "Schwabing, Munich"]).status == 0)
        let share = ["share", picture, "--to", "ben@example.org", "--size", "small", "-o", "m.eml"]
        let outcome = try damaged(share)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("No place can be looked up ("), "\(outcome.output)")
        let mail = try wit(["inspect", "--json", "m.eml"]).output
        #expect(!mail.contains("Schwabing") && !mail.contains("Munich"))
    }
}
