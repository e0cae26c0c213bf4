import CatalogDatabase
import Files
import PhotoRecords
import ShareMail

/// A photo of a mail on its way into the catalog.
struct MailPhoto {
    let received: ReceivedPhoto
    var record: IncomingRecord
    /// Its picture, where the catalog seems to lack it.
    var pending: PictureStore.Pending?
    /// What its file's name is made from.
    var stem: String? {
        received.attachment?.fileName ?? received.picture?.fileName ?? received.record.name
    }
    var mediaType: String {
        record.picture?.record.image?.mediaType ?? received.picture?.mediaType ?? ""
    }

    /// That of a file which is not there yet.
    static let noStamp = FileStamp(size: 0, modified: 0, inode: 0)

    /// What the channels of a mail say otherwise than what is taken in of it, to be merged after
    /// that: it becomes proposals.
    static func otherStatements(
        of photos: [MailPhoto], _ origin: MessageOrigin
    ) -> [IncomingRecord] {
        photos.enumerated().flatMap { index, photo in
            photo.received.disagreements.flatMap { disagreement in
                disagreement.others.map { other in
                    IncomingRecord(
                        record: other.record, origin: origin, follows: index,
                        channels: [disagreement.field: other.channel.rawValue])
                }
            }
        }
    }
}
