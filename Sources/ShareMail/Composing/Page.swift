import PhotoRecords

extension ShareComposer {
    /// The HTML of a message with its JSON-LD, short enough not to be clipped.
    struct Page {
        /// The document.
        var html: String
        /// The JSON-LD that it holds; empty where there was no room for it.
        var linked: [LinkedDataPhoto]

        /// Many photos are a list instead of cards. Captions are shortened, and left out of the
        /// JSON-LD, if the document would be clipped otherwise; if that is not enough, the JSON-LD
        /// goes too, then the import code, which the text part has, then the end of the list.
        init(_ view: ShareView, _ photos: [LinkedDataPhoto], _ findings: inout [Finding]) {
            var view = view
            let most = ShareComposer.maximumHTML
            if view.photos.count > PageLayout.mostCards { view.layout = .list(view.photos.count) }
            linked = photos
            html = LinkedDataScript.inserted(linked, into: view.html)
            for limit in [2000, 600, 200, 80] where html.utf8.count > most {
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
            if html.utf8.count > most {
                linked = []
                html = view.html
            }
            if html.utf8.count > most {
                view.layout = .list(view.photos.count)
                html = view.html
            }
            if html.utf8.count > most {
                view.hasCode = false
                html = view.html
            }
            var listed = view.photos.count
            while html.utf8.count > most, listed > 1 {
                // As many as there is room for, by what one takes; fewer where the last are longer.
                listed = max(1, min(listed - 1, listed * most / html.utf8.count))
                view.layout = .list(listed)
                html = view.html
            }
            findings += Self.findings(view, listed)
        }

        private static func findings(_ view: ShareView, _ listed: Int) -> [Finding] {
            let isShortened = view.captionLimit.map { limit in
                view.photos.contains { $0.record.caption?.count ?? 0 > limit }
            }
            var findings: [Finding] = []
            if isShortened == true {
                findings.append(
                    Finding(
                        .note, .captionShortened, where: "html",
                        "Long captions are shortened in the HTML part; the text part and the"
                            + " photos have them whole."))
            }
            if listed < view.photos.count {
                findings.append(
                    Finding(
                        .note, .photosUnlisted, where: "html",
                        "The HTML part shows the first \(listed) of \(view.photos.count) photos, so"
                            + " that no mail program cuts it off; the text part has all of them, "
                            + "and all"
                            + " are attached."))
            }
            return findings
        }
    }
}

extension FindingCode {
    /// Captions that the HTML part does not show whole.
    public static let captionShortened: FindingCode = "caption-shortened"
    /// Photos that the HTML part does not show.
    public static let photosUnlisted: FindingCode = "photos-unlisted"
}
