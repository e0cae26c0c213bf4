import MailTemplates
import PhotoRecord

/// The names and words that a message may not hold: places that are kept at home, what was left out.
///
/// A word counts where it cannot have come from anything else: not if it stands in what a person
/// wrote and sends (that is pointed out instead), in the record as it leaves, or in the template.
struct ForbiddenWords {
    /// A word, and whether it names a place.
    struct Word: Hashable {
        var word: String
        var isPlace: Bool
    }

    private let words: Set<Word>

    /// What our JSON and headers say of themselves.
    private static let ownWords =
        "What Is That whatisthat.share photos.wit.json image/jpeg image/png preview schema.org"
        + " Photograph Place PostalAddress GeoCoordinates ImageObject PropertyValue Person Make Model"
        + " LensModel urn:uuid: cid: gazetteer place exif gps user xmp iptc mail rectangle ellipse"
        + " polygon mask face thing attachment inline 1.0 quoted-printable base64 7bit"
        + " Adobe JFIF Exif adobe:ns:meta xpacket begin end WGS-84 True x-default"

    init(
        _ originals: [PhotoRecord], _ departures: [Departure], _ options: ShareOptions,
        _ vocabulary: TemplateWords?
    ) {
        var told = [Self.ownWords, options.subject ?? "", options.message ?? ""]
        told += departures.map(\.record.json.text)
        told += (options.to + options.cc + (options.from.map { [$0] } ?? [])).map { "\($0)" }
        if let vocabulary {
            told += vocabulary.months + vocabulary.weekdays + Array(vocabulary.labels.values)
            told += Array(vocabulary.phrases.values) + Array(vocabulary.compass.values)
            told += [vocabulary.unnamed, vocabulary.date, vocabulary.dateTime]
        }
        // Countries are written out in the message's language.
        told += departures.compactMap { $0.record.location?.place?.country }
            .map { LabelledPlace.country($0, options.language) }
        let all = told.joined(separator: "\n").lowercased()
        var words: Set<Word> = []
        for (original, departure) in zip(originals, departures) {
            if departure.grade != .exact {
                for word in FieldGroup.place.words(of: original) {
                    words.insert(Word(word: word, isPlace: true))
                }
            }
            for group in options.stripped {
                for word in group.words(of: original) {
                    words.insert(Word(word: word, isPlace: false))
                }
            }
        }
        self.words = words.filter { $0.word.count >= 4 && !all.contains($0.word.lowercased()) }
    }

    /// The first of the words that a text holds as a whole word.
    func first(in text: String) -> Word? {
        words.first { word in
            text.ranges(of: word.word).contains { range in
                let before =
                    range.lowerBound > text.startIndex
                    ? text[text.index(before: range.lowerBound)] : " "
                let after = range.upperBound < text.endIndex ? text[range.upperBound] : " "
                return !(before.isLetter || before.isNumber || after.isLetter || after.isNumber)
            }
        }
    }
}
