import CatalogDatabase
import JSON
import MIMEMessage
import OutputText
import PhotoRecords
import ShareMail

/// Which mails of shares that came in several have been imported, now or before.
public struct ImportedSeries {
    /// A share of which mails are missing.
    public struct Incomplete: JSONReport {
        /// The subject of the last mail of it that was imported.
        public let subject: String?
        /// The places of the missing mails, ascending from 1: the first hundred.
        public let missing: [Int]
        /// How many are missing.
        public let missingCount: Int
        /// How many mails the share has.
        public let total: Int

        /// One object: `subject`, `missing`, `missingCount`, `total`.
        public var json: JSONValue {
            var object: JSONObject = [
                "missing": .array(missing.map { .count($0) }),
                "missingCount": .count(missingCount), "total": .count(total),
            ]
            object["subject"] = subject.map(JSONValue.string)
            return .object(object)
        }

        /// One sentence for a person, without a full stop.
        public var sentence: String {
            let shown = missing.prefix(10).map(String.init)
            let list =
                missingCount > shown.count
                ? shown.joined(separator: ", ") + " …"
                : shown.count == 1
                    ? shown[0]
                    : shown.dropLast().joined(separator: ", ") + " and " + (shown.last ?? "")
            let share = subject.map { "the share “\($0)”" } ?? "a share"
            return missingCount == 1
                ? "mail \(list) of \(total) of \(share) has not been imported"
                : "mails \(list) of \(total) of \(share) have not been imported"
        }
    }

    private struct Seen {
        var subject: String?
        var total: Int
        var numbers: Set<Int> = []
        /// What the messages' identities are made from, where they are those of this program.
        var identity: (prefix: String, suffix: String)?
        /// The address that the mails came from.
        var sender: String?
    }

    private let catalog: PhotoCatalog?
    private var seen: [String: Seen] = [:]
    private var order: [String] = []

    /// The most shares whose mails are counted: who sends more than that by one import is no friend.
    static let mostSeries = 1_000
    /// The most missing mails that are named.
    static let mostNamed = 100

    /// - Parameter catalog: what knows of earlier imports; nil where there is none yet.
    init(_ catalog: PhotoCatalog?) { self.catalog = catalog }

    /// Takes note of a mail that was taken in.
    mutating func note(_ report: ImportMail.Report) {
        for series in report.contents.payloads.compactMap(\.series) {
            if seen[series.id] == nil {
                guard seen.count < Self.mostSeries else { continue }
                order.append(series.id)
            }
            var known = seen[series.id] ?? Seen(total: series.total)
            known.subject = report.subject.map { Self.bare($0, series) }
            known.numbers.insert(series.number)
            let prefix = "\(series.id)-"
            if let identity = report.messageID?.rawValue,
                identity.hasPrefix("\(prefix)\(series.number)@"),
                let at = identity.firstIndex(of: "@")
            {
                known.identity = (prefix, String(identity[at...]))
                known.sender = report.sender
            }
            seen[series.id] = known
        }
    }

    /// The shares of which mails are missing, in the order in which they were first met.
    ///
    /// - Parameter isStopped: asked between shares; the rest is left out then.
    /// - Throws: `WitError` where the catalog cannot be read.
    func incomplete(isStopped: () -> Bool = { false }) throws(WitError) -> [Incomplete] {
        var result: [Incomplete] = []
        for id in order {
            if isStopped() { break }
            guard let known = seen[id], let share = try incomplete(known) else { continue }
            result.append(share)
        }
        return result
    }

    private func incomplete(_ known: Seen) throws(WitError) -> Incomplete? {
        var numbers = known.numbers.filter { (1...max(1, known.total)).contains($0) }
        if numbers.count < known.total, let catalog, let identity = known.identity {
            numbers.formUnion(
                try catalog.numbersWithPhotos(
                    ofMessages: identity.prefix, identity.suffix, upTo: known.total,
                    from: known.sender))
        }
        // The number of mails is the sender's word: what it costs hangs on the mails that came.
        let missingCount = known.total - numbers.count
        guard missingCount > 0 else { return nil }
        let missing = (1...known.total).lazy.filter { !numbers.contains($0) }.prefix(Self.mostNamed)
        return Incomplete(
            subject: known.subject, missing: Array(missing), missingCount: missingCount,
            total: known.total)
    }

    /// The subject without the mail's place in the series.
    private static func bare(_ subject: String, _ series: ShareSeries) -> String {
        let place = " (\(series.number)/\(series.total))"
        return subject.hasSuffix(place) ? String(subject.dropLast(place.count)) : subject
    }
}
