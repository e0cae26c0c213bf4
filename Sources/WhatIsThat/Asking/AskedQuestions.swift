import CatalogDatabase
import OutputText
import Synchronization

/// Whether a catalog has questions, asked once a second: most people never asked anything, and take in
/// thousands of mails; and nothing that was asked less than a second ago is answered by mail.
final class AskedQuestions: Sendable {
    private let known = Mutex<(areThere: Bool, until: ContinuousClock.Instant)?>(nil)

    /// - Throws: `WitError` where the catalog cannot be read.
    func areThere(in catalog: PhotoCatalog) throws(WitError) -> Bool {
        let now = ContinuousClock.now
        if let known = known.withLock(\.self), now < known.until { return known.areThere }
        let areThere = try catalog.hasQuestions
        known.withLock { $0 = (areThere, now + .seconds(1)) }
        return areThere
    }
}
