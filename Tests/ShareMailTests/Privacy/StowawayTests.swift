import Foundation
import MIMEMessage
import OutputText
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata
@testable import Pictures
@testable import Privacy
@testable import ShareMail

/// What rides along in a picture without drawing it: none of it leaves once anything is withheld.
@Suite struct StowawayTests {
    /// Not one of its words stands anywhere in a mail by itself.
    private static let secret = "Qwertzweg 17, Asdfhausen"

    /// A place of a JPEG that holds a text, or several.
    private struct Hide: CustomTestStringConvertible, Sendable {
        var name: String
        /// Whether it leaves where nothing is withheld: as a part of the profile.
        var isProfile = false
        var put: @Sendable (inout [UInt8]) throws -> Void
        var testDescription: String { name }
    }

    private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
    }

    private static func put(_ marker: UInt8, _ text: String) -> @Sendable (inout [UInt8]) -> Void {
        { $0.insert(contentsOf: segment(marker, Array(text.utf8)), at: 2) }
    }

    private static func put(_ profile: ICCProfile) -> @Sendable (inout [UInt8]) -> Void {
        { $0 = profile.inserted(intoJPEG: $0) }
    }

    private static func profile(_ change: (inout ICCProfile) -> Void) -> ICCProfile {
        var profile = ICCProfile.adobeRGB
        change(&profile)
        return profile
    }

    /// The place of the first marker of a kind.
    private static func place(of marker: UInt8, in jpeg: [UInt8]) throws -> Int {
        try #require(
            zip(jpeg, jpeg.dropFirst()).enumerated().first {
                $0.element == (0xFF, marker) && $0.offset > 1
            }
        ).offset
    }

    private static let text = Array("text\0\0\0\0\(secret)\0".utf8)

    private static let hides: [Hide] = [
        Hide(name: "COM", put: put(0xFE, secret)),
        Hide(name: "APP0", put: put(0xE0, "JFXX\0\u{10}" + secret)),
        Hide(name: "APP2 MPF", put: put(0xE2, "MPF\0" + secret)),
        Hide(name: "APP4", put: put(0xE4, secret)),
        Hide(name: "APP11 JUMBF", put: put(0xEB, "JP" + secret)),
        Hide(name: "APP13", put: put(0xED, "Photoshop 3.0\0" + secret)),
        Hide(name: "APP14 behind Adobe's", put: put(0xEE, "Adobe\0d\0\0\0\0\u{1}" + secret)),
        Hide(name: "JPG7, reserved", put: put(0xF7, secret)),
        Hide(name: "behind EOI") { $0 += Array(secret.utf8) },
        Hide(name: "a second picture") { jpeg in
            jpeg += jpeg.prefix(2) + segment(0xFE, Array(secret.utf8)) + jpeg.dropFirst(2)
        },
        Hide(name: "ICC description", isProfile: true, put: put(profile { $0.name = secret })),
        Hide(
            name: "ICC copyright and a tag of its own", isProfile: true,
            put: put(profile { $0.more = [("cprt", text), ("dmdd", text), ("Mine", text)] })),
        Hide(
            name: "ICC table", isProfile: true,
            put: put(profile { $0.more = [("A2B0", Array("mft2\0\0\0\0\(secret)".utf8))] })),
        Hide(
            name: "ICC curve", isProfile: true,
            put: put(
                profile {
                    $0.curve = Array("curv\0\0\0\0\0\0\0".utf8) + [12] + Array(secret.utf8)
                })),
        Hide(
            name: "ICC gamma", isProfile: true,
            put: put(
                profile {
                    $0.curve = Array("para\0\0\0\0\0\u{4}\0\0\(secret)    ".utf8)
                })),
        Hide(
            name: "an invalid ICC profile", isProfile: true,
            put: put(0xE2, "ICC_PROFILE\0\u{1}\u{1}" + secret)),
        Hide(name: "between segments") {
            $0.insert(contentsOf: Array(secret.utf8), at: try place(of: 0xDB, in: $0))
        },
        Hide(name: "before EOI") {
            $0.insert(contentsOf: Array(secret.utf8), at: $0.count - 2)
        },
        Hide(name: "an EXIF block as stray bytes before a scan") { jpeg in
            let exif = Array("Exif\0\0MM\0*\0\0\0\u{8}\0\0 GPS ".utf8) + Array(secret.utf8)
            jpeg.insert(contentsOf: exif, at: try place(of: 0xDA, in: jpeg))
        },
        Hide(name: "a table that nothing uses") { jpeg in
            let table =
                [0x03] + Array(secret.utf8) + [UInt8](repeating: 9, count: 64 - secret.utf8.count)
            jpeg.insert(contentsOf: segment(0xDB, table), at: try place(of: 0xDB, in: jpeg))
        },
    ]

    /// Whether any part of a message holds one of the secret's words, in one byte a letter or two.
    private static func isTold(by share: ComposedShare) throws -> Bool {
        let message = MailMessage(parsing: try share.bytes)
        let octets = message.allParts.map { part in
            part.children.isEmpty ? part.decodedBody() : []
        }
        // Another alphabet's zeros between the letters do not hide them.
        return octets.contains { octets in
            let letters = String(decoding: octets.filter { $0 != 0 }, as: UTF8.self)
            return ["Qwertzweg", "Asdfhausen", "17, As"].contains(where: letters.contains)
        }
    }

    private static func record(_ bytes: [UInt8], in folder: TemporaryFolder, _ type: String) throws
        -> PhotoRecord
    {
        let file = folder.path("IMG_1234.\(type)")
        try Data(bytes).write(to: URL(filePath: file))
        var record = try #require(SampleShares.record(named: "bird.jpg"))
        // What is planted where the reader reads is a story, and judged as one.
        record.file = file
        record.regions = []
        return record
    }

    private static let sizes: [PhotoSize] = [.small, .original]

    /// Every grade and the whole location with the camera left out, in every size that differs.
    private static func withholding() throws -> [ShareOptions] {
        try sizes.flatMap { size in
            try LocationGrade.allCases.map { grade in
                var options = try SampleShares.options(size)
                options.location = grade
                if grade == .exact { options.stripped = [.camera] }
                return options
            }
        }
    }

    @Test(arguments: hides)
    private func `nothing that hides in a JPEG leaves at any grade`(hide: Hide) throws {
        let folder = try TemporaryFolder()
        var bytes = try #require(
            try? Data(contentsOf: Checkout.fixtures.appending(path: "photos/bird.jpg"))
        ).map { $0 }
        try hide.put(&bytes)
        let record = try Self.record(bytes, in: folder, "jpg")
        for options in try Self.withholding() {
            let share = try ShareComposer().compose([record], options)
            #expect(
                try !Self.isTold(by: share), "\(options.location) \(options.size) \(hide.name)")
        }
        let whole = try ShareComposer().compose([record], SampleShares.options(.original))
        // A test that cannot fail proves nothing: what is sought is found where it may leave.
        #expect(try Self.isTold(by: whole) == hide.isProfile, "\(hide.name)")
    }

    @Test(arguments: OtherPicture.allCases)
    func `nothing that hides in a picture of another format leaves at any grade`(
        format: OtherPicture
    ) throws {
        let folder = try TemporaryFolder()
        var bytes = try format.noting(Self.secret)
        if format == .tif, let exiftool = Program.installed("exiftool") {
            let file = folder.path("t.tif")
            try Data(bytes.dropLast(Self.secret.utf8.count)).write(to: URL(filePath: file))
            let words = ["ImageDescription", "DocumentName", "PageName", "Software"]
            let made = try exiftool(words.map { "-IFD0:\($0)=\(Self.secret)" } + ["-q", file])
            try #require(made.status == 0, "\(made.errors)")
            bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        }
        try #require(String(decoding: bytes, as: UTF8.self).contains(Self.secret))
        let record = try Self.record(bytes, in: folder, format.rawValue)
        for options in try Self.withholding() + [SampleShares.options(.original)] {
            do {
                let share = try ShareComposer().compose([record], options)
                #expect(try !Self.isTold(by: share), "\(options.location) \(options.size)")
            } catch let error as WitError {
                // Not every libvips reads JPEG XL.
                #expect(error.code == .pictureUnreadable && format == .jxl, "\(error)")
            }
        }
    }
}
