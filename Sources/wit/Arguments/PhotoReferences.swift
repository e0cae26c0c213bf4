import ArgumentParser
import Foundation
import PhotoCatalog
import PhotoRecord
import WhatIsThat

/// The PHOTO arguments: paths, ids, unique id prefixes, or `-` for a list on stdin.
struct PhotoReferences: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A path, an id, the beginning of an id, or - for a list on stdin.",
            valueName: "photo"))
    var photos: [String]

    /// The references, with a list on stdin in the place of `-`.
    ///
    /// A line of the list is a path or id, or a JSON object with an `id` (as `wit find --json`
    /// prints) or else a `file`.
    func expanded() throws -> [String] {
        var references: [String] = []
        for photo in photos {
            guard photo == "-" else {
                references.append(photo)
                continue
            }
            while let line = readLine() {
                let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
                if !line.isEmpty { references.append(try Self.reference(inLine: line)) }
            }
        }
        guard !references.isEmpty else {
            throw ValidationError("The list on stdin names no photo.")
        }
        return references
    }

    static func reference(inLine line: String) throws -> String {
        guard line.hasPrefix("{") else { return line }
        let object = try? JSONValue(parsing: line.utf8)
        guard let reference = object?["id"]?.string ?? object?["file"]?.string else {
            let start = line.prefix(60)
            throw ValidationError("A line on stdin is no photo's JSON with an id: \(start)")
        }
        return reference
    }

    /// The photos in the catalog, each once, in the order given; those that are not there are
    /// complained of.
    func resolved(in catalog: PhotoCatalog, failures: inout [ItemFailure]) throws -> [RecordID] {
        var ids: [RecordID] = []
        var seen: Set<RecordID> = []
        let folder = FileManager.default.currentDirectoryPath
        for reference in try expanded() {
            do throws(CatalogError) {
                let id = try catalog.resolve(reference, in: folder)
                if seen.insert(id).inserted { ids.append(id) }
            } catch {
                guard error.code == .noSuchPhoto || error.code == .ambiguous else { throw error }
                failures.append(ItemFailure(item: reference, reason: error.message))
            }
        }
        return ids
    }
}

extension PhotoReferences {
    /// The photos as `resolved(in:failures:)` gives them; a file that is not in the catalog yet
    /// is added to it.
    func resolvedOrAdded(
        to catalog: PhotoCatalog, failures: inout [ItemFailure]
    ) async throws -> [RecordID] {
        var named = self
        named.photos = try expanded()
        let folder = FileManager.default.currentDirectoryPath
        let unknown = named.photos.filter { reference in
            (try? catalog.resolve(reference, in: folder)) == nil
                && FolderWalk.stamp(of: absolutePath(reference)) != nil
        }
        if !unknown.isEmpty {
            let report = try await CatalogPhotos(catalog: catalog).run(unknown.map(absolutePath))
            failures += report.failures
            let failed = Set(report.failures.map(\.item))
            named.photos.removeAll { failed.contains(absolutePath($0)) }
            if named.photos.isEmpty { return [] }
        }
        return try named.resolved(in: catalog, failures: &failures)
    }

    /// References that were named in another way.
    static func list(_ photos: [String]) -> PhotoReferences {
        var references = PhotoReferences()
        references.photos = photos
        return references
    }
}
