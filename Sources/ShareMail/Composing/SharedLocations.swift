import OutputText
import PhotoRecords
import Privacy

/// How much of the photos' locations leaves, counted and put into words for the sender.
struct SharedLocations {
    /// The words: `location within 10 km`, `exact location of 2, within 10 km of 1 (Home)`.
    let words: String

    /// Photos of which the same leaves for the same reason.
    private struct Group: Hashable {
        var grade: LocationGrade
        /// Why no more leaves than was asked for: the name of a home zone, say.
        var reason: String?

        /// `within 10 km of 1 (Home)`.
        func words(_ count: Int?) -> String {
            (grade == .none ? "none" : grade.words)
                + (grade == .exact && count != nil ? " location" : "")
                + (count.map { " of \($0)" } ?? "") + (reason.map { " (\($0))" } ?? "")
        }
    }

    private static let heldBack = "withheld: no file has it any more"

    init(_ photos: [SharedPhoto], asked: LocationGrade) {
        var counts: [Group: Int] = [:]
        for photo in photos {
            if let location = photo.record.location {
                // A location that was coarse before counts as what its record says.
                let grade = location.precision.flatMap(LocationGrade.init) ?? photo.location
                counts[Group(grade: grade, reason: photo.home), default: 0] += 1
            } else if let home = photo.home {
                counts[Group(grade: .none, reason: home), default: 0] += 1
            } else if photo.heldBack.contains(.location), asked != .none {
                counts[Group(grade: .none, reason: Self.heldBack), default: 0] += 1
            }
        }
        let groups = counts.keys.sorted {
            ($0.grade, $0.reason ?? "") < ($1.grade, $1.reason ?? "")
        }
        guard let first = groups.first, let count = counts[first] else {
            words = asked == .exact ? "no location known" : "no location"
            return
        }
        let ofAll = count == photos.count ? nil : count
        switch (groups.count, first.grade) {
        case (1, .exact):
            words = "with the exact location" + (ofAll.map { " of \($0)" } ?? "")
        case (1, .none) where ofAll == nil:
            words = "no location" + (first.reason.map { " (\($0))" } ?? "")
        case (1, _): words = "location " + first.words(ofAll)
        default:
            let all = groups.map { $0.words(counts[$0]) }.joined(separator: ", ")
            words = first.grade == .exact ? all : "location " + all
        }
    }
}
