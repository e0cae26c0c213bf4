import MIMEMessage
import OutputText
import PhotoRecords
import Pictures

extension ShareComposer {
    /// A photo made ready to be asked about: what is shown of it has the spot outlined.
    ///
    /// - Returns: The photo, the enlarged spot, and how that looks.
    func marked(
        _ photo: PreparedPhoto, _ question: ShareQuestion, _ options: ShareOptions
    ) throws(WitError) -> (
        photo: PreparedPhoto, spot: PreparedPhoto.Preview, look: PerceptualHash?
    ) {
        let path = photo.original.file ?? photo.fileName
        let jpeg: [UInt8]
        do { jpeg = try photo.content.bytes } catch {
            throw WitError(.temporaryFile, at: "TMPDIR", ErrorWords.sentence(of: error))
        }
        let pictures = try QuestionPictures(
            of: jpeg, question, path: path,
            PictureRenderer(
                limits: PictureLimits(acceptsDamage: true, memory: options.decoderMemory),
                watch: DecodingStop(isStopped)))
        let file = try TemporaryFile()
        var photo = photo
        photo.preview = try Self.stored(pictures.whole, in: file)
        let look = try? PictureRenderer(limits: PictureLimits(memory: options.decoderMemory))
            .perceptualHash(of: pictures.spot.bytes)
        return (photo, try Self.stored(pictures.spot, in: file), look)
    }

    private static func stored(
        _ picture: RenderedPicture, in file: TemporaryFile
    ) throws(WitError) -> PreparedPhoto.Preview {
        PreparedPhoto.Preview(
            content: try StoredBytes(picture.bytes, in: file), width: picture.width,
            height: picture.height, sha256: ExtractedContent.sha256(picture.bytes))
    }

    /// What the template of a question takes.
    static func view(
        of question: ShareQuestion, spot: PreparedPhoto.Preview, contentID: String,
        subject: String, _ options: ShareOptions
    ) -> QuestionView {
        QuestionView(
            question: question, spot: (contentID, spot.width, spot.height), subject: subject,
            answersTo: (options.replyTo.first ?? options.from)?.address,
            messageID: ShareMessage.messageID(options))
    }
}
