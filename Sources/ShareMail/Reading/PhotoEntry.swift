import PhotoRecords
import Pictures

/// One photo of a message while its record and its picture are looking for each other.
struct PhotoEntry {
    var payload: PayloadPhoto?
    var code: ImportCodePhoto?
    var linked: LinkedDataPhoto?
    /// What readable blocks tell, the least deeply quoted first.
    var labelled: [LabelledStory] = []
    /// What further data of the channels say of the same photo: those of a mail that was forwarded
    /// beside those of the one around it.
    private(set) var others: [(channel: ShareChannel, record: PhotoRecord)] = []
    var picture: Int?
    var match: PictureMatch?
    var isPreview = false

    /// The most further data that are held against the first.
    private static let maximumOthers = 8

    init(
        payload: PayloadPhoto? = nil, code: ImportCodePhoto? = nil, linked: LinkedDataPhoto? = nil,
        labelled: [LabelledStory] = [], picture: Int? = nil, match: PictureMatch? = nil,
        isPreview: Bool = false
    ) {
        (self.payload, self.code, self.linked) = (payload, code, linked)
        (self.labelled, self.picture, self.match) = (labelled, picture, match)
        self.isPreview = isPreview
    }

    /// Keeps what a channel says once more, to be held against what it said first.
    mutating func addOther(_ record: PhotoRecord, by channel: ShareChannel) {
        if others.count < Self.maximumOthers { others.append((channel, record)) }
    }

    /// The data beside the picture's own, the strongest first.
    func data(with story: PhotoRecord?) -> [(channel: ShareChannel, record: PhotoRecord)] {
        let first: [(ShareChannel, PhotoRecord?)] = [
            (.payload, payload?.record), (.metadata, isPreview ? nil : story),
            (.importCode, code?.record), (.linkedData, linked?.record),
        ]
        return first.compactMap { channel, record in record.map { (channel, $0) } } + others
    }

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

    /// The attached picture's SHA-256, where all of it is told.
    var sha256: String? { payload?.attachment?.sha256 ?? (code == nil ? linked?.sha256 : nil) }

    /// The first 18 digits of the attached picture's SHA-256.
    var hashKey: String? {
        if let sent = payload?.attachment?.sha256 { return String(sent.prefix(18)) }
        if let sent = code?.hashPrefix, sent.count == 18 { return sent }
        return linked?.sha256.map { String($0.prefix(18)) }
    }
}
