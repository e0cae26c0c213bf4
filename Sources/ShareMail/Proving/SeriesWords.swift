import Privacy
import Synchronization

/// The words that no mail of some photos may hold: indexed once, however many mails there are.
final class SeriesWords: Sendable {
    private let words = Mutex<ForbiddenWords?>(nil)

    /// The index; made where it is not there yet.
    ///
    /// - Parameter photos: the photos of all mails, the same ones each time.
    func index(
        of photos: () -> [LeakSearch.Photo], without stripped: Set<FieldGroup>
    ) -> ForbiddenWords {
        if let known = words.withLock({ $0 }) { return known }
        let made = ForbiddenWords(photos(), stripped, fileName: PhotoFileName.safe)
        words.withLock { $0 = made }
        return made
    }
}
