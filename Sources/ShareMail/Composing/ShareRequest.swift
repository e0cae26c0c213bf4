import MIMEMessage
import MailTemplates
import OutputText
import PhotoRecords
import Privacy

/// Photos that somebody wants to share, looked at before any picture is decoded.
struct ShareRequest {
    /// The photos, each once.
    let records: [PhotoRecord]
    /// How the mail is worded and looks.
    let template: TemplateSet
    /// What there is to say of them.
    private(set) var findings: [Finding] = []

    /// - Parameter limit: The most photos that there may be.
    /// - Throws: `photo-count`, `no-recipient`, `template`; what is wrong with the header.
    init(
        _ records: [PhotoRecord], _ options: ShareOptions, limit: Int
    ) throws(WitError) {
        let records = Self.once(records, &findings)
        try Self.check(records, options, limit: limit)
        findings += Self.homeFindings(records, options)
        template = try Self.template(options)
        self.records = records
    }

    /// That home zones hold more than they have to, as no place can be looked up.
    private static func homeFindings(
        _ records: [PhotoRecord], _ options: ShareOptions
    ) -> [Finding] {
        guard !options.homes.isEmpty, case .failure(let error) = InstalledLand.places,
            records.contains(where: { record in
                record.location.map { $0.coordinate == nil && $0.place?.name != nil } ?? false
            })
        else { return [] }
        return [
            Finding(
                .warning, .placesUnreadable, where: "home",
                "No place can be looked up (\(error.message)): photos without coordinates count as taken"
                    + " in each home zone.")
        ]
    }

    /// The records without those that come a second time.
    private static func once(
        _ records: [PhotoRecord], _ findings: inout [Finding]
    ) -> [PhotoRecord] {
        var seen: Set<String> = []
        return records.filter { record in
            guard let key = record.id?.text ?? record.file, !seen.insert(key).inserted else {
                return true
            }
            findings.append(
                Finding(
                    .note, .photoTwice, where: record.file ?? key,
                    "The photo “\(record.name ?? record.file ?? key)” is given twice but sent once."
                ))
            return false
        }
    }

    private static func check(
        _ records: [PhotoRecord], _ options: ShareOptions, limit: Int
    ) throws(WitError) {
        guard !records.isEmpty, records.count <= limit else {
            throw WitError(
                .photoCount, "A message takes 1 to \(limit) photos, not \(records.count).")
        }
        guard !(options.to + options.cc).isEmpty else {
            throw WitError(.noRecipient, at: "to", "The message has no recipient.")
        }
        // An empty message finds what is wrong with the header before any picture is rendered.
        try ShareMessage.building {
            _ = try ShareMessage.builder(
                options, subject: options.subject ?? "", body: .plainText("")
            ).build()
        }
    }

    private static func template(_ options: ShareOptions) throws(WitError) -> TemplateSet {
        do throws(WitError) {
            return try TemplateLibrary(ownFolder: options.templateFolder)
                .template(options.template, language: options.language)
        } catch {
            throw WitError(.template, at: options.template, error.message)
        }
    }
}

extension FindingCode {
    /// No place could be looked up, so that home zones hold all photos whose place is known by its name alone.
    public static let placesUnreadable: FindingCode = "places-unreadable"
    /// A photo that was given twice.
    public static let photoTwice: FindingCode = "photo-twice"
}
