import ByteCoding
import Crypto
import Foundation
import MIMEMessage
import OutputText
import PhotoRecords
import Pictures
import TextCleaning

/// Everything in a message that may belong to photos, in the order of the message: one walk over
/// all parts, those of embedded messages too.
struct ExtractedContent {
    private(set) var pictures: [MailPicture] = []
    /// Locator maps, which are no photos.
    private(set) var maps: [MailPicture] = []
    private(set) var payloads: [SharePayload] = []
    private(set) var codes: ImportCodeScanner
    private(set) var linked: [LinkedDataPhoto] = []
    private(set) var labelled: LabelledScanner
    private(set) var findings: [Finding] = []
    /// Whether there was a locator map, known by its mark or Content-ID: it is no photo.
    private(set) var hasMap = false
    /// Whether texts are read: what a program answers or reports quotes the words of others.
    private let readsTexts: Bool
    private var shown: Set<String> = []
    private var payloadHashes: Set<String> = []

    /// The most bytes of a text part that are searched.
    static let maximumText = 32 * 1024 * 1024
    /// The most bytes of a text that is searched for readable blocks and JSON-LD: a message of a
    /// thousand photos, quoted ten times over, has fewer.
    static let maximumReadable = 4 * 1024 * 1024
    /// The most payloads that are read from one message.
    static let maximumPayloads = 20

    init(
        _ message: MailMessage, limits: ShareLimits, languages: LabelledLanguages = .shipped,
        meter: MessageMeter = .unlimited
    ) {
        codes = ImportCodeScanner(limit: limits.importCodeBytes)
        labelled = LabelledScanner(languages)
        let automatic = AutomaticMail(of: message)
        let isReport = DeliveryReport(of: message) != nil
        readsTexts = automatic.map { $0.kind == .notification } ?? true
        if let automatic, !readsTexts {
            findings.append(.automaticMail(automatic, isReport: isReport))
        }
        // What a mail server returns was sent from here.
        if isReport { return }
        let opened = message.unpackedLeafParts()
        findings += opened.defects.map(Finding.init(packDefect:))
        for part in opened.parts {
            if meter.isOver { break }
            switch part.contentType.type {
            case "image": addPicture(part, isImage: true)
            case "text" where part.fileName == nil:
                if readsTexts { addText(part, limits.payload) }
            case "multipart", "message": continue
            default: addFile(part, limits.payload)
            }
        }
        for index in pictures.indices {
            guard let identity = pictures[index].contentID else { continue }
            if shown.contains(identity) || identity.hasPrefix(ShareMessage.previewPrefix) {
                pictures[index].isShownInline = true
            }
        }
        keepLinkedOfPictures()
    }

    /// Other people's JSON-LD counts only where it is about a picture of the message.
    private mutating func keepLinkedOfPictures() {
        let identities = Set(pictures.compactMap(\.contentID))
        let names = Set(pictures.compactMap { $0.fileName?.lowercased() })
        var seen: Set<LinkedDataPhoto> = []
        linked = linked.filter { photo in
            let isKnown =
                photo.isOurs || photo.contentID.map(identities.contains) ?? false
                || photo.fileName.map { names.contains($0.lowercased()) } ?? false
            return isKnown && seen.insert(photo).inserted
        }
    }

    var allFindings: [Finding] { findings + codes.findings }

    private mutating func addFile(_ part: MIMEPart, _ limits: SharePayload.Limits) {
        // What begins as nothing that is looked for is not decoded: memory stays flat for it.
        let isTyped = part.contentType.essence == SharePayload.mediaType
        if isTyped || SharePayload.mayBegin(part.decodedPrefix(4_096)) {
            let bytes = part.decodedBody()
            if isTyped || SharePayload.isRecognized(bytes) {
                addPayload(bytes, part, limits)
                return
            }
        }
        if part.contentType.isText {
            if readsTexts { addText(part, limits) }
        } else {
            addPicture(part, isImage: false)
        }
    }

    private mutating func addPayload(
        _ bytes: [UInt8], _ part: MIMEPart, _ limits: SharePayload.Limits
    ) {
        guard payloadHashes.insert(Self.sha256(bytes)).inserted else { return }
        do throws(WitError) {
            guard payloadHashes.count <= Self.maximumPayloads else {
                throw WitError(
                    .payloadTooLarge,
                    "The message contains more than the \(Self.maximumPayloads) payloads that are"
                        + " read.")
            }
            let payload = try SharePayload(parsing: bytes, limits: limits)
            payloads.append(payload)
            findings += payload.findings
        } catch {
            findings.append(Finding(.error, .payloadRefused, where: part.path, error.message))
        }
    }

    private mutating func addText(_ part: MIMEPart, _ limits: SharePayload.Limits) {
        guard part.bodyRange.count <= Self.maximumText else {
            findings.append(
                Finding(
                    .warning, .textTooLong, where: part.path,
                    "A text part of \(part.bodyRange.count) bytes is not searched for an import"
                        + " code."))
            return
        }
        let text = part.text(upTo: Self.maximumText).text
        let isReadable = text.utf8.count <= Self.maximumReadable
        if !isReadable {
            findings.append(
                Finding(
                    .note, .textTooLong, where: part.path,
                    "A text part of \(text.utf8.count) bytes is searched for import codes only."))
        }
        if part.contentType.subtype == "html" {
            shown.formUnion(Self.shownIdentities(LinkedDataScript.removed(from: text)))
            // Without a bracket or a reference that may stand for one there is no code.
            if Self.mayHoldBracket(text) {
                codes.scan(HTMLText.text(of: text), at: part.path)
            }
            if isReadable {
                labelled.scan(HTMLText.lines(of: text), at: part.path, isMarkup: true)
                if linked.count < EntryCollector.maximumPhotos {
                    linked += LinkedDataScript.photos(in: text)
                }
            }
        } else {
            codes.scan(text, at: part.path)
            if isReadable { readBlocks(of: part, text) }
            // A payload that a mail program turned into text.
            let bytes = Array(text.utf8)
            if SharePayload.isRecognized(bytes) { addPayload(bytes, part, limits) }
        }
    }

    private static func mayHoldBracket(_ html: String) -> Bool {
        var previous: UInt8 = 0
        for octet in html.utf8 {
            if octet == UInt8(ascii: "[") { return true }
            if octet == UInt8(ascii: "#"), previous == UInt8(ascii: "&") { return true }
            previous = octet
        }
        return false
    }

    private mutating func readBlocks(of part: MIMEPart, _ text: String) {
        // Lines that flow are one; where that leaves no block, the program that says they do only
        // put blanks at their ends.
        let flowed = part.flowed(text)
        let count = labelled.stories.count
        labelled.scan(flowed, at: part.path, isMarkup: false)
        if labelled.stories.count == count, flowed != text {
            labelled.scan(text, at: part.path, isMarkup: false)
        }
    }

    private mutating func addPicture(_ part: MIMEPart, isImage: Bool) {
        guard let format = PictureFormat(sniffing: part.decodedPrefix(64)) else {
            if isImage {
                findings.append(
                    Finding(
                        .warning, .pictureUnreadable, where: part.path,
                        "The part claims to be a picture (\(part.contentType.essence)) but is"
                            + " not one that can be read."))
            }
            return
        }
        // The mark and the name are anybody's to give: a picture of another size is a photo.
        let isMarked = MapMark.isMarked(part)
        if isMarked || MapMark.isNamedAsMap(part),
            MapMark.hasSizeOfMap(part.decodedPrefix(MapMark.length))
        {
            hasMap = true
            maps.append(MailPicture(part, format))
            if !isMarked { findings.append(.mapPassedOver(part.fileName, at: part.path)) }
            return
        }
        pictures.append(MailPicture(part, format))
    }

    /// The Content-IDs that an HTML document shows (RFC 2392).
    private static func shownIdentities(_ html: String) -> Set<String> {
        var identities: Set<String> = []
        var rest = Array(html.utf8)[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            let isLink = rest[..<colon].suffix(3).map { $0 | 0x20 }.elementsEqual("cid".utf8)
            rest = rest[(colon + 1)...]
            guard isLink else { continue }
            let identity = rest.prefix(300).prefix { !endsLink($0) }
            guard !identity.isEmpty, identities.count < maximumIdentities else { continue }
            let text = String(decoding: identity, as: UTF8.self)
            identities.insert(ForeignText.cleaned(text.removingPercentEncoding ?? text))
            rest = rest[identity.endIndex...]
        }
        return identities
    }

    /// The most Content-IDs of one HTML document that are looked for.
    private static let maximumIdentities = 10_000

    private static func endsLink(_ octet: UInt8) -> Bool {
        octet <= 0x20 || "\"'<>()".utf8.contains(octet)
    }

    static func sha256(_ bytes: [UInt8]) -> String { hex(SHA256.hash(data: bytes)) }

    /// 64 lower-case hexadecimal digits.
    static func hex(_ digest: SHA256Digest) -> String {
        HexDigits.text(of: digest)
    }
}

extension Finding {
    /// That a program wrote the mail.
    fileprivate static func automaticMail(_ mail: AutomaticMail, isReport: Bool) -> Finding {
        let outcome =
            isReport
            ? "what it returns is not imported." : "its text is not read for a photo's story."
        return Finding(
            .note, .automaticMail, where: "header",
            "A program wrote this mail (\(mail.sign)); " + outcome)
    }

    /// A defect of TNEF or uuencode as a finding; its place is the byte offset: `@1024`.
    fileprivate init(packDefect defect: MIMEDefect) {
        let severity = FindingSeverity(rawValue: defect.severity.rawValue) ?? .warning
        self.init(
            severity, FindingCode(rawValue: defect.code.rawValue), where: "@\(defect.offset)",
            defect.message)
    }
}
