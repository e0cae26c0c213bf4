import PhotoRecords

/// Where a record's values came from, as far as a stranger may know: which kind of source, but not
/// whose mail, which file or which track.
enum ProvenanceRedaction {
    /// The kinds of sources that stand with a name of the sender's behind a colon.
    private static let named: Set<Substring> = ["mail", "gpx", "takeout", "digikam"]

    /// The record without those names; without any provenance where something is kept at home.
    static func told(of record: PhotoRecord, isWhole: Bool) -> PhotoRecord {
        var told = record
        told.provenance =
            isWhole
            ? record.provenance.mapValues { Provenance(source: kind($0.source), at: $0.at) } : [:]
        told.taken?.source = record.taken?.source.map(kind)
        told.location?.source = record.location?.source.map(kind)
        told.location?.place?.source = record.location?.place?.source.map(kind)
        return told
    }

    /// `gpx` for `gpx:Anna's run.gpx`; the fields of files, as `xmp:dc:title`, stay.
    private static func kind(_ source: String) -> String {
        let kind = source.prefix { $0 != ":" }
        return named.contains(kind) ? String(kind) : source
    }
}
