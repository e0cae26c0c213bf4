import MIMEMessage
import OutputText
import PhotoRecords

extension ShareComposer {
    /// The most photos of one share, however many mails it takes.
    public static let maximumSeriesPhotos = 10_000

    /// Makes and proves one message, or several where one would be longer than `maximumBytes`.
    ///
    /// The photos stay in their order and go into as few messages as that allows. Each is a whole
    /// share of its own, which says which of how many it is; read in any order, they bring home what
    /// one long message would.
    ///
    /// - Parameters:
    ///   - records: The photos, each with its `file`, in the order that they shall have.
    ///   - options: What the sender chose.
    /// - Returns: At least one message; all of them proven.
    /// - Throws: `WitError`: as ``compose(_:_:)`` does; `too-large` naming a photo that makes too
    ///   long a message by itself. Nothing is made then.
    public func composeSeries(
        _ records: [PhotoRecord], _ options: ShareOptions
    ) throws(WitError) -> [ComposedShare] {
        guard let limit = options.maximumBytes else { return [try compose(records, options)] }
        var preparation = try preparation(of: records, options, limit: Self.maximumSeriesPhotos)
        var shares = try proven(&preparation) { (preparation) throws(WitError) in
            try MailDivision(self, preparation, limit: limit).leaveOutTooLarge(of: &preparation)
            return try series(preparation, limit: limit)
        }
        shares[0].skipped = preparation.failures
        return shares
    }

    private func series(
        _ preparation: SharePreparation, limit: Int
    ) throws(WitError) -> [ComposedShare] {
        let mails = try MailDivision(self, preparation, limit: limit).mails()
        var shares: [ComposedShare] = []
        for mail in mails {
            if isStopped() { throw WitError.noMessage }
            let share = try finished(
                pieces(of: preparation, mail.photos, series: mail.series))
            guard share.byteCount <= limit else {
                throw WitError(
                    .tooLarge, at: "max-bytes",
                    "A mail has \(share.byteCount) bytes, the limit is \(limit).")
            }
            shares.append(share)
        }
        return shares
    }
}
