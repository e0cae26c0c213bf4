import MIMEMessage
import OutputText
import PhotoRecords

/// Divides photos, in their order, among as few mails as a limit of bytes allows.
///
/// What counts is the finished mail as it goes over the wire, base64, texts and header included: each
/// candidate is measured, not guessed. Only the pictures stay unread, whose encoded length is known.
struct MailDivision {
    let composer: ShareComposer
    let preparation: SharePreparation
    /// The most bytes of a mail.
    let limit: Int
    private let seriesID: String

    init(_ composer: ShareComposer, _ preparation: SharePreparation, limit: Int) {
        self.composer = composer
        self.preparation = preparation
        self.limit = limit
        seriesID = preparation.options.messageKey
    }

    /// A mail of the share: which photos, and its place in the series; nil where it is the only one.
    struct Mail {
        var photos: Range<Int>
        var series: ShareSeries?
    }

    /// - Throws: `too-large` naming the first photo that makes too long a mail by itself; `interrupted`.
    func mails() throws(WitError) -> [Mail] {
        let all = preparation.photos.indices
        let pictures = all.reduce(0) { $0 + pictureBytes($1) }
        if all.count <= ShareComposer.maximumPhotos, pictures < limit,
            try size(all, nil) <= limit
        {
            return [Mail(photos: all)]
        }
        // The number of mails stands in each of them, so it must be known before they are measured.
        var total = max(2, pictures / limit + 1)
        var best: [Mail] = []
        for _ in 0..<Self.rounds {
            best = try mails(of: total)
            if best.count == total { return best }
            total = best.count
        }
        // Two numbers that lead to each other: a photo more or less hangs on their digits and on
        // the length of boundaries, which follow from them.
        return try mails(of: total, limit: limit - 1_024)
    }

    /// Leaves out the photos that make too long a mail by themselves, if such may be left out.
    ///
    /// - Throws: `too-large` naming all of them, where none may be or no photo is left.
    func leaveOutTooLarge(of preparation: inout SharePreparation) throws(WitError) {
        var errors: [WitError] = []
        var kept: [PreparedPhoto] = []
        for index in preparation.photos.indices {
            // Only one whose pictures come near the limit is measured.
            guard pictureBytes(index) + 128_000 > limit else {
                kept.append(preparation.photos[index])
                continue
            }
            let isOnly = preparation.photos.count == 1
            let series = isOnly ? nil : ShareSeries(id: seriesID, number: 1, total: 2)
            let size = try size(index..<index + 1, series)
            if size <= limit {
                kept.append(preparation.photos[index])
            } else {
                errors.append(try tooLarge(index, size, advises: errors.count < 3))
            }
        }
        guard let error = WitError.all(errors) else { return }
        guard preparation.options.skipsFailed, !kept.isEmpty else { throw error }
        preparation.photos = kept
        preparation.failures += errors
        preparation.subject = ShareComposer.subject(kept, preparation.options, preparation.template)
    }

    /// How often a number of mails is tried.
    private static let rounds = 5

    private func mails(of total: Int, limit: Int? = nil) throws(WitError) -> [Mail] {
        let limit = limit ?? self.limit
        var mails: [Mail] = []
        var start = 0
        // Texts of a photo, as far as they are known from the mail before.
        var words = 0
        while start < preparation.photos.count {
            let series = ShareSeries(
                id: seriesID, number: mails.count + 1, total: max(total, mails.count + 1))
            guard let series else {
                throw WitError(
                    .tooLarge, at: "max-bytes",
                    "These photos make more than \(ShareSeries.maximumTotal) mails of \(limit) bytes."
                )
            }
            var end = start
            var pictures = 0
            while end < preparation.photos.count, end - start < ShareComposer.maximumPhotos,
                pictures + pictureBytes(end) + words <= limit
            {
                pictures += pictureBytes(end) + words
                end += 1
            }
            end = max(end, start + 1)
            var size = try size(start..<end, series)
            while size <= limit, end < preparation.photos.count,
                end - start < ShareComposer.maximumPhotos
            {
                let longer = try self.size(start..<end + 1, series)
                if longer > limit { break }
                (size, end) = (longer, end + 1)
            }
            while size > limit {
                guard end > start + 1 else { throw try tooLarge(start, size) }
                end -= 1
                size = try self.size(start..<end, series)
            }
            let drawn = (start..<end).reduce(0) { $0 + pictureBytes($1) }
            words = (size - drawn) / (end - start)
            mails.append(Mail(photos: start..<end, series: series))
            start = end
        }
        return mails
    }

    /// What the pictures of a photo make in base64, its lines of 76 characters and their ends.
    private func pictureBytes(_ index: Int) -> Int {
        let photo = preparation.photos[index]
        return [photo.content.count, photo.preview?.content.count ?? 0].reduce(0) { sum, count in
            let encoded = (count + 2) / 3 * 4
            return sum + encoded + encoded / 76 * 2
        }
    }

    private func size(_ photos: Range<Int>, _ series: ShareSeries?) throws(WitError) -> Int {
        try composer.goOn()
        let message = composer.pieces(of: preparation, photos, series: series).message
        return try ShareMessage.building { () throws in try message.builder().encodedSize() }
    }

    /// Says which photo is too large, by how much, and which size would do.
    ///
    /// - Parameter advises: whether smaller sizes are tried.
    private func tooLarge(
        _ index: Int, _ size: Int, advises: Bool = true
    ) throws(WitError) -> WitError {
        let photo = preparation.photos[index]
        let path = photo.original.file ?? photo.fileName
        var advice = advises ? " No smaller size fits either." : ""
        var smaller = preparation
        for candidate in PhotoSize.allCases.reversed()
        where advises && candidate < preparation.options.size {
            smaller.options.size = candidate
            var work = PhotoPreparation(options: smaller.options)
            work.isStopped = composer.isStopped
            smaller.photos = try work.run([photo.original]).photos
            let division = MailDivision(composer, smaller, limit: limit)
            guard try division.size(0..<1, nil) <= limit - 1_024 else { continue }
            advice = " The size “\(candidate.rawValue)” fits."
            break
        }
        return WitError(
            .tooLarge, at: path,
            "“\(path)” makes a mail of \(size) bytes by itself, \(size - limit) more than the limit"
                + " of \(limit).\(advice)")
    }
}

extension PhotoSize: Comparable {
    /// Whether the left one is smaller.
    public static func < (left: Self, right: Self) -> Bool {
        (left.longestSide ?? .max) < (right.longestSide ?? .max)
    }
}
