import JSON
import MailTemplates
import PhotoMetadata
import PhotoRecords
import Privacy

/// The texts by whose words no value is known in a message: what it says of itself, what the sender
/// wrote, the template, and the records as they leave.
struct KnownWords {
    /// The texts.
    let texts: [String]

    /// What our JSON and headers say of themselves.
    private static let ownWords =
        "\(ProgramVersion.writer) whatisthat.share photos.wit.json image/jpeg image/png preview schema.org"
        + " Photograph Place PostalAddress GeoCoordinates ImageObject PropertyValue Person Make Model"
        + " LensModel urn:uuid: cid: gazetteer place exif gps user xmp iptc mail rectangle ellipse"
        + " polygon mask face thing attachment inline 1.0 quoted-printable base64 7bit"
        + " Adobe JFIF Exif adobe:ns:meta xpacket begin end WGS-84 True x-default photo.jpg map.png"
        + " ICC_PROFILE mntr scnr spac RGB GRAY XYZ acsp desc cprt wtpt chad rTRC gTRC bTRC kTRC rXYZ gXYZ"
        + " bXYZ mluc enUS text sf32 curv para \(ColorProfile.description)"
        + " \(ColorProfile.copyright)"
        + " format=flowed delsp=yes charset=utf-8 filename whatisthat.invalid wit osm.org"
        + " \(LinkedDataPhoto.namespace) \(JPEGMetadataWriter.namespace)"

    /// - Parameter leaving: the message's photos.
    init(
        _ leaving: [LeakSearch.Photo], _ options: ShareOptions, _ template: TemplateSet?
    ) {
        let redactedRecords = leaving.map(\.redacted)
        var told = [Self.ownWords, options.subject ?? "", options.message ?? ""]
        told += redactedRecords.map { redacted in
            // The file's path stands in the record until it leaves.
            var record = redacted.record
            record.file = nil
            return record.json.text
        }
        told += (options.to + options.cc + (options.from.map { [$0] } ?? [])).map { "\($0)" }
        if let template { told += Self.words(of: template) }
        // Countries are written out in the message's language.
        told += redactedRecords.compactMap { $0.record.location?.place?.country }
            .map { CountryNames.name($0, in: options.language) }
        told += leaving.compactMap { photo in
            photo.redacted.named(photo.redacted.record, of: photo.original.file).file
                .map(PhotoFileName.stem)
        }
        // Names are spelled in ASCII for file names.
        told += redactedRecords.compactMap { $0.record.name.map(PhotoFileName.safe) }
        texts = told
    }

    /// What a template says of itself, with a photo of which nothing is told.
    private static func words(of template: TemplateSet) -> [String] {
        let vocabulary = template.words
        var words = vocabulary.months + vocabulary.weekdays + Array(vocabulary.labels.values)
        words += Array(vocabulary.phrases.values) + Array(vocabulary.compass.values)
        words += [vocabulary.unnamed, vocabulary.date, vocabulary.dateTime, vocabulary.and]
        let view = ShareView(
            photos: [PhotoView(record: PhotoRecord(), fileName: "photo.jpg")], importCode: [],
            template: template)
        return words + [view.text, view.subjectLine, HTMLText.text(of: view.html)]
    }
}
