import Files
import PhotoRecords

/// A photo's record as it may be sent, without what is withheld and with the reasons: the one place
/// where a record is prepared for a stranger.
package struct RedactedRecord: Sendable {
    /// The record as every part of a mail may contain it.
    package var record: PhotoRecord
    /// How much of the location is sent.
    package var grade: LocationGrade
    /// The zone that it was taken in, where that made it coarser.
    package var home: HomeZone?
    /// What is withheld because the photo's files no longer have it, perhaps on purpose.
    package let heldBack: [Removal]
    /// The regions that stay at home, because their shape cannot be verified.
    package let withheldRegions: [Region]
    /// The masks of the record as it was, taken apart.
    package let masks: BareMasks
    private let stripped: Set<FieldGroup>

    /// Redacts a photo's record as the sender chose, and as the home zones require whatever was chosen.
    ///
    /// - Parameter masks: The record's masks, where they were taken apart already.
    package init(
        of original: PhotoRecord, _ rules: PrivacyRules, masks: BareMasks = BareMasks()
    ) {
        stripped = rules.stripped
        heldBack = original.id.flatMap { rules.heldBack[$0] } ?? []
        let told = heldBack.reduce(original) { $1.removed(from: $0) }
        // What is no location must not become one in a cell.
        let clean = CleanText.clean(told)
        grade = rules.location
        if original.location?.coordinate != nil, told.location?.coordinate == nil {
            // What was looked up by the point tells it as well.
            grade = .none
        } else if let location = clean.location {
            home = rules.homes.filter { $0.grade > rules.location && $0.holds(location) }
                .max { $0.grade < $1.grade }
            grade = max(grade, home?.grade ?? .exact)
            if grade != .exact { grade = grade.effective(for: location) }
        }
        var verified = clean
        var known = masks
        var withheld: [Region] = []
        if grade != .exact || !stripped.isEmpty || !heldBack.isEmpty {
            // Nobody stays known by a keyword whose face is withheld for its shape.
            for group in [FieldGroup.people, .regions] where stripped.contains(group) {
                group.strip(&verified)
            }
            (verified, withheld) = UnverifiableFields.leftOut(of: verified, masks: &known)
        }
        (self.masks, withheldRegions) = (known, withheld)
        record = CleanText.clean(grade.coarsened(verified))
        record = ProvenanceRedaction.told(of: record, isWhole: isWhole)
        leaveOut(of: &record)
    }

    /// Whether nothing is withheld.
    package var isWhole: Bool { grade == .exact && stripped.isEmpty && heldBack.isEmpty }

    /// Whether a record that was read somewhere has what is held back.
    package func isBroken(by told: PhotoRecord) -> Bool {
        heldBack.contains { $0.isTold(by: told) }
    }

    /// Removes what must not be sent; called again where something was added.
    package func leaveOut(of record: inout PhotoRecord) {
        // By the hash of a file its metadata could be guessed and tried.
        if !isWhole { record.image?.sha256 = nil }
        for group in FieldGroup.allCases where stripped.contains(group) { group.strip(&record) }
    }

    /// The record with the file that may name its attachment: once something is kept at home, which a
    /// file's name may tell, only one that cameras of any maker count up (`IMG_1234`), and none at all
    /// once the camera is.
    package func named(_ record: PhotoRecord, of file: String?) -> PhotoRecord {
        var named = record
        let stem = file.map(FileSystem.stem(of:)) ?? ""
        let count = stem.wholeMatch(of: /(?i)(IMG|IMGP|DSC|MVI|PICT?|P|_MG)[_-]?[0-9]{3,5}/)
        let isCounted = count != nil && !stripped.contains(.camera)
        named.file = isWhole || isCounted ? file : nil
        return named
    }

    /// What the sender should know: why a photo leaves more coarsely, and words that tell what stays.
    package func findings(of original: PhotoRecord) -> [Finding] {
        var findings: [Finding] = []
        let name = original.name ?? original.file.map(FileSystem.stem(of:)) ?? "?"
        if !heldBack.isEmpty {
            let fields = heldBack.map(\.field.rawValue).joined(separator: ", ")
            findings.append(
                Finding(
                    .warning, .heldBack, where: original.file ?? "",
                    "“\(name)” is sent without its \(fields), which none of its files has any more:"
                        + " it may have been removed on purpose.")
            )
        }
        if !withheldRegions.isEmpty {
            let names = withheldRegions.prefix(5).map { "“\($0.name ?? "unnamed")”" }
                .joined(separator: ", ")
            let rest = withheldRegions.count > 5 ? " and \(withheldRegions.count - 5) more" : ""
            findings.append(
                Finding(
                    .warning, .regionWithheld, where: original.file ?? "",
                    "“\(name)” is sent without the regions \(names)\(rest): what their masks or"
                        + " shapes contain cannot be verified."))
        }
        if let home {
            findings.append(
                Finding(
                    .note, .homeZone, where: original.file ?? "",
                    "“\(name)” was taken in your zone “\(home.name)”: its location is"
                        + " \(grade == .none ? "not sent" : "sent \(grade.words)")."))
        }
        return findings + self.findings(of: DisclosureHints(record), telling: original)
    }
}

extension RedactedRecord {
    /// What words tell of the photo that stays at home: its own, or those of the whole message.
    package func findings(of words: DisclosureHints, telling original: PhotoRecord) -> [Finding] {
        var findings: [Finding] = []
        if grade != .exact {
            findings += words.telling(original.location, leaving: record.location)
        }
        for group in FieldGroup.allCases where stripped.contains(group) {
            findings += words.telling(group, of: original)
        }
        return findings
    }
}

extension LocationGrade {
    /// In words for the sender: `within 10 km`.
    public var words: String {
        switch self {
        case .exact: "exact"
        case .kilometre: "within 1 km"
        case .tenKilometres: "within 10 km"
        case .place: "to the town"
        case .none: "not at all"
        }
    }
}

extension FindingCode {
    /// A photo of a home zone, which leaves more coarsely than was chosen.
    public static let homeZone: FindingCode = "home-zone"
    /// Regions whose shape cannot be verified, and so stay at home.
    public static let regionWithheld: FindingCode = "region-withheld"
    /// A value that no file says any more, held back until somebody decides.
    public static let heldBack: FindingCode = "held-back"
}
