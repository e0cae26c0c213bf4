import PhotoRecord

extension ShareComposer {
    /// The HTML of a message with its JSON-LD, short enough not to be clipped.
    struct Page {
        /// The document.
        var html: String
        /// The JSON-LD that it holds; empty where there was no room for it.
        var linked: [LinkedDataPhoto]

        /// Captions are shortened, and left out of the JSON-LD, if the document would be clipped
        /// otherwise; if that is not enough, the JSON-LD goes too.
        init(_ view: ShareView, _ photos: [LinkedDataPhoto], _ findings: inout [Finding]) {
            var view = view
            linked = photos
            html = LinkedDataScript.inserted(linked, into: view.html)
            for limit in [2000, 600, 200, 80] where html.utf8.count > ShareComposer.maximumHTML {
                view.captionLimit = limit
                linked = photos.map { photo in
                    var photo = photo
                    if photo.record.caption.map({ $0.count > limit }) ?? false {
                        photo.record.caption = nil
                    }
                    return photo
                }
                html = LinkedDataScript.inserted(linked, into: view.html)
            }
            if html.utf8.count > ShareComposer.maximumHTML {
                linked = []
                html = view.html
            }
            guard view.captionLimit != nil else { return }
            findings.append(
                Finding(
                    .note, .captionShortened, where: "html",
                    "Long captions are shortened in the HTML part; the text part and the photos"
                        + " have them whole."))
        }
    }
}

extension FindingCode {
    /// Captions that the HTML part does not show whole.
    public static let captionShortened: FindingCode = "caption-shortened"
}
