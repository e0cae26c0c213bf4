import CatalogDatabase
import PhotoRecords
import WhatIsThat

/// Proposals that concern a photo as a whole.
extension ReviewVerb {
    /// A proposal of an import in words.
    static func lines(
        of proposal: ImportProposal, _ item: ListProposals.Item
    ) -> [ShownLine] {
        let photo = item.record?.name ?? item.record?.file ?? proposal.photo.text
        let origin = origin(proposal.source, item.mail)
        let head: ShownLine = "\(proposal.number)  \(ShownLine(photo).bold)  "
        switch proposal.kind {
        case .join(let id, let distance):
            let other = item.other
            let known = other?.name ?? other?.file ?? id.text
            let file = other?.name == nil ? "" : other?.file.map { " (\($0))" } ?? ""
            let why =
                distance.map { "they look the same (\($0) of 64 bits differ)" }
                ?? "the mail says so; the pictures could not be compared"
            return [
                head + "join, from \(origin)",
                "   with      \(known + file)",
                "   because   \(why)",
            ]
        case .fields:
            return [
                head + "fields that this version does not know, from \(origin)",
                "   to share  \(proposal.fieldWords)",
            ]
        }
    }
}
