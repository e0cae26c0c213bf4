import MIMEMessage
import PhotoRecord

/// Proves a finished message before it leaves: reads it back and compares, and searches it for
/// what should have stayed at home (SPEC §1: nothing leaks).
struct ShareProof {
    let pieces: ShareComposer.Pieces
    /// The records as they were before anything was left out.
    let originals: [PhotoRecord]

    /// - Throws: `not-proven`, `location-leak` or `path-leak`, with what was found where.
    func check(_ bytes: [UInt8]) throws(ShareError) {
        let message = MIMEMessage(parsing: bytes)
        if let defect = message.defects.first {
            throw ShareError(
                .notProven, "The finished message does not read clean: \(defect.message)")
        }
        let harvest = MailHarvest(message, limits: ShareLimits())
        // Words may hold what looks like an import code; the codes themselves are compared below.
        if let finding = harvest.findings.first(where: { $0.severity > .note }) {
            throw ShareError(
                .notProven, at: finding.place,
                "The finished message does not read back: \(finding.message)")
        }
        try proveChannels(harvest)
        try LeakSearch(
            message: message, harvest: harvest, originals: originals,
            grade: pieces.message.options.location
        ).check()
    }

    private func proveChannels(_ harvest: MailHarvest) throws(ShareError) {
        guard harvest.payloads == [pieces.payload] else {
            throw ShareError(.notProven, "The payload does not read back as it was written.")
        }
        guard harvest.codes.codes == pieces.codes else {
            throw ShareError(.notProven, "The import code does not read back as it was written.")
        }
        let leaving = pieces.photos.map(\.record)
        let whole = ShareReader().contents(of: harvest)
        try compare(leaving, whole, "all channels")
        guard whole.photos.allSatisfy({ $0.match == .sha256 }) else {
            throw ShareError(.notProven, "A photo of the finished message is not what it was.")
        }
        for channel in ShareChannel.allCases {
            let alone = ShareReader(channels: [channel]).contents(of: harvest)
            let meant =
                channel == .importCode
                ? pieces.codes.flatMap(\.photos).map(\.record) : leaving
            try compare(meant, alone, channel.rawValue)
        }
    }

    private func compare(
        _ meant: [PhotoRecord], _ contents: ShareContents, _ channel: String
    ) throws(ShareError) {
        guard contents.photos.count == meant.count else {
            throw ShareError(
                .notProven, at: channel,
                "Read back by \(channel), the message has \(contents.photos.count) photos instead"
                    + " of \(meant.count).")
        }
        for (index, (record, photo)) in zip(meant, contents.photos).enumerated() {
            let differences = StoryComparison.differences(record, photo.record)
            guard let first = differences.first else { continue }
            throw ShareError(
                .notProven, at: channel,
                "Read back by \(channel), photo \(index + 1)"
                    + " (“\(pieces.photos[index].fileName)”) differs in \(first).")
        }
    }
}
