import CatalogDatabase
import PhotoRecords
import ShareMail
import WhatIsThat

/// What became of one mail of an import, for a person.
struct MailReportWords {
    let report: ImportMail.Report
    let dryRun: Bool

    /// What is wrong with the machine rather than with the mail, which is said once; nil for nothing.
    var warning: String? {
        report.contents.findings.first { $0.code == .picturesNotCompared }?.message
    }

    /// What is wrong with the mail.
    var complaints: [String] {
        report.contents.findings
            .filter { $0.severity == .error || $0.isDecoderError }
            .map { "\(report.name): \($0.message)" }
    }

    /// The mail, and each of its photos.
    var lines: [ShownLine] {
        let subject: ShownLine = report.subject.map { "  “\($0)”" } ?? ""
        var lines = [ShownLine(report.name).bold + subject]
        if let answer = report.answer {
            lines.append("  \(Self.words(of: answer))")
        } else if report.contents.photos.isEmpty {
            lines.append("  No photos.")
        }
        return lines + report.photos.map { "  \(words(of: $0))" }
    }

    /// What the mail is to a question.
    private static func words(of answer: AnswerTally) -> String {
        let question = answer.question
        let kind =
            switch answer.kind {
            case .answer: "answers"
            case .claim: "claims to answer, though the sender was not asked,"
            case .automatic: "an automatic mail about"
            case .bounce: "reports non-delivery of the mail for"
            default: "belongs to"
            }
        var words = ["\(kind.capitalizedFirst) question \(question.number)"]
        if let by = answer.by { words.append(QuestionWords.words(by)) }
        if answer.isKnown {
            words.append("already known")
        } else if !answer.proposed.isEmpty {
            let fields = answer.proposed.map(\.rawValue).joined(separator: ", ")
            words.append("proposed \(fields) (wit review)")
        }
        if !question.isPhotoThere { words.append("its photo is no longer in the catalog") }
        words.append("the question is \(question.state.rawValue)")
        return words.joined(separator: " · ")
    }

    /// What became of a photo.
    private func words(of photo: ImportMail.Photo) -> String {
        let received = photo.received
        let name =
            received.recordToImport.name ?? received.picture?.fileName ?? "A photo without a name"
        var words = [name]
        if let match = photo.merged?.match {
            words.append("known: \(match.explanation)")
            let filled = photo.merged?.filled.map(\.rawValue) ?? []
            let proposed = photo.merged?.proposed.map(\.rawValue) ?? []
            if !filled.isEmpty { words.append("filled " + filled.joined(separator: ", ")) }
            if !proposed.isEmpty {
                words.append("proposed " + proposed.joined(separator: ", ") + " (wit review)")
            }
            if filled.isEmpty && proposed.isEmpty && photo.merged?.usesPicture != true {
                words.append("nothing new")
            }
        } else {
            words.append(dryRun ? "would be added" : "added")
        }
        words += Self.pictureWords(photo)
        if !received.disagreements.isEmpty {
            let fields = received.disagreements.map(\.field.rawValue).joined(separator: ", ")
            words.append("the mail contradicts itself on \(fields) (wit inspect)")
        }
        let channels = received.channels.sorted().map(\.words)
        words.append(
            channels.isEmpty ? "an ordinary photo" : "from " + channels.joined(separator: ", "))
        if let path = photo.storedPath {
            words.append((dryRun ? "would be stored as " : "stored as ") + path)
        }
        return words.joined(separator: " · ")
    }

    /// What became of the picture, where that is not plain.
    private static func pictureWords(_ photo: ImportMail.Photo) -> [String] {
        guard let item = photo.merged else { return [] }
        var words: [String] = []
        switch item.unused {
        case .smaller: words.append("picture not stored: kept the larger copy")
        case .same, nil: break
        }
        if item.isLarger { words.append("kept this larger copy") }
        if item.onlyProposes { words.append("came without its picture") }
        if let claimed = item.refuted {
            words.append("claimed to be \(claimed.text), but looks entirely different")
        }
        if let first = item.alike.first {
            let more = item.alike.count > 1 ? " and \(item.alike.count - 1) more" : ""
            let how = first.distance.map { " (\($0) bits differ)" } ?? ""
            words.append("may be \(first.photo.text)\(how)\(more): join them with wit review")
        }
        return words
    }
}
