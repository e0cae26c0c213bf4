import CatalogDatabase
import Foundation
import PhotoRecords

extension OutboxMail {
    /// What became of a mail whose text is gone: to whom it went, and when.
    var farewell: String {
        let when = endedAt.map { " on \(Self.clock($0))" } ?? ""
        let to = recipients.joined(separator: ", ")
        let end =
            state == .sent
            ? "was sent to \(to)\(when) by the account \(account)"
                + (answer.map { " (\($0))" } ?? "")
            : "to \(to) was discarded\(when)"
        return "mail \(number) “\(subject)” \(end); its text is not kept"
    }

    /// A moment on the person's clock: `2026-11-20 11:00`.
    public static func clock(_ seconds: Int64) -> String {
        let offset = TimeZone.current.secondsFromGMT(
            for: Date(timeIntervalSince1970: TimeInterval(seconds)))
        let local = LocalDateTime(secondsSince1970: Int(seconds) + offset)?.iso ?? "\(seconds)"
        return String(local.prefix(16).replacing("T", with: " "))
    }
}
