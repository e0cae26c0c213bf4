import ByteCoding
import CatalogDatabase
import Crypto
import Foundation
import MIMEMessage
import PhotoRecords
import Pictures
import ShareMail
import TextCleaning

/// What one message holds, for `InspectMails`: its header, its tree and parts, its defects, and what an
/// import would find in it. Changes nothing.
public struct InspectMail: Sendable {
    /// A message taken apart.
    public struct Inspection: Sendable {
        /// Where the message stands.
        public let place: MailMessages.Locator
        /// The message.
        public let message: MailMessage
        /// Every part that is no multipart.
        public let parts: [Part]
        /// What was noticed, in the header, the structure, the bodies and the share.
        public let findings: [Finding]
        /// What an import would find.
        public let share: ShareContents
        /// What the writer newly wrote; nil where a program wrote the mail, or there is no text.
        public let reply: ReplyText?
        /// The question that the mail belongs to, and by what; nil for none, and without a catalog.
        public let answers: Answers?
        /// The sign that a program wrote the mail; nil if a person did.
        public let automatic: AutomaticMail?
        /// What a mail server reports of another mail's delivery; nil where it is no such report.
        public let delivery: DeliveryReport?
    }

    /// The question of a catalog that a mail belongs to.
    public struct Answers: Sendable, Hashable {
        /// The question's number.
        public let question: Int64
        /// By what it was found.
        public let by: QuestionEvent.Finding
    }

    /// A part with what its body decodes to.
    public struct Part: Sendable {
        /// The part.
        public let part: MIMEPart
        /// The decoded body's size in bytes.
        public let bytes: Int
        /// SHA-256 of the decoded body, 64 hexadecimal digits.
        public let sha256: String
    }

    private let limits: MailLimits
    private let catalog: PhotoCatalog?
    private let looks: ThumbnailCache
    private let stop: Interruption

    /// An inspector within limits.
    ///
    /// - Parameters:
    ///   - stop: looked at again and again within a message: the rest of it is left out then.
    ///   - catalog: whose questions mails may belong to; nil for none.
    init(
        limits: MailLimits = MailLimits(), catalog: PhotoCatalog? = nil,
        stop: Interruption = Interruption()
    ) {
        self.limits = limits
        self.catalog = catalog
        self.stop = stop
        looks = ThumbnailCache(limits: limits.pictures)
    }

    /// Takes one message apart.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - place: where it stands.
    func inspect(_ message: MailMessage, at place: MailMessages.Locator) -> Inspection {
        var findings = message.defects.map(Finding.init(defect:))
        var parts: [Part] = []
        for part in message.allParts where !part.isMultipart {
            if stop.isRequested { break }
            var hash = SHA256()
            var count = 0
            let defects = part.decode { piece in
                hash.update(data: piece)
                count += piece.count
            }
            findings += defects.map(Finding.init(defect:))
            findings += textFindings(part)
            parts.append(Part(part: part, bytes: count, sha256: hash.finalize().hex))
        }
        findings += headerFindings(message)
        let share = ShareReader(
            limits: limits.share, looks: looks,
            shouldStop: { [stop] in stop.isRequested }
        ).read(message)
        findings += share.findings
        let automatic = AutomaticMail(of: message)
        let reply = automatic == nil ? message.replyText() : nil
        if reply?.isCut == true { findings.append(.replyCut) }
        return Inspection(
            place: place, message: message, parts: parts, findings: findings, share: share,
            reply: reply, answers: answers(message, share), automatic: automatic,
            delivery: DeliveryReport(of: message))
    }

    private func answers(_ message: MailMessage, _ share: ShareContents) -> Answers? {
        guard let catalog, let mail = try? QuestionMail(message, holding: share, in: catalog),
            let by = mail.incoming.event.foundBy
        else { return nil }
        return Answers(question: mail.question.number, by: by)
    }

    /// That a text of the header, or a file's name, has more combining marks in a row than are kept.
    private func headerFindings(_ message: MailMessage) -> [Finding] {
        let mailboxes = message.from + message.to + message.cc
        let texts =
            [message.subject, message.messageID?.rawValue] + mailboxes.map(\.name)
            + message.allParts.map(\.fileName)
        let isCut = texts.contains { $0.map(ForeignText.hasLongestRun) ?? false }
        return isCut ? [.combiningMarks(at: "header")] : []
    }

    /// The most octets of a text whose charset is looked at.
    private static let longestText = 32 << 20

    /// What is odd about a text's charset.
    private func textFindings(_ part: MIMEPart) -> [Finding] {
        guard part.contentType.isText, part.bodyRange.count <= Self.longestText else { return [] }
        return part.charsetDefects(upTo: Self.longestText).map(Finding.init(defect:))
    }
}

extension Finding {
    /// A message's defect as a finding; its place is the byte offset: `@1024`.
    init(defect: MIMEDefect) {
        let severity = FindingSeverity(rawValue: defect.severity.rawValue) ?? .warning
        self.init(
            severity, FindingCode(rawValue: defect.code.rawValue), where: "@\(defect.offset)",
            defect.message)
    }
}

extension Digest {
    /// The digest in lower-case hexadecimal digits.
    var hex: String {
        HexDigits.text(of: self)
    }
}
