import OutputText
import PhotoRecords
import Privacy

/// What one photo gives to a message.
struct PhotoPieces {
    /// What is attached.
    let attachment: ShareMessage.Picture
    /// The small picture of the HTML; nil where the picture cannot be decoded.
    private(set) var preview: ShareMessage.Picture?
    /// The photo in the payload.
    private(set) var entry: PayloadPhoto
    /// The photo in the texts.
    private(set) var view: PhotoView
    /// What there is to say of it.
    private(set) var findings: [Finding] = []

    /// - Parameter number: which photo of the message it is, from 1.
    init(_ prepared: PreparedPhoto, number: Int, _ options: ShareOptions) {
        let name = prepared.fileName
        attachment = ShareMessage.Picture(
            contentID: ShareMessage.contentID("wit-photo-", number, options),
            fileName: name, content: prepared.content)
        entry = PayloadPhoto(
            record: prepared.record(in: .payload),
            attachment: AttachmentReference(
                contentID: attachment.contentID, fileName: name, sha256: prepared.sha256,
                bytes: attachment.content.count,
                perceptualHash: options.stripped.contains(.hashes)
                    ? nil : prepared.perceptualHash))
        view = PhotoView(record: prepared.record(in: .labelledBlock), fileName: name)
        if let picture = prepared.preview {
            let preview = ShareMessage.Picture(
                contentID: ShareMessage.contentID(ShareMessage.previewPrefix, number, options),
                fileName: ShareMessage.previewFileName(name), content: picture.content)
            entry.preview = AttachmentReference(
                contentID: preview.contentID, fileName: preview.fileName,
                sha256: picture.sha256, bytes: preview.content.count)
            view.preview = (preview.contentID, picture.width, picture.height)
            self.preview = preview
        }
        findings = Self.findings(of: prepared, options)
    }

    /// The photo in the JSON-LD.
    func linked(_ prepared: PreparedPhoto) -> LinkedDataPhoto {
        LinkedDataPhoto(record: prepared.record(in: .linkedData), attachment: entry.attachment)
    }

    /// The photo in the import code.
    func coded(_ prepared: PreparedPhoto) -> ImportCodePhoto {
        ImportCodePhoto(
            record: prepared.record(in: .importCode), sha256: entry.attachment?.sha256,
            fileName: entry.attachment?.fileName)
    }

    private static func findings(of prepared: PreparedPhoto, _ options: ShareOptions) -> [Finding] {
        let record = prepared.original
        let file = record.file ?? ""
        var findings: [Finding] = []
        if prepared.preview == nil {
            findings.append(
                Finding(
                    .warning, .previewMissing, where: file,
                    "The picture in “\(file)” cannot be decoded; it is sent as it is, without a "
                        + "preview."))
        }
        if let why = prepared.redrawn {
            findings.append(
                Finding(
                    .note, .redrawn, where: file,
                    "The picture in “\(file)” is re-encoded at full size, as it could contain what "
                        + "you chose to withhold (\(why))."))
        }
        findings += prepared.redacted.findings(of: record)
        findings += Finding.visiblePeople(in: record, options)
        findings += prepared.omissions.findings(
            of: prepared.record.name ?? prepared.fileName, file: file)
        return findings
    }
}

extension FindingCode {
    /// A photo that is sent without a preview, as its picture cannot be decoded.
    public static let previewMissing: FindingCode = "preview-missing"
    /// A picture that was to be sent unchanged but was re-encoded to withhold something.
    public static let redrawn: FindingCode = "picture-redrawn"
}
