import Foundation
import MIMEMessage
import OutputText
import PhotoRecords
import Privacy
import ShareMail
import TestSupport
import Testing

@testable import WhatIsThat

@Suite struct SettingsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func settings(_ toml: String) throws -> Settings {
        try toml.write(toFile: folder.path("s.toml"), atomically: true, encoding: .utf8)
        return try Settings(given: folder.path("s.toml"), environment: [:])
    }

    @Test func `every limit has a setting`() throws {
        let lines = MailLimits.Name.allCases.enumerated().map { "\($1.rawValue) = \($0 + 7)" }
        let limits = try settings("[limits]\n" + lines.joined(separator: "\n")).mailLimits
        for (index, name) in MailLimits.Name.allCases.enumerated() {
            #expect(limits[name] == index + 7)
        }
        #expect(limits.mime.parts == 7 && limits.mime.parameterSegments == 15)
    }

    @Test func `the limits are those of the specification where nothing is set`() throws {
        let limits = try settings("").mailLimits
        let values = MailLimits.Name.allCases.map { limits[$0] }
        let expected: [Int] = [
            1_000, 100, 1_048_576, 536_870_912, 2_147_483_648, 500_000_000, 16_777_216, 65_536, 100,
            268_435_456, 30, 100_000_000, 10_000, 10_000, 1_000,
        ]
        #expect(values == expected)
    }

    @Test func `bytes may be said in K, M and G`() throws {
        let limits = try settings("[limits]\ndecoded = \"2G\"\nheader = '64k'\npayload = \"8M\"")
        #expect(limits.mailLimits[.decoded] == 2 << 30)
        #expect(limits.mailLimits[.header] == 64 << 10)
        #expect(limits.mailLimits[.payload] == 8 << 20)
    }

    @Test func `home zones are read, with 10 km where nothing is said`() throws {
        let homes = try settings(
            """
            [[home]]
            at = "48.1372, 11.5756"
            radius = 2
            [[home]]
            name = "Grandma"
            at = "-33.9,18.4"
            radius = 0.5
            location = "none"
            """
        ).homes
        #expect(homes.map(\.name) == ["Home", "Grandma"])
        #expect(homes.map(\.radius) == [2, 0.5])
        #expect(homes.map(\.grade) == [.tenKilometres, .none])
        #expect(homes.map(\.center.latitude) == [48.1372, -33.9])
        #expect(try settings("").homes.isEmpty)
    }

    @Test(arguments: [
        ("[home]\nat = \"1,2\"\nradius = 1", "[[home]]"), ("home = 3", "[[home]]"),
        ("[[home]]\nradius = 1", "at"), ("[[home]]\nat = \"1\"\nradius = 1", "at"),
        ("[[home]]\nat = \"91,2\"\nradius = 1", "at"), ("[[home]]\nat = \"1,2\"", "radius"),
        ("[[home]]\nat = \"1,2\"\nradius = 0", "radius"),
        ("[[home]]\nat = \"1,2\"\nradius = nan", "radius"),
        ("[[home]]\nat = \"1,2\"\nradius = 1\nlocation = \"exact\"", "location"),
        ("[[home]]\nat = \"1,2\"\nradius = 1\nradios = 1", "radios is not a setting"),
    ])
    func `what is wrong with a home zone is said`(toml: String, word: String) throws {
        let error = #expect(throws: WitError.self) { try settings(toml) }
        #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        ("[limit]\nparts = 1", "[limit]"), ("limits = 3", "limits"),
        ("[limits]\nparst = 3", "“parst”"), ("[limits]\nparts = 0", "“0”"),
        ("[limits]\nparts = -1", "“-1”"), ("[limits]\nparts = \"2K\"", "“2K”"),
        ("[limits]\nheader = \"99999999999999999999G\"", "header"),
        ("[limits]\nparts = 1.5", "parts"), ("[limits\n", "not valid TOML"),
    ])
    func `what is wrong is said with the file and the key`(toml: String, word: String) throws {
        let error = #expect(throws: WitError.self) { try settings(toml) }
        #expect(error?.message.contains(folder.path("s.toml")) == true)
        #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    }

    @Test func `the look of mails is set in two tables`() throws {
        #expect(try settings("").mailLook == MailLook())
        let look = try settings(
            """
            [map]
            link = "https://maps.example/?c={latitude},{longitude}"
            picture = false
            [templates]
            folder = "\(folder.url.path)"
            language = "fr"
            """
        ).mailLook
        #expect(look.mapLink.pattern.hasPrefix("https://maps.example/") && !look.mapPicture)
        #expect(look.templateFolder == folder.url.path && look.language == "fr")
        let home = try Settings(
            toml: "[templates]\nfolder = '~/'", path: "s", home: folder.url.path)
        #expect(home.mailLook.templateFolder == folder.url.path + "/")
    }

    @Test(arguments: [
        ("[map]\nlink = 'http://maps.example/{latitude}{longitude}'", "https://"),
        ("[map]\nlink = 'https://maps.example/{latitude}'", "{longitude}"),
        ("[map]\npicture = 'yes'", "picture"), ("[map]\nlinks = 'x'", "links"),
        ("[templates]\nfolder = '/nowhere/at/all'", "/nowhere/at/all"),
        ("[templates]\nfolder = 'mine'", "mine"), ("[templates]\nlanguage = 3", "language"),
        ("[templates]\nlang = 'fr'", "lang"),
    ])
    func `a look that cannot be is an error that names the key`(toml: String, word: String) throws {
        let error = #expect(throws: WitError.self) { try settings(toml) }
        #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        (["LANG": "de_DE.UTF-8"], "de_DE.UTF-8"), (["LANG": "de", "LC_MESSAGES": "fr"], "fr"),
        (["LANG": "de", "LC_ALL": "C", "LC_MESSAGES": "fr"], "C"), (["LC_ALL": ""], "en"),
        ([:], "en"),
    ])
    func `the language is that of the environment, by the order of POSIX`(
        environment: [String: String], first: String
    ) {
        #expect(MailLook().languages(environment: environment).first == first)
        var set = MailLook()
        set.language = "es"
        #expect(set.languages(environment: environment).first == "es")
        #expect(set.languages(environment: environment).last == "en")
    }

    @Test func `the file is the one named, else that of the environment, else the folder's`() throws
    {
        for (name, parts) in [("a.toml", 11), ("b.toml", 12), ("wit/settings.toml", 13)] {
            let url = folder.url.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try "[limits]\nparts = \(parts)".write(to: url, atomically: true, encoding: .utf8)
        }
        let here = ["XDG_CONFIG_HOME": folder.url.path, "HOME": "/nowhere"]
        let named = here.merging(["WIT_SETTINGS": folder.path("b.toml")]) { $1 }
        #expect(
            try Settings(given: folder.path("a.toml"), environment: named).mailLimits[.parts] == 11)
        #expect(try Settings(given: nil, environment: named).mailLimits[.parts] == 12)
        #expect(try Settings(given: nil, environment: here).mailLimits[.parts] == 13)
        #expect(try Settings(given: nil, environment: ["HOME": "/nowhere"]).path == nil)
        #expect(throws: WitError.self) {
            try Settings(given: folder.path("none.toml"), environment: [:])
        }
    }
}
