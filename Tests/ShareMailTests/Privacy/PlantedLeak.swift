import Foundation
import JSON
import PhotoMetadata
import PhotoRecords
import Testing

@testable import ShareMail

/// One way in which a finished message could tell what should have stayed at home.
struct PlantedLeak: Sendable, CustomTestStringConvertible {
    /// What leaks where, as a file name.
    let name: String
    /// Puts it into the message.
    let plant: @Sendable (inout MessagePieces, PhotoRecord) throws -> Void

    var testDescription: String { name }

    private static let place = "48.163154 11.541124"

    static let all: [PlantedLeak] = [
        PlantedLeak(name: "text-decimal") { pieces, _ in
            pieces.message.text += "\nsee 48.163154, 11.541124"
        },
        PlantedLeak(name: "text-three-decimals") { pieces, _ in
            pieces.message.text += "\nsee 48.163 / 11.541"
        },
        PlantedLeak(name: "text-utm") { pieces, _ in
            pieces.message.text += "\nat 32U 688951 5337557"
        },
        PlantedLeak(name: "text-mgrs") { pieces, _ in
            pieces.message.text += "\nat 32U PU 88951 37557"
        },
        PlantedLeak(name: "html-degrees") { pieces, _ in
            pieces.message.html = pieces.message.html?.replacing(
                "</body>", with: "<p>48&deg; 9' 47.35\" N 11&deg; 32' 28.05\" E</p></body>")
        },
        PlantedLeak(name: "html-map-link") { pieces, _ in
            pieces.message.html = pieces.message.html?.replacing(
                "</body>", with: "<a href=\"https://osm.org/#map=15/48.1632/11.5411\">x</a></body>")
        },
        PlantedLeak(name: "html-encoded-link") { pieces, _ in
            pieces.message.html = pieces.message.html?.replacing(
                "</body>", with: "<a href=\"https://osm.org/?q=48%2E1632%2C11%2E5411\">x</a></body>"
            )
        },
        PlantedLeak(name: "html-entities") { pieces, _ in
            pieces.message.html = pieces.message.html?.replacing(
                "</body>", with: "<p>48&#46;16315 and 11&#46;54112</p></body>")
        },
        PlantedLeak(name: "place-name") { pieces, _ in
            pieces.message.text += "\nin Qwertzhausen"
        },
        PlantedLeak(name: "place-name-in-capitals") { pieces, _ in
            pieces.message.text += "\nin QWERTZHAUSEN"
        },
        PlantedLeak(name: "subject") { pieces, _ in
            pieces.message.subject = "48.1632 N 11.5411 E"
        },
        PlantedLeak(name: "file-name") { pieces, _ in
            pieces.message.photos[0].fileName = "Home-48.1632-11.5411.jpg"
        },
        PlantedLeak(name: "payload-point") { pieces, record in
            pieces.payload.photos[0].record.location = record.location
            pieces.message.payload = pieces.payload.bytes
        },
        PlantedLeak(name: "payload-altitude") { pieces, record in
            pieces.payload.photos[0].record.location = Location(
                coordinate: pieces.photos[0].record.location?.coordinate, altitude: 519.4,
                place: Place(country: "DE"))
            pieces.message.payload = pieces.payload.bytes
        },
        PlantedLeak(name: "payload-unknown-member") { pieces, _ in
            pieces.payload.photos[0].record.unknown["gps"] = [48.163154, 11.541124]
            pieces.message.payload = pieces.payload.bytes
        },
        PlantedLeak(name: "import-code") { pieces, record in
            let codes = ImportCode.codes(for: [ImportCodePhoto(record: record)])
            pieces.message.text += "\n" + codes.compactMap(\.lines).joined().joined(separator: "\n")
        },
        PlantedLeak(name: "json-ld") { pieces, record in
            pieces.message.html = LinkedDataScript.inserted(
                [LinkedDataPhoto(record: record, attachment: nil)], into: pieces.message.html ?? "")
        },
        PlantedLeak(name: "metadata") { pieces, record in
            try pieces.message.photos[0].change {
                $0 = try JPEGMetadataWriter().rewrite($0, with: record, orientation: 1)
            }
        },
        PlantedLeak(name: "preview-metadata") { pieces, record in
            try pieces.message.previews[0].change {
                $0 = try JPEGMetadataWriter().rewrite($0, with: record, orientation: 1)
            }
        },
        PlantedLeak(name: "film-behind-the-picture") { pieces, _ in
            try pieces.message.photos[0].change {
                $0 += Array("\0\0ftypmp42\0+48.1632+011.5411/\0".utf8)
            }
        },
        PlantedLeak(name: "comment") { pieces, _ in
            try pieces.message.photos[0].insert(0xFE, "Lat 48.163154 Lon 11.541124")
        },
        PlantedLeak(name: "second-exif") { pieces, _ in
            try pieces.message.photos[0].insert(
                0xE1,
                "http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude=\"48,9.78924N\""
                    + " exif:GPSLongitude=\"11,32.46744E\"/>")
        },
        PlantedLeak(name: "other-pictures") { pieces, _ in
            try pieces.message.photos[0].insert(0xE2, "MPF\0 48.163154 11.541124")
        },
        PlantedLeak(name: "profile") { pieces, _ in
            try pieces.message.photos[0].insert(
                0xE2, "ICC_PROFILE\0\u{1}\u{1} 48.163154 11.541124")
        },
        PlantedLeak(name: "between-segments") { pieces, _ in
            try pieces.message.photos[0].change {
                $0.insert(contentsOf: Array("48.163154 11.541124".utf8), at: 2)
            }
        },
        PlantedLeak(name: "behind-a-scan") { pieces, _ in
            try pieces.message.photos[0].change {
                $0.insert(contentsOf: Array(" 48.163154 11.541124 ".utf8), at: $0.count - 2)
            }
        },
        PlantedLeak(name: "unused-table") { pieces, _ in
            let table = " 48.163154 11.541124".utf8 + [UInt8](repeating: 1, count: 44)
            try pieces.message.photos[0].change {
                $0.insert(contentsOf: [0xFF, 0xDB, 0, 67, 3] + table, at: 2)
            }
        },
        PlantedLeak(name: "png") { pieces, _ in
            try pieces.message.photos[0].change { $0 = try OtherPicture.png.noting(place) }
        },
        PlantedLeak(name: "heic") { pieces, _ in
            try pieces.message.previews[0].change { $0 = try OtherPicture.heic.noting(place) }
        },
    ]
}

extension ShareMessage.Picture {
    /// Puts a segment at the beginning of a JPEG.
    fileprivate mutating func insert(_ marker: UInt8, _ text: String) throws {
        let body = Array(text.utf8)
        let length = body.count + 2
        try change { bytes in
            bytes.insert(
                contentsOf: [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + body, at: 2)
        }
    }

    fileprivate mutating func change(_ change: (inout [UInt8]) throws -> Void) throws {
        var bytes = try content.bytes
        try change(&bytes)
        content = try StoredBytes(bytes, in: TemporaryFile())
    }
}
