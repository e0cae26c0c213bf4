import Foundation
import MIMEMessage
import PhotoRecords
import TestSupport
import Testing

@testable import ShareMail

/// What programs that nobody here wrote see in a share mail.
@Suite struct MailProgramTests {
    /// A mail of two photos with places, as a file.
    private func mail(in folder: TemporaryFolder) throws -> String {
        var bird = try #require(SampleShares.record(named: "bird.jpg"))
        bird.location?.place = Place(name: "Königsfeld", region: "Baden", country: "DE")
        let boat = try #require(SampleShares.record(named: "boat.jpg"))
        let share = try ShareComposer().compose([bird, boat], SampleShares.options())
        let path = folder.path("mail.eml")
        try Data(try share.bytes).write(to: URL(filePath: path))
        return path
    }

    @Test func `mblaze lists the right parts under the right names`() throws {
        guard let mshow = try Program.needed("mshow"), let mhdr = try Program.needed("mhdr") else {
            return
        }
        let folder = try TemporaryFolder()
        let mail = try mail(in: folder)
        let tree = try mshow(["-t", mail]).output
        let parts = tree.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let wanted = [
            "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related",
            "text/html", "image/jpeg", "image/jpeg", "image/png", "image/jpeg", "image/jpeg",
            "application/vnd.whatisthat.share+json",
        ]
        for (part, type) in zip(parts.dropFirst(), wanted) {
            #expect(part.contains(type), "\(part)")
        }
        #expect(parts.count == wanted.count + 1, "\(tree)")
        for name in [
            "preview-Red-kite.jpg", "map.png", "Red-kite.jpg", "Barka-sto-Aigaio.jpg",
            "photos.wit.json",
        ] {
            #expect(tree.contains("name=\"\(name)\""), "\(name)")
        }
        let subject = try mhdr(["-d", "-h", "subject", mail]).output
        #expect(subject.contains("Red kite and 1 more photo"))
        let text = try mshow(["-N", mail]).output
        #expect(text.contains("Name:") && text.contains("Βάρκα στο Αιγαίο"))
    }

    @Test func `exiftool reads title, date and place from the attached photo`() throws {
        guard let exiftool = try Program.needed("exiftool") else { return }
        let folder = try TemporaryFolder()
        let bytes = Array(try Data(contentsOf: URL(filePath: mail(in: folder))))
        let message = MailMessage(parsing: bytes)
        let part = try #require(message.leafParts.first { $0.fileName == "Red-kite.jpg" })
        let photo = folder.path("photo.jpg")
        try Data(part.decodedBody()).write(to: URL(filePath: photo))
        let outcome = try exiftool([
            "-j", "-n", "-Title", "-DateTimeOriginal", "-OffsetTimeOriginal", "-GPSLatitude",
            "-GPSLongitude", "-City", "-CountryCode", "-XMP-iptcExt:all", photo,
        ])
        let list = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.bytes)) as? [[String: Any]])
        let told = try #require(list.first)
        #expect(told["Title"] as? String == "Red kite")
        #expect((told["DateTimeOriginal"] as? String)?.hasPrefix("2024:05:01 10:22:33") == true)
        #expect(told["OffsetTimeOriginal"] as? String == "+02:00")
        let latitude = try #require(told["GPSLatitude"] as? Double)
        #expect(abs(latitude - 48.152345) < 0.000001)
        #expect(told["City"] as? String == "Königsfeld", "\(told)")
    }
}
