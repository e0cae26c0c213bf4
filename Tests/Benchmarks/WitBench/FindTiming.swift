import CatalogDatabase
import Foundation
import PhotoRecords

/// Times the first page of a query on an open catalog: words, a circle, a first day.
enum FindTiming {
    /// How many photos a page shows.
    static let page = 50

    /// Prints how many milliseconds the query took, the best of some turns, and how many photos
    /// it gave.
    static func run(
        _ path: String, words: [String], near: PhotoQuery.Near?, since: LocalDateTime?
    ) throws {
        let catalog = try PhotoCatalog(path: path, access: .readOnly)
        var query = PhotoQuery(words: words)
        query.near = near
        query.since = since
        query.limit = page
        var best = Duration.seconds(3_600)
        var found = 0
        for _ in 0..<5 {
            let elapsed = try ContinuousClock().measure { found = try catalog.find(query).count }
            best = min(best, elapsed)
        }
        query.limit = nil
        let all = try catalog.count(query)
        let milliseconds = (best / .milliseconds(1) * 100).rounded() / 100
        print("\(milliseconds) ms, \(found) of \(all) photos")
    }
}
