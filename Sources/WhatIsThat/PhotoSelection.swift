import CatalogDatabase
import Files
import Folders
import OutputText
import PhotoRecords

/// Photos as a person names them: paths, ids, or the beginnings of ids.
public struct PhotoSelection: Sendable {
    /// What names the photos, in their order.
    public var references: [String]
    /// The folder, an absolute path, that relative paths count from.
    public var folder: String
    /// What was meant to name photos and names none, such as a line of a list.
    public var failures: [WitError]

    /// Photos by what names them.
    public init(_ references: [String], from folder: String, failures: [WitError] = []) {
        self.references = references
        self.folder = folder
        self.failures = failures
    }

    /// The photos that a selection names, and what named none.
    struct Resolution: Sendable {
        /// The photos, each once, in the order given.
        var ids: [RecordID] = []
        /// What named no photo, or could not be cataloged.
        var failures: [WitError] = []
        /// Whether the cataloging was stopped: some photos are missing then.
        var wasInterrupted = false
    }

    /// The absolute path that a reference is, if it is one.
    func path(of reference: String) -> String {
        reference.isEmpty || reference.hasPrefix("/")
            ? absolutePath(reference) : absolutePath(folder + "/" + reference)
    }

    /// The absolute paths that the references are, if they are some.
    var paths: Set<String> { Set(references.map(path)) }

    /// The photos in the catalog.
    ///
    /// - Parameter isStopped: asked before each.
    /// - Throws: `WitError` where the catalog cannot be read.
    func resolved(
        in catalog: PhotoCatalog, isStopped: () -> Bool = { false }
    ) throws(WitError) -> Resolution {
        var found = Resolution(failures: failures)
        var seen: Set<RecordID> = []
        for reference in references {
            if isStopped() { return Resolution(wasInterrupted: true) }
            do throws(WitError) {
                let id = try catalog.resolve(reference, in: folder)
                if seen.insert(id).inserted { found.ids.append(id) }
            } catch {
                guard error.code == .noSuchPhoto || error.code == .ambiguous else { throw error }
                found.failures.append(failure(reference, error))
            }
        }
        return found
    }

    /// The photos in the catalog; a file that is not in it yet is added to it.
    ///
    /// - Parameter isStopped: ends the adding.
    /// - Throws: `WitError` where the catalog cannot be read or written.
    func resolvedOrAdded(
        to catalog: PhotoCatalog, isStopped: @escaping @Sendable () -> Bool
    ) async throws -> Resolution {
        var named = self
        var unknown: [String] = []
        for reference in references {
            if isStopped() { return Resolution(wasInterrupted: true) }
            do throws(WitError) {
                _ = try catalog.resolve(reference, in: folder)
            } catch {
                guard error.code == .noSuchPhoto || error.code == .ambiguous else { throw error }
                if FolderWalk.stamp(of: path(of: reference)) != nil { unknown.append(reference) }
            }
        }
        if !unknown.isEmpty {
            let scan = FolderScan(catalog: catalog, isStopped: isStopped)
            let report = try await scan.run(unknown.map { .named(path(of: $0)) })
            if report.wasInterrupted { return Resolution(wasInterrupted: true) }
            named.failures += report.failures
            let failed = Set(report.failures.map(\.item))
            named.references.removeAll { failed.contains(path(of: $0)) }
        }
        return try named.resolved(in: catalog, isStopped: isStopped)
    }

    /// What to say of a reference that names no photo.
    private func failure(_ reference: String, _ error: WitError) -> WitError {
        let path = path(of: reference)
        if error.code == .ambiguous {
            return WitError(item: reference, code: .ambiguous, reason: error.message)
        }
        if FileSystem.isFolder(path) {
            return WitError(item: reference, code: .photoIsFolder, reason: "a folder, not a photo")
        }
        if FileSystem.exists(path) {
            return WitError(
                item: reference, code: .photoNotCataloged, reason: "not in the catalog")
        }
        return WitError(
            item: reference, code: .noSuchPhoto,
            reason: "no photo in the catalog has this path or id")
    }
}

extension WitError.Code {
    /// What was named as a photo is a folder.
    public static let photoIsFolder: Self = "photo-is-folder"
    /// The file is there, but not in the catalog.
    public static let photoNotCataloged: Self = "photo-not-cataloged"
}
