import OutputText
import PhotoMetadata
import PhotoRecords

/// Writes a record's story into a picture that leaves, and reads it back: what comes back otherwise is
/// left out there, so that no value stops its photo.
struct StoryWriter {
    /// The picture.
    let jpeg: [UInt8]
    /// What is understood of it; nil where it leaves with every byte of its picture.
    let coding: JPEGCoding?
    /// EXIF's orientation, 1…8.
    let orientation: Int
    /// The file that it was made from.
    let path: String

    /// More rounds than there are fields change nothing.
    private static let mostRounds = RecordField.allCases.count

    /// - Returns: the picture with the story, and what of it could not be written.
    /// - Throws: `picture-unreadable` for a picture into which nothing can be written.
    func write(
        _ record: PhotoRecord
    ) throws(WitError) -> (jpeg: [UInt8], omissions: Omissions) {
        var omissions = Omissions()
        for _ in 0..<Self.mostRounds {
            let carried = omissions.record(record, in: .metadata)
            let bytes: [UInt8]
            do throws(WitError) {
                bytes = try written(carried)
            } catch {
                // What is too large to be written is carried by the rest of the mail.
                guard let longest = carried.fieldsByLength.first, error.code == .metadataTooLarge
                else {
                    throw failure(error.message)
                }
                omissions.insert(.metadata, longest)
                continue
            }
            let read = try? PhotoReader().read(bytes: bytes).record
            let fields = read.map { StoryComparison.fields(carried, $0) } ?? []
            if fields.isEmpty { return (bytes, omissions) }
            for field in fields { omissions.insert(.metadata, field) }
        }
        for field in RecordField.allCases { omissions.insert(.metadata, field) }
        do throws(WitError) {
            return (try written(omissions.record(record, in: .metadata)), omissions)
        } catch {
            throw failure(error.message)
        }
    }

    private func written(_ record: PhotoRecord) throws(WitError) -> [UInt8] {
        if let coding {
            return try JPEGMetadataWriter().rewrite(
                jpeg, as: coding, with: record, orientation: orientation)
        }
        return try JPEGMetadataWriter(acceptsMissingPicture: true).rewrite(
            jpeg, with: record, orientation: orientation)
    }

    private func failure(_ why: String) -> WitError {
        WitError(.pictureUnreadable, at: path, "“\(path)” cannot be sent: \(why)")
    }
}
