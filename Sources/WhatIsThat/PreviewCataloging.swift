import CatalogDatabase
import OutputText

/// Counts what cataloging folders and files would do, and changes nothing.
public struct PreviewCataloging: Sendable {
    private let paths: [String]
    private let catalog: PhotoCatalog?
    private let options: CatalogPhotos.Options

    /// Gets ready to look.
    ///
    /// - Parameters:
    ///   - paths: absolute paths of folders and files.
    ///   - catalog: nil where there is none yet: everything is new then.
    ///   - options: how a run would go about it.
    public init(
        _ paths: [String], in catalog: PhotoCatalog?,
        options: CatalogPhotos.Options = CatalogPhotos.Options()
    ) {
        self.paths = paths
        self.catalog = catalog
        self.options = options
    }

    /// Looks; where the task is cancelled, soon ends with what was seen so far.
    ///
    /// - Throws: `WitError` where the catalog cannot be read.
    public func run(
        progress: @escaping ProgressHandler = { _ in }
    ) async throws(WitError) -> CatalogPhotos.Report {
        try await BlockingWork.run { stop in
            try FolderScan.preview(
                paths, catalog: catalog, options: options, isStopped: { stop.isRequested })
        }
    }
}
