import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

/// A catalog in which everything that a stranger could write is poisoned, and the files around it.
struct PoisonedCatalog {
    let folder: TemporaryFolder
    let wit: Program
    /// A cataloged photo: its file's name, and all that an edit can say of it.
    let photo: String
    /// A mail with a payload, a picture, a sender, a subject, an identity and file names.
    let mail: String
    /// A person's own templates, with poison in what is no template.
    let templates: String

    init() throws {
        folder = try TemporaryFolder()
        let home = folder
        for name in ["photos", "config"] {
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: name), withIntermediateDirectories: true)
        }
        photo = home.path("photos/" + Poison.name("p\n\u{1B}[31m\t\r") + ".jpg")
        mail = home.path(Poison.name("mail") + ".eml")
        templates = home.path(Poison.name("templates"))
        wit = Program.wit.running(
            in: folder.url.path,
            environment: [
                "WIT_CATALOG": folder.path("catalog.sqlite"), "XDG_DATA_HOME": folder.path("data"),
                "WIT_SETTINGS": folder.path("config/settings.toml"), "HOME": folder.url.path,
                "WIT_TEST_PASSWORD": "secret",
            ])
    }

    /// Fills the catalog.
    func fill() throws {
        // A name of one line: these two end one.
        let home = Poison.name("Home").filter { $0 != "\u{85}" && $0 != "\u{2028}" }
        try settings(
            """
            [accounts.home]
            address = "eve@example.org"
            name = \(Self.toml(Poison.name("Eve").filter { $0 != "\u{7F}" }))
            smtp = "smtp+plain://127.0.0.1:9"
            [[home]]
            name = \(Self.toml(home))
            at = "48.5,2.25"
            radius = 1.0
            """)
        try copy("photos/lighthouse.jpg", to: photo)
        try copy("photos/boat.jpg", to: folder.path("photos/" + Poison.name("other") + ".jpg"))
        try Data(sidecar.utf8).write(
            to: folder.url.appending(path: "photos/\(Poison.name("other")).jpg.xmp"))
        try Data("no picture".utf8).write(
            to: folder.url.appending(path: "photos/\(Poison.name("bad")).jpg"))
        try run("catalog", "photos", accepting: [0, 1])
        try run(
            "edit", photo, "--name", Poison.text("name"), "--caption", Poison.text("caption"),
            "--keyword", "+" + Poison.text("keyword"), "--person", "+" + Poison.text("person"),
            "--at", "48.5,2.25", "--place", Poison.text("place"))
        try eml(identity: nil, names: "").write(to: URL(filePath: mail))
        try run("import", mail)
        // Another mail of the same photo says something else: proposals, of its source.
        let id = try #require(try imported())
        try eml(identity: id, names: "2").write(to: folder.url.appending(path: "second.eml"))
        try run("import", "second.eml")
    }

    /// Runs the program and requires its end.
    @discardableResult
    func run(_ arguments: String..., accepting: Set<Int32> = [0]) throws -> Program.Outcome {
        let outcome = try wit(arguments)
        try #require(accepting.contains(outcome.status), "\(arguments) \(outcome.errors)")
        return outcome
    }

    /// Writes the settings.
    func settings(_ toml: String) throws {
        try Data(toml.utf8).write(to: folder.url.appending(path: "config/settings.toml"))
    }

    /// A text as TOML has it, nothing raw that could be refused.
    static func toml(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16)
            return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
        return "\"" + escaped.joined() + "\""
    }

    func copy(_ fixture: String, to path: String) throws {
        try FileManager.default.copyItem(
            at: Checkout.fixtures.appending(path: fixture), to: URL(filePath: path))
    }

    /// The id of the photo that the mail brought.
    func imported() throws -> String? {
        let records = try wit(["export", "--json"]).lines.map { try JSONValue(parsing: $0.utf8) }
        return records.first { $0["name"]?.string?.hasPrefix("mail name") == true }?["id"]?.string
    }

    /// A mail of the sort that `wit share` makes, with poison wherever a stranger can write.
    func eml(identity: String?, names: String) throws -> Data {
        let picture = try Data(contentsOf: Checkout.fixtures.appending(path: "photos/cat.jpg"))
        var record: JSONObject = [
            "name": .string(Poison.text("mail name" + names)),
            "caption": .string(Poison.text("mail caption" + names)),
            "keywords": .strings([Poison.text("mail keyword" + names), "one"]),
            "people": .strings([Poison.text("mail person" + names)]),
            "camera": [
                "make": .string(Poison.text("make")), "model": .string(Poison.text("model")),
                "lens": .string(Poison.text("lens")),
            ],
            "location": [
                "latitude": 10.5, "longitude": 20.25,
                "place": [
                    "name": .string(Poison.text("town")), "region": .string(Poison.text("region")),
                    "country": .string(Poison.text("country")),
                ],
            ],
            "regions": [
                [
                    "name": .string(Poison.text("part")), "kind": .string(Poison.text("kind")),
                    "shape": [
                        "type": "rectangle", "x": 0.1, "y": 0.1, "width": 0.2, "height": 0.2,
                    ],
                ]
            ],
            "provenance": ["name": ["source": .string(Poison.text("source")), "at": "2026-01-01"]],
            "image": ["mediaType": .string(Poison.text("type"))],
            "attachment": ["fileName": .string(Poison.text("file") + ".jpg")],
        ]
        record["unknown-\(Poison.text("key"))"] = .string(Poison.text("value"))
        record["id"] = identity.map(JSONValue.string)
        let payload: JSONValue = [
            "format": "whatisthat.share", "version": 1, "photos": .array([.object(record)]),
            "message": .string(Poison.text("message")),
        ]
        let word = { (text: String) in "=?utf-8?B?\(Data(text.utf8).base64EncodedString())?=" }
        let percent = Poison.text("file").utf8.map {
            "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }.joined()
        let mail = """
            From: \(word(Poison.text("Eve"))) <eve@example.org>
            To: \(word(Poison.text("To"))) <to@example.org>
            Subject: \(word(Poison.text("subject")))
            Message-ID: <\(Poison.name("id" + names).replacing(";", with: ""))@example.org>
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: base64

            \(Data(Poison.text("text").utf8).base64EncodedString())
            --b
            Content-Type: application/octet-stream
            Content-Disposition: attachment; filename*=utf-8''\(percent).jpg
            Content-ID: <\(Poison.name("cid").replacing(";", with: ""))@x>
            Content-Transfer-Encoding: base64

            \(picture.base64EncodedString())
            --b
            Content-Type: application/vnd.whatisthat.share+json
            Content-Transfer-Encoding: base64

            \(Data(payload.text.utf8).base64EncodedString())
            --b--

            """
        return Data(mail.utf8)
    }

    /// A sidecar in which everything is poisoned that XML can hold.
    private var sidecar: String {
        let poison = Poison.name("side") + "&lt;&amp;"
        return """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" \
            xmlns:other="http://evil.example/" other:odd="\(poison)" tiff:Make="\(poison)" \
            xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" tiff:Model="\(poison)">\
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(poison)</rdf:li></rdf:Alt></dc:title>\
            <dc:subject><rdf:Bag><rdf:li>\(poison)</rdf:li></rdf:Bag></dc:subject>\
            <Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>\(poison)</rdf:li></rdf:Bag>\
            </Iptc4xmpExt:PersonInImage><dc:description><rdf:Alt><rdf:li xml:lang="x-default">\
            \(poison)</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>
            """
    }
}
