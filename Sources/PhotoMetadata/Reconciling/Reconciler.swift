import PhotoRecords

/// Makes one record of all that a photo's metadata say: which value wins, how dates are spelled,
/// what is no value at all (“Reading a photo's metadata”, Metadata Working Group guidelines 2.0).
struct Reconciler {
    private let blocks: MetadataBlocks
    private let limits: PhotoReadLimits

    init(_ blocks: MetadataBlocks, limits: PhotoReadLimits) {
        self.blocks = blocks
        self.limits = limits
    }

    /// The record, with the provenance of each field and everything that was noticed.
    func record() -> PhotoRecord {
        var sources = MetadataSources(blocks, limits: limits)
        var record = PhotoRecord()
        let orientation = sources.orientation()
        record.image = facts(orientation, sources.exif)

        let words = WordRules(limits: limits)
        record.set(\PhotoRecord.name, .name, words.name(&sources))
        record.set(\PhotoRecord.caption, .caption, words.caption(&sources))
        let keywords = words.keywords(&sources)
        if let keywords {
            record.keywords = keywords.value
            record.provenance[.keywords] = Provenance(source: keywords.source)
        }
        let frame = RegionFrame(
            width: sources.width, height: sources.height, orientation: orientation ?? 1)
        if let regions = RegionRules(frame: frame, limits: limits).regions(&sources) {
            record.regions = regions.value
            record.provenance[.regions] = Provenance(source: regions.source)
        }
        if let people = words.people(&sources, regions: record.regions) {
            record.people = people.value
            record.provenance[.people] = Provenance(source: people.source)
        }
        record.set(\PhotoRecord.location, .location, LocationRules.location(&sources))
        record.set(\PhotoRecord.taken, .taken, TakenRules.taken(&sources))
        record.set(\PhotoRecord.camera, .camera, CameraRules.camera(&sources))
        record.id = sources.xmp["wit:RecordID"]?.string.flatMap { RecordID($0) }
        record.findings =
            blocks.findings + sources.exif.findings + sources.xmp.findings
            + sources.iptc.findings + sources.findings
        if record.hasLongestRunOfMarks { record.findings.append(.combiningMarks(at: "metadata")) }
        return record
    }

    private func facts(_ orientation: Int?, _ exif: ExifFields) -> ImageFacts {
        var facts = ImageFacts()
        facts.mediaType = blocks.mediaType
        // A file that breaks off before its frame still has the size in EXIF.
        facts.width = blocks.width ?? exif[.pixelXDimension]?.integer
        facts.height = blocks.height ?? exif[.pixelYDimension]?.integer
        facts.orientation = orientation
        facts.bytes = blocks.bytes
        facts.fingerprint = blocks.fingerprint
        return facts
    }
}

/// A value and the metadata field that it came from, such as `xmp:dc:title`.
struct Sourced<Value> {
    var value: Value
    var source: String

    init(_ value: Value, _ source: String) {
        self.value = value
        self.source = source
    }
}

extension PhotoRecord {
    fileprivate mutating func set<Value>(
        _ path: WritableKeyPath<PhotoRecord, Value?>, _ field: RecordField, _ new: Sourced<Value>?
    ) {
        guard let new else { return }
        self[keyPath: path] = new.value
        provenance[field] = Provenance(source: new.source)
    }
}
