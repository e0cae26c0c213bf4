import MailTemplates
import PhotoMetadata
import PhotoRecord

/// The names and words that a message may not hold: places that are kept at home, what was left out,
/// the names of the files that photos were made from.
///
/// A word counts where it cannot have come from anything else: not if it stands in what a person
/// wrote and sends (that is pointed out instead), in the record as it leaves, or in the template.
struct ForbiddenWords {
    /// What a word tells.
    enum Kind: Hashable {
        case place, file
        case group(FieldGroup)
        /// Of what no file of a photo says any more.
        case heldBack(FieldGroup)

        /// In words for the sender.
        var words: String {
            switch self {
            case .place: "the name of a place"
            case .file: "the name of a photo's file"
            case .group(let group): group.rawValue
            case .heldBack(let group): "\(group.rawValue) that no file says any more"
            }
        }

        /// What the sender may do.
        var advice: String {
            switch self {
            case .place: "Take it out of your template, or send the location."
            case .file: "Take it out of your template, or rename the file."
            case .group(let group):
                "Take it out of your template, or take “\(group.rawValue)” out of --strip."
            case .heldBack: "Take it out of your template, or decide with “wit review --removals”."
            }
        }
    }

    /// A word, and what it tells.
    struct Word: Hashable {
        var word: String
        var kind: Kind
    }

    private var words = WordSearch<Word>()

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

    /// - Parameters:
    ///   - photos: all that were made ready, those of other mails too.
    ///   - leaving: those of this mail, whose words may stand in it.
    init(
        _ photos: [LeakSearch.Photo], _ leaving: [LeakSearch.Photo], _ options: ShareOptions,
        _ template: TemplateSet?
    ) {
        let departures = leaving.map(\.departure)
        var told = [Self.ownWords, options.subject ?? "", options.message ?? ""]
        told += departures.map { departure in
            // The file's path stands in the record until it leaves.
            var record = departure.record
            record.file = nil
            return record.json.text
        }
        told += (options.to + options.cc + (options.from.map { [$0] } ?? [])).map { "\($0)" }
        if let template { told += Self.words(of: template) }
        // Countries are written out in the message's language.
        told += departures.compactMap { $0.record.location?.place?.country }
            .map { LabelledPlace.country($0, options.language) }
        told += leaving.compactMap { photo in
            photo.departure.named(photo.departure.record, of: photo.original.file).file
                .map(PhotoFileName.stem)
        }
        // Names are spelled in ASCII for file names.
        told += departures.compactMap { $0.record.name.map(PhotoFileName.safe) }
        let known = WordSearch<Word>.Text(told.joined(separator: "\n"))
        func forbid(_ word: String, _ kind: Kind) {
            let spellings = kind == .file ? [word] : [word, PhotoFileName.safe(word)]
            for spelling in Set(spellings)
            where spelling == word || spelling.count >= 4 {
                words.add(spelling, Word(word: word, kind: kind), unless: known)
            }
        }
        for photo in photos where !photo.departure.isWhole {
            if photo.departure.grade != .exact {
                for word in FieldGroup.place.words(of: photo.original) { forbid(word, .place) }
            }
            for group in options.stripped {
                for word in group.words(of: photo.original) { forbid(word, .group(group)) }
            }
            for removal in photo.departure.heldBack {
                let part = removal.part(of: photo.original)
                for group in FieldGroup.allCases {
                    for word in group.words(of: part) { forbid(word, .heldBack(group)) }
                }
            }
            // Shorter ones are counts, or words of any text.
            let stem = photo.original.file.map(PhotoFileName.stem) ?? ""
            if stem.count >= 5, !stem.allSatisfy(\.isNumber) { forbid(stem, .file) }
        }
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

    /// The first of the words that a text holds as a whole word, whatever its case and accents.
    func first(in text: MessageTexts.Text) -> Word? {
        // The import code, which is searched as what it says, holds short words by chance.
        let code = #/\[\[wit:[0-9]+:[A-Za-z0-9_\-\s]*:wit\]\]/#
        let words = text.text.contains("[[wit:") ? text.text.replacing(code, with: "") : text.text
        return self.words.first(in: words, least: text.isPicture ? 4 : 1)
    }
}
