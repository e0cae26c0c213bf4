import CatalogDatabase
import Foundation

/// Reads a mail's bytes out of the outbox, from the start as often as it takes; no more than one
/// piece of it is in memory.
final class OutboxReader {
    private let catalog: PhotoCatalog
    private let mail: OutboxMail
    private var piece = 0
    private var bytes = Data()

    init(_ mail: OutboxMail, in catalog: PhotoCatalog) {
        self.mail = mail
        self.catalog = catalog
    }

    /// Goes back to the first byte.
    func rewind() {
        piece = 0
        bytes = Data()
    }

    /// Fills a buffer with the next bytes.
    ///
    /// - Returns: How many; 0 behind the last.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if bytes.isEmpty {
            guard let next = try catalog.outboxPiece(piece, of: mail.number) else { return 0 }
            bytes = next
            piece += 1
        }
        let count = bytes.copyBytes(to: buffer)
        bytes = Data(bytes.dropFirst(count))
        return count
    }
}
