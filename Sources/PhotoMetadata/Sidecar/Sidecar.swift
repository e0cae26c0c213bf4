import PhotoRecords

/// An XMP sidecar, whose values stand above those of the photo beside it.
struct Sidecar {
    private let packet: [UInt8]
    private let limits: PhotoReadLimits

    /// A packet.
    init(_ packet: [UInt8], limits: PhotoReadLimits) {
        self.packet = packet
        self.limits = limits
    }

    /// The record of a photo, with this sidecar's values above its own.
    ///
    /// A value of the sidecar takes the place of the file's; its source is `sidecar:` and the
    /// property. What belongs together and does not contradict stays: the file's sub-seconds and
    /// offset with the sidecar's same second, its altitude with the sidecar's same place. The
    /// facts of the image are the file's.
    func over(_ file: PhotoRecord) -> PhotoRecord {
        var blocks = MetadataBlocks(mediaType: XMPFileWalk.mediaType)
        blocks.xmp = [packet]
        // Regions are drawn on the picture as the file stores it.
        blocks.width = file.image?.width
        blocks.height = file.image?.height
        blocks.orientation = file.image?.orientation ?? 1
        let own = Reconciler(blocks, limits: limits).record()
        var record = file
        record.name = own.name ?? file.name
        record.caption = own.caption ?? file.caption
        if !own.keywords.isEmpty { record.keywords = own.keywords }
        if !own.people.isEmpty { record.people = own.people }
        if !own.regions.isEmpty { record.regions = own.regions }
        record.taken = Self.taken(own.taken, over: file.taken)
        record.location = Self.location(own.location, over: file.location)
        record.camera = Self.camera(own.camera, over: file.camera)
        record.id = own.id ?? file.id
        for (field, provenance) in own.provenance {
            record.provenance[field] = Provenance(source: Self.renamed(provenance.source))
        }
        record.findings += own.findings.map { finding in
            var finding = finding
            finding.place = Self.renamed(finding.place)
            // The sidecar's damage is not the photo's.
            finding.severity = min(finding.severity, .warning)
            return finding
        }
        return record
    }

    /// Whether the sidecar says that it belongs to a file of another extension: Adobe's programs
    /// write `IMG_1.xmp` for `IMG_1.NEF` and mean no `IMG_1.jpg` that lies there too.
    func isMeant(forExtension name: String) -> Bool {
        let wanted = XMPPacket([packet], limits: limits)["photoshop:SidecarForExtension"]?.string
        return wanted.map { $0.lowercased() == name.lowercased() } ?? true
    }

    private static func renamed(_ source: String) -> String {
        source.hasPrefix("xmp:") ? "sidecar:" + source.dropFirst(4) : "sidecar:" + source
    }

    private static func taken(_ own: CaptureTime?, over file: CaptureTime?) -> CaptureTime? {
        guard var own else { return file }
        own.source = own.source.map(renamed)
        guard let file, own.local.time != nil, file.local.time != nil,
            own.local.secondsSince1970 == file.local.secondsSince1970
        else { return own }
        if own.local.time?.fraction.isEmpty == true { own.local = file.local }
        if own.offset == nil {
            own.offset = file.offset
            own.offsetSource = file.offsetSource
        }
        return own
    }

    private static func location(_ own: Location?, over file: Location?) -> Location? {
        guard var own else { return file }
        guard let file else { return own }
        guard let point = own.coordinate else {
            // A place's name alone says nothing against the file's coordinates.
            var location = file
            location.place = own.place ?? file.place
            return location
        }
        guard let other = file.coordinate, abs(point.latitude - other.latitude) < 1e-5,
            abs(point.longitude - other.longitude) < 1e-5
        else { return own }
        own.altitude = own.altitude ?? file.altitude
        own.direction = own.direction ?? file.direction
        own.accuracy = own.accuracy ?? file.accuracy
        own.place = own.place ?? file.place
        return own
    }

    private static func camera(_ own: Camera?, over file: Camera?) -> Camera? {
        guard var own else { return file }
        own.make = own.make ?? file?.make
        own.model = own.model ?? file?.model
        own.lens = own.lens ?? file?.lens
        return own
    }
}

extension FindingCode {
    /// A sidecar that can't be read; the photo's own values stand.
    static let sidecarUnreadable: FindingCode = "sidecar-unreadable"
    /// A sidecar in the second spelling beside one in the first.
    static let sidecarShadowed: FindingCode = "sidecar-shadowed"
}
