import ArgumentParser
import Files
import Folders
import Foundation
import JSON
import OutputText
import PhotoCatalog
import PhotoRecord
import WhatIsThat

/// The PHOTO arguments: paths, ids, unique id prefixes, or `-` for a list on stdin.
struct PhotoReferences: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A path, an id, the beginning of an id, or - for a list on stdin.",
            valueName: "photo"), completion: Completions.photos)
    var photos: [String]

    /// The references, with a list on stdin in the place of `-`; lines that name no photo are
    /// complained of, as is a list without any line.
    ///
    /// A line of the list is a path or id, or a JSON object with an `id` (as `wit find --json`
    /// prints) or else a `file`.
    func expanded(failures: inout [ItemFailure]) -> [String] {
        var references: [String] = []
        for photo in photos {
            guard photo == "-" else {
                references.append(photo)
                continue
            }
            var isEmpty = true
            while let line = StandardInput.line() {
                if line.allSatisfy(\.isWhitespace) { continue }
                isEmpty = false
                if let reference = Self.reference(inLine: line) {
                    references.append(reference)
                } else {
                    failures.append(
                        ItemFailure(
                            item: "stdin",
                            reason: "no photo's JSON with an id: \(line.prefix(60))"))
                }
            }
            if isEmpty {
                failures.append(ItemFailure(item: "stdin", reason: "the list names no photo"))
            }
        }
        return references
    }

    /// The reference in a line of a list: the line itself, or the `id` or `file` of a JSON
    /// object; nil where an object has neither or is none.
    static func reference(inLine line: String) -> String? {
        let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix("{") else { return line }
        let object = try? JSONValue(parsing: text.utf8)
        return object?["id"]?.string ?? object?["file"]?.string.map(PathEncoding.normalized)
    }

    /// The photos in the catalog, each once, in the order given; those that are not there are
    /// complained of.
    func resolved(in catalog: PhotoCatalog, failures: inout [ItemFailure]) throws -> [RecordID] {
        var ids: [RecordID] = []
        var seen: Set<RecordID> = []
        let folder = FileSystem.currentFolder
        for reference in expanded(failures: &failures) {
            do throws(CatalogError) {
                let id = try catalog.resolve(reference, in: folder)
                if seen.insert(id).inserted { ids.append(id) }
            } catch {
                guard error.code == .noSuchPhoto || error.code == .ambiguous else { throw error }
                failures.append(Self.failure(reference, error))
            }
        }
        return ids
    }
}

extension PhotoReferences {
    /// The photos as `resolved(in:failures:)` gives them; a file that is not in the catalog yet
    /// is added to it.
    ///
    /// - Parameter interruption: ends the adding; then some are missing.
    func resolvedOrAdded(
        to catalog: PhotoCatalog, failures: inout [ItemFailure],
        interruption: Interruption = Interruption()
    ) async throws -> [RecordID] {
        var named = self
        named.photos = expanded(failures: &failures)
        let folder = FileSystem.currentFolder
        let unknown = named.photos.filter { reference in
            (try? catalog.resolve(reference, in: folder)) == nil
                && FolderWalk.stamp(of: absolutePath(reference)) != nil
        }
        if !unknown.isEmpty {
            let report = try await CatalogPhotos(unknown.map(absolutePath), in: catalog).run()
            if report.wasInterrupted { return [] }
            failures += report.failures
            let failed = Set(report.failures.map(\.item))
            named.photos.removeAll { failed.contains(absolutePath($0)) }
        }
        return try named.resolved(in: catalog, failures: &failures)
    }

    /// What to say of a reference that names no photo.
    private static func failure(_ reference: String, _ error: CatalogError) -> ItemFailure {
        let path = absolutePath(reference)
        let there = FileSystem.exists(path)
        let reason =
            switch error.code {
            case .ambiguous: error.message
            case _ where FileSystem.isFolder(path):
                "a folder, not a photo; wit find --json lists photos for a -"
            case _ where there: "not in the catalog; wit catalog adds it"
            default: "no photo in the catalog has this path or id"
            }
        return ItemFailure(item: reference, reason: reason)
    }

    /// References that were named in another way.
    static func list(_ photos: [String]) -> PhotoReferences {
        var references = PhotoReferences()
        references.photos = photos
        return references
    }
}
