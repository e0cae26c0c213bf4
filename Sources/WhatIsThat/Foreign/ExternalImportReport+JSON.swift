import CatalogDatabase
import JSON
import OutputText
import PhotoRecords

extension ExternalImportReport: JSONReport {
    /// One object: `file`, `program`, `photos`, `added`, `stories`, `filledPhotos`, `filled`,
    /// `proposed`, `rated`, `others`, `trashed`, `picturesAlone`, `sidecarsAlone`, `changes`,
    /// `failures`.
    public var json: JSONValue {
        func count(_ value: Int) -> JSONValue { .integer(Int64(value)) }
        return .object([
            "file": .string(name), "program": .string(program.rawValue), "photos": count(photos),
            "added": count(isDryRun ? cataloged.wouldRead : cataloged.added),
            "stories": count(stories), "filledPhotos": count(filledPhotos),
            "filled": count(filled), "proposed": count(proposed), "rated": count(rated),
            "others": count(others), "trashed": count(trashed),
            "picturesAlone": .strings(picturesAlone), "sidecarsAlone": .strings(sidecarsAlone),
            "changes": .array(changes.map { .integer($0.number) }),
            "failures": .array(failures.map(\.json)),
        ])
    }
}
