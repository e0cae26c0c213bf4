import ArgumentParser
import CatalogDatabase
import Files
import Folders
import Foundation
import JSON
import OutputText
import PhotoRecords
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
    func expanded(failures: inout [WitError]) -> [String] {
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
                        WitError(
                            item: "stdin",
                            reason: "not a photo's JSON with an id: \(line.prefix(60))"))
                }
            }
            if isEmpty {
                failures.append(WitError(item: "stdin", reason: "the list contains no photo"))
            }
        }
        return references
    }

    /// The photos, with a list on stdin in the place of `-`; lines that name no photo are failures.
    var selection: PhotoSelection {
        var failures: [WitError] = []
        let references = expanded(failures: &failures)
        return PhotoSelection(references, from: FileSystem.currentFolder, failures: failures)
    }

    /// The reference in a line of a list: the line itself, or the `id` or `file` of a JSON
    /// object; nil where an object has neither or is none.
    static func reference(inLine line: String) -> String? {
        let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix("{") else { return line }
        let object = try? JSONValue(parsing: text.utf8)
        return object?["id"]?.string ?? object?["file"]?.string.map(PathEncoding.normalized)
    }
}

extension PhotoReferences {
    /// References that were named in another way.
    static func list(_ photos: [String]) -> PhotoReferences {
        var references = PhotoReferences()
        references.photos = photos
        return references
    }
}
