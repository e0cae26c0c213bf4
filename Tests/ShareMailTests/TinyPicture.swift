import Foundation
import PhotoRecords
import TestSupport

/// A JPEG of 16 × 16 black pixels in 317 bytes, for tests of many photos.
enum TinyPicture {
    static let jpeg = [UInt8](
        Data(
            base64Encoded: """
                /9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1x\
                eXBkeFxlZ2P/wAALCAAQABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgED\
                AwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0\
                NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ip\
                qrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APP6KKK/\
                /9k=
                """) ?? Data())

    /// Records of photos of it, each with an identity, a name and a caption of its own.
    static func records(_ count: Int, in folder: TemporaryFolder) throws -> [PhotoRecord] {
        let file = folder.path("IMG_1234.jpg")
        try Data(jpeg).write(to: URL(filePath: file))
        return (0..<count).map { index in
            var record = PhotoRecord()
            let digits = String(index)
            record.id = RecordID(
                "0192f3c4-5a6b-7c8d-9e0f-" + String(repeating: "0", count: 12 - digits.count)
                    + digits)
            record.file = file
            record.name = "Innocent \(index)"
            record.caption = "On the shore, the \(index)th."
            return record
        }
    }
}
