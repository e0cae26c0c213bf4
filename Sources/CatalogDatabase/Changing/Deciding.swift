import PhotoRecords

/// Decides proposals, photo by photo: each photo is read and written once, and each of its fields
/// gets its value once, however many proposals there are.
struct Deciding {
    private let log: ChangeLog

    init(_ log: ChangeLog) { self.log = log }

    /// Takes proposals over.
    func accept(_ numbers: [Int64]) throws {
        for (photo, offers) in try byPhoto(numbers) {
            guard var row = try log.rows.row(photo) else { continue }
            for field in RecordField.allCases {
                let own = offers.filter { $0.field == field }
                guard let last = own.last else { continue }
                var value = row.record
                let answers = own.filter { field == .regions && $0.isAnswer }
                for offer in Self.joined(own.filter { field != .regions || !$0.isAnswer }) {
                    value = offer.outcome(in: value)
                }
                for offer in answers { value = offer.outcome(in: value) }
                var provenance = Provenance(
                    source: last.removal == nil ? last.source : Provenance.user, at: log.at)
                for offer in own {
                    try log.setState(of: offer.number, from: .pending, to: .accepted)
                }
                provenance.until = try log.until(field, of: row, becoming: value)
                let former = row.record.regions
                try log.set(field, of: &row, like: value, from: provenance)
                if field == .regions { try settle(Self.named(own, former, row.record), of: row) }
            }
            try log.rows.update(row)
        }
    }

    /// The regions that proposals named: those of answers, and those of others that got another name.
    /// Where several name one, it is as the last of them has it.
    private static func named(
        _ offers: [Offer], _ former: [Region], _ record: PhotoRecord
    ) -> [Region] {
        var byID: [String: Region] = [:]
        for region in record.regions { if let id = region.id { byID[id] = region } }
        var names: [String: String?] = [:]
        for region in former { if let id = region.id { names[id] = region.name } }
        var known: Set<String> = []
        return offers.reversed().flatMap { offer in
            offer.offered.regions.reversed().compactMap { region in
                guard let id = region.id, let name = region.name,
                    byID[id].map({ $0.name == name })
                        ?? record.regions.contains(where: {
                            $0.shape == region.shape && $0.name == name
                        }), offer.isAnswer || names[id].flatMap(\.self) != name,
                    known.insert(id).inserted
                else { return nil }
                return region
            }
        }
    }

    /// Settles the questions about regions that have their names now.
    private func settle(_ regions: [Region], of row: PhotoRow) throws {
        guard let id = row.record.id else { return }
        try QuestionRows(log.db).decide(.accepted, regions, of: id, at: log.at) { try log.begin() }
    }

    /// Leaves proposals.
    func reject(_ numbers: [Int64]) throws {
        for (photo, offers) in try byPhoto(numbers) {
            for offer in offers {
                try log.setState(of: offer.number, from: .pending, to: .rejected)
            }
            let answers = offers.filter { Proposal.isAnswer($0.channel) }
                .flatMap(\.offered.regions)
            if let row = answers.isEmpty ? nil : try log.rows.row(photo), let id = row.record.id {
                try QuestionRows(log.db).decide(.rejected, answers, of: id, at: log.at) {
                    try log.begin()
                }
            }
            let fields = Set(offers.filter { $0.removal != nil }.map(\.field))
            guard !fields.isEmpty, var row = try log.rows.row(photo) else { continue }
            for field in RecordField.allCases where fields.contains(field) {
                try log.set(
                    field, of: &row, like: row.record,
                    from: Provenance(source: Provenance.user, at: log.at))
            }
            try log.rows.update(row)
        }
    }

    /// The proposals of the numbers, in their order, for each photo in the order they come.
    private func byPhoto(_ numbers: [Int64]) throws -> [(photo: Int64, offers: [Offer])] {
        var places: [Int64: Int] = [:]
        var all: [(photo: Int64, offers: [Offer])] = []
        var seen: Set<Int64> = []
        for number in numbers where seen.insert(number).inserted {
            let offer = try Offer(pending: number, log.db)
            if let place = places[offer.photo] {
                all[place].offers.append(offer)
            } else {
                places[offer.photo] = all.count
                all.append((offer.photo, [offer]))
            }
        }
        return all
    }

    /// Proposals of one field; such as only add to a list become one.
    private static func joined(_ offers: [Offer]) -> [Offer] {
        guard let first = offers.first, [.keywords, .people, .regions].contains(first.field),
            offers.count > 1
        else { return offers }
        var added = PhotoRecord()
        for offer in offers {
            added.keywords += offer.offered.keywords
            added.people += offer.offered.people
            added.regions += offer.offered.regions
        }
        return [first.offering(added)] + offers.filter { $0.removal != nil }
    }
}
