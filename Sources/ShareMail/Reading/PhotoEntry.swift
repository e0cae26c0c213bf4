import PhotoRecord
import Pictures

/// One photo of a message while its record and its picture are looking for each other.
struct PhotoEntry {
    var payload: PayloadPhoto?
    var code: ImportCodePhoto?
    var linked: LinkedDataPhoto?
    /// What readable blocks tell, the least deeply quoted first.
    var labelled: [LabelledStory] = []
    var picture: Int?
    var match: PictureMatch?
    var isPreview = false

    var recordID: RecordID? { payload?.record.id ?? code?.record.id ?? linked?.record.id }
    var contentID: String? { payload?.attachment?.contentID ?? linked?.contentID }

    var fileName: String? {
        payload?.attachment?.fileName ?? code?.fileName ?? linked?.fileName
            ?? labelled.lazy.compactMap(\.fileName).first
    }

    /// What the strongest channel beside the picture tells.
    var told: PhotoRecord? {
        payload?.record ?? code?.record ?? linked?.record ?? labelled.first?.record
    }

    var perceptualHash: PerceptualHash? {
        let text = payload?.attachment?.perceptualHash ?? payload?.record.image?.perceptualHash
        return text.flatMap { PerceptualHash($0) }
    }

    /// The first 18 digits of the attached picture's SHA-256.
    var hashKey: String? {
        if let sent = payload?.attachment?.sha256 { return String(sent.prefix(18)) }
        if let sent = code?.hashPrefix, sent.count == 18 { return sent }
        return linked?.sha256.map { String($0.prefix(18)) }
    }
}
