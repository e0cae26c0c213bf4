import JSON
import MIMEMessage
import OutputText
import PhotoCatalog
import PhotoRecord
import ShareMail

/// Which mails of shares that came in several have been taken in, now or before.
public struct ImportedSeries {
    /// A share of which mails are missing.
    public struct Incomplete: JSONReport {
        /// The subject of the last mail of it that was taken in.
        public let subject: String?
        /// The places of the missing mails, ascending from 1.
        public let missing: [Int]
        /// How many mails the share has.
        public let total: Int

        /// One object: `subject`, `missing`, `total`.
        public var json: JSONValue {
            var object: JSONObject = [
                "missing": .array(missing.map { .integer(Int64($0)) }),
                "total": .integer(Int64(total)),
            ]
            object["subject"] = subject.map(JSONValue.string)
            return .object(object)
        }

        /// One sentence for a person, without a full stop.
        public var sentence: String {
            let shown = missing.prefix(10).map(String.init)
            let list =
                missing.count > shown.count
                ? shown.joined(separator: ", ") + " …"
                : shown.count == 1
                    ? shown[0]
                    : shown.dropLast().joined(separator: ", ") + " and " + (shown.last ?? "")
            let share = subject.map { "the share “\($0)”" } ?? "a share"
            return missing.count == 1
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

    /// - Parameter catalog: what knows of earlier imports; nil where there is none yet.
    init(_ catalog: PhotoCatalog?) { self.catalog = catalog }

    /// Takes note of a mail that was taken in.
    mutating func note(_ report: ImportMail.Report) {
        for series in report.contents.payloads.compactMap(\.series) {
            if seen[series.id] == nil { order.append(series.id) }
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
    /// - Throws: `CatalogError` where the catalog cannot be read.
    func incomplete() throws(CatalogError) -> [Incomplete] {
        var result: [Incomplete] = []
        for id in order {
            guard let known = seen[id], case let missing = try missing(of: known), !missing.isEmpty
            else { continue }
            result.append(
                Incomplete(subject: known.subject, missing: missing, total: known.total))
        }
        return result
    }

    private func missing(of known: Seen) throws(CatalogError) -> [Int] {
        var missing: [Int] = []
        for number in 1...max(1, known.total) where !known.numbers.contains(number) {
            if let catalog, let identity = known.identity,
                try catalog.hasPhotos(
                    ofMessage: "\(identity.prefix)\(number)\(identity.suffix)", from: known.sender)
            {
                continue
            }
            missing.append(number)
        }
        return missing
    }

    /// The subject without the mail's place in the series.
    private static func bare(_ subject: String, _ series: ShareSeries) -> String {
        let place = " (\(series.number)/\(series.total))"
        return subject.hasSuffix(place) ? String(subject.dropLast(place.count)) : subject
    }
}
