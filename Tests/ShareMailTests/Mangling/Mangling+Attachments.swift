import Foundation
import OutputText
import Pictures

@testable import ShareMail

extension Mangling {
    /// A PNG without the text chunk behind its header.
    private static func unmarked(_ png: [UInt8]) throws -> [UInt8] {
        let end = 33 + 12 + Int(png[35]) << 8 + Int(png[36])
        let rest = Array(png[..<33]) + png[end...]
        guard !MapMark.isMarked(rest),
            PictureFormat(sniffing: rest) == .png
        else { throw WitError(.notProven, "the map has no mark to take") }
        return rest
    }

    /// What happens to the photos and to the payload.
    static let attachments: [Mangling] = [
        Mangling("payload as application/octet-stream", .payload, .sha256) { root in
            root.change { if $0.isPayload { $0.type = "application/octet-stream" } }
        },
        Mangling("the map without a name and Content-ID, attached", .payload, .sha256) { root in
            root.change { part in
                guard part.isMap else { return }
                (part.fileName, part.contentID, part.disposition) = (nil, nil, "attachment")
            }
        },
        Mangling("the map written anew, attached under its name", .payload, .sha256) { root in
            try root.change { part in
                guard part.isMap else { return }
                part.body = try unmarked(part.body)
                (part.contentID, part.disposition) = (nil, "attachment")
            }
        },
        Mangling("the map written anew, nameless, and no payload", .metadata, .sha256) { root in
            try strip(&root, payload: true, metadata: false)
            try root.change { part in
                guard part.isMap else { return }
                part.body = try unmarked(part.body)
                (part.fileName, part.contentID) = (nil, nil)
            }
        },
        Mangling("payload renamed and re-typed", .payload, .sha256) { root in
            root.change { part in
                guard part.isPayload else { return }
                part.type = "application/octet-stream"
                part.fileName = "ATT00001.dat"
            }
        },
        Mangling("payload as text", .payload, .sha256) { root in
            root.change { part in
                guard part.isPayload else { return }
                part.type = "text/plain"
                part.charset = "utf-8"
                part.coding = .quotedPrintable
            }
        },
        Mangling("payload inline as text, its name gone, with CRLF", .payload, .sha256) { root in
            root.change { part in
                guard part.isPayload else { return }
                part.type = "text/plain"
                part.charset = "utf-8"
                part.fileName = nil
                part.disposition = nil
                part.text = part.text.replacing("\n", with: "\r\n")
            }
        },
        Mangling("payload with a byte order mark", .payload, .sha256) { root in
            root.change { if $0.isPayload { $0.body = [0xEF, 0xBB, 0xBF] + $0.body } }
        },
        Mangling("payload as application/json", .payload, .sha256) { root in
            root.change { if $0.isPayload { $0.type = "application/json" } }
        },
        Mangling("payload damaged", .metadata, .sha256) { root in
            root.change { if $0.isPayload { $0.body.removeLast(9) } }
        },
        Mangling("payload stripped", .metadata, .sha256) { root in
            try strip(&root, payload: true, metadata: false)
        },
        Mangling("attachments renamed", .payload, .sha256) { root in
            var number = 0
            root.change { part in
                guard part.fileName != nil else { return }
                number += 1
                part.fileName = "image00\(number).jpg"
            }
        },
        Mangling("name= dropped", .payload, .sha256) { $0.change { $0.namesType = false } },
        Mangling("every name dropped", .payload, .sha256) { $0.change { $0.fileName = nil } },
        Mangling("photos as application/octet-stream", .payload, .sha256) { root in
            root.change { if $0.isPicture { $0.type = "application/octet-stream" } }
        },
        Mangling("photos resized and recompressed", .payload, .contentID) { root in
            try strip(&root, payload: false, metadata: true, side: 500)
        },
        Mangling("photos recompressed, Content-IDs new", .payload, .fileName) { root in
            try strip(&root, payload: false, metadata: true, side: 500)
            renew(&root)
        },
        Mangling("photos recompressed, renamed, in disorder", .payload, .perceptualHash) { root in
            try strip(&root, payload: false, metadata: true, side: 320)
            renew(&root)
            rename(&root)
            root.parts.reverse()
        },
    ]

    /// Several misfortunes at once.
    static let several: [Mangling] = [
        Mangling("metadata and import code stripped", .payload, .contentID) { root in
            try strip(&root, payload: false, metadata: true)
            stripCode(&root)
        },
        Mangling("payload and import code stripped, renamed", .metadata, .own) { root in
            try strip(&root, payload: true, metadata: false)
            stripTexts(&root)
            renew(&root)
            rename(&root)
        },
        Mangling("payload and metadata stripped, renamed", .importCode, .order) { root in
            try strip(&root, payload: true, metadata: true)
            renew(&root)
            rename(&root)
        },
        Mangling("photos gone, previews left", .payload, .contentID, isPreview: true) { root in
            root.remove { $0.isPicture && !$0.isPreview }
        },
        Mangling("photos and payload gone", .importCode, .order, isPreview: true) { root in
            root.remove { $0.isPayload || ($0.isPicture && !$0.isPreview) }
        },
        Mangling("nothing but the quoted text", .importCode, nil) { root in
            root = root.parts[0].parts[0]
            root.changeTexts { "> " + $0.replacing("\n", with: "\n> ") }
        },
        Mangling("every channel stripped: the readable block was the last", nil, .own) { root in
            try strip(&root, payload: true, metadata: true)
            stripTexts(&root)
        },
    ]

    /// Other Content-IDs for all but the previews.
    private static func renew(_ root: inout MangledPart) {
        var number = 0
        root.change { part in
            guard part.isPicture, !part.isPreview else { return }
            number += 1
            part.contentID = "new\(number)@example.net"
        }
    }

    private static func rename(_ root: inout MangledPart) {
        var number = 0
        root.change { part in
            guard part.isPicture, !part.isPreview else { return }
            number += 1
            part.fileName = "IMG_000\(number).jpg"
        }
    }
}
