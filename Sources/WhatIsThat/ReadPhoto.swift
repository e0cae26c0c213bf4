import OutputText
import PhotoMetadata
import PhotoRecords

/// What a photo's own metadata says, no catalog involved.
enum ReadPhoto {
    /// The record that a file's own metadata gives; `file` is the absolute path.
    ///
    /// - Parameters:
    ///   - path: The file; a relative path counts from the current folder.
    ///   - geocoder: Asked for the place and the clocks of the photo's point, where the file is silent.
    /// - Throws: a `WitError` that names the path as it was given.
    static func record(
        of path: String, geocoder: (any ReverseGeocoder)? = nil
    ) throws(WitError) -> PhotoRecord {
        do {
            var record = try PhotoReader().read(path: path).record
            record.file = absolutePath(path)
            return geocoder.flatMap { record.derived(by: $0) }.map(record.completed) ?? record
        } catch {
            throw error.of(item: path)
        }
    }
}
