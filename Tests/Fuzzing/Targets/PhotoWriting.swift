import JSON
import PhotoMetadata
import PhotoRecords
import ShareMail

extension FuzzTarget {
    static let writers: [FuzzTarget] = [
        // A photo is read, written and read again: what was written once stays as it is.
        FuzzTarget(
            name: "rewrite", longest: 65_536, dictionary: "photo",
            seeds: .photos { $0.starts(with: [0xFF, 0xD8, 0xFF]) }
        ) { bytes in
            guard let reading = try? PhotoReader().read(bytes: bytes) else { return }
            let orientation = reading.record.image?.orientation ?? 1
            checkWriting(reading.record, into: bytes, orientation)
        },
        // A picture that is understood, written by what is understood of it, holds nothing else.
        FuzzTarget(
            name: "understand", longest: 65_536, dictionary: "photo",
            seeds: .photos { $0.starts(with: [0xFF, 0xD8, 0xFF]) }
        ) { bytes in
            guard let coding = try? JPEGCoding(bytes), coding.hasPicture,
                let clean = try? JPEGMetadataWriter().rewrite(
                    bytes, as: coding, with: PhotoRecord(), orientation: 1)
            else { return }
            hold(JPEGCoding.stranger(in: clean) == nil, "what was written is not understood")
        },
        // A record of a stranger's payload is written into a sound picture.
        FuzzTarget(
            name: "write", longest: 8_192, dictionary: "payload", seeds: .made(records)
        ) { bytes in
            guard let object = (try? JSONValue(parsing: bytes))?.object else { return }
            checkWriting(PhotoRecord(json: object), into: Self.smallPicture, 6)
        },
    ]

    private static func checkWriting(_ record: PhotoRecord, into jpeg: [UInt8], _ orientation: Int)
    {
        let writer = JPEGMetadataWriter()
        guard let once = try? writer.rewrite(jpeg, with: record, orientation: orientation) else {
            return
        }
        guard let first = try? PhotoReader().read(bytes: once).record else {
            return hold(false, "what was written cannot be read")
        }
        hold(
            !first.findings.contains { $0.code == "xmp-damaged" || $0.code == "exif-damaged" },
            "what was written is damaged: \(first.findings)")
        if record.location?.coordinate == nil {
            hold(first.location?.coordinate == nil, "a location came from nowhere")
        }
        guard let twice = try? writer.rewrite(once, with: first, orientation: orientation),
            let second = try? PhotoReader().read(bytes: twice).record
        else { return hold(false, "what was written cannot be written again") }
        let differences = StoryComparison.differences(first, second)
        hold(differences.isEmpty, "written again, it says something else: \(differences)")
    }

    /// A JPEG of 8 × 8 pixels, as far as its markers tell.
    private static let smallPicture: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
        + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xFF, 0xD9]

    private static let records = [
        #"{"name":"Red kite","caption":"Above the barn","keywords":["bird"],"people":["Anna"]}"#,
        #"{"taken":{"local":"2024-05-01T10:22:33.12","offset":"+02:00"}}"#,
        #"{"location":{"latitude":-48.85,"longitude":2.29,"altitude":-35.1,"direction":12,"#
            + #""accuracy":8,"place":{"name":"Paris","region":"Île","country":"FR"}}}"#,
        #"{"regions":[{"name":"Kite","kind":"thing","shape":{"type":"rectangle","x":0.1,"#
            + #""y":0.2,"width":0.3,"height":0.4}},{"shape":{"type":"polygon","#
            + #""points":[{"x":0,"y":0},{"x":1,"y":1},{"x":0,"y":1}]}}]}"#,
        #"{"camera":{"make":"Apple","model":"iPhone","lens":"x"},"id":"0192f3c4-5a6b-7c8d-9e0f-112233445566"}"#,
    ]
}
