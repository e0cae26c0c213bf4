import Crypto
import Files
import Foundation
import PhotoCatalog
import PhotoRecord

/// Looks whether the catalog is sound and whether the files it knows are as it knows them.
public struct CheckCatalog: Sendable {
    private let catalog: PhotoCatalog

    /// A check of a catalog.
    public init(_ catalog: PhotoCatalog) { self.catalog = catalog }

    /// Checks the catalog and its files.
    ///
    /// - Parameters:
    ///   - verifying: whether to read every file and compare its SHA-256; one that was not
    ///     known is stored, if the catalog is open for changes.
    ///   - progress: told how many files have been looked at.
    /// - Returns: what is wrong or worth knowing; nothing where all is well.
    /// - Throws: `CatalogError`.
    public func run(
        verifying: Bool, progress: (Int) -> Void = { _ in }
    ) throws(CatalogError) -> [Finding] {
        try catalog.check(
            files: verifying ? .contents(sha256: Self.sha256(ofFile:)) : .stamps,
            progress: progress)
    }

    /// The SHA-256 of a file, in 64 lower-case hexadecimal digits; read in pieces.
    @Sendable static func sha256(ofFile path: String) throws -> String {
        var hash = SHA256()
        try FileSystem.forEachPiece(of: path) { hash.update(bufferPointer: $0) }
        return hash.finalize().hex
    }
}
