import Crypto
import Foundation
import PhotoCatalog
import PhotoMetadata
import PhotoRecord

/// Looks whether the catalog is sound and whether the files it knows are as it knows them.
public struct CheckCatalog: Sendable {
    private let catalog: PhotoCatalog

    /// A check of a catalog.
    public init(_ catalog: PhotoCatalog) { self.catalog = catalog }

    /// Checks the catalog and its files, and whether both say the same.
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
        let findings = try catalog.check(
            files: verifying ? .contents(sha256: Self.sha256(ofFile:)) : .stamps,
            progress: progress)
        if findings.contains(where: { $0.code == .catalogDamaged }) { return findings }
        return try findings
            + catalog.disagreements(readingAll: verifying) { path in
                guard let stamp = WritePhotos.stamp(of: path),
                    let record = try? PhotoReader().read(path: path).record
                else { return nil }
                return ScannedFile(path: path, stamp: stamp, record: record)
            }
    }

    /// The SHA-256 of a file, in 64 lower-case hexadecimal digits; read in pieces.
    @Sendable static func sha256(ofFile path: String) throws -> String {
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? handle.close() }
        var hash = SHA256()
        while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
            hash.update(data: piece)
        }
        return hash.finalize().hex
    }
}
