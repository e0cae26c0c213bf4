import JPEG

private import Crypto
import OutputText
import PhotoRecords
import XML

/// Makes a JPEG's XMP packets say what a record says: the first one does, the extended one takes
/// what has no room there (XMP part 3 §1.1.3.1), and no other contradicts.
struct XMPBlocksEditing {
    let record: PhotoRecord
    let frame: RegionFrame
    let limits: PhotoReadLimits

    private static let note = "http://ns.adobe.com/xmp/note/"
    private static let padding = 2_048

    /// Changes the packets; one is begun where there is none and something to say.
    func apply(to head: inout JPEGHead) throws(WitError) {
        let packets = head.packets(limits)
        let held = XMPPacket(packets, limits: limits)
        let places = head.segments.indices.filter { head.segments[$0].isPacket }
        let main: XMPDocument
        if let first = packets.first, !places.isEmpty {
            main = try Self.document(first)
        } else {
            main = XMPDocument(isWrapped: true, padding: Self.padding)
        }
        var others: [XMPDocument] = []
        for packet in packets.dropFirst() { others.append(try Self.document(packet)) }
        let formerText = XMLTree.text(of: main.root)
        let formerOthers = others.map { XMLTree.text(of: $0.root) }

        let story = XMPUpdater(
            record: record, former: former(packets), frame: frame, limits: limits)
        if others.isEmpty {
            story.apply(to: main, holding: held)
            guard XMLTree.text(of: main.root) != formerText else { return }
        } else {
            // What the story owns comes together in the first packet before it changes.
            gather(from: others, into: main)
            let gathered = XMLTree.text(of: main.root)
            story.apply(to: main, holding: held)
            guard XMLTree.text(of: main.root) != gathered else { return }
        }

        let extendedPacket = head.extendedPacket(limits)
        var extended = extendedPacket == nil ? nil : others.last
        let formerExtended = extendedPacket == nil ? nil : formerOthers.last
        extended = try fit(main, extended)
        // Packets beside the first one, which standard files do not have.
        let copies = others.dropLast(extendedPacket == nil ? 0 : 1)
        for (index, copy) in zip(places.dropFirst(), copies) {
            head.segments[index] = Self.segment(copy.bytes())
        }
        if let extended, XMLTree.text(of: extended.root) != formerExtended {
            try replaceExtended(extended, of: main, in: &head)
        }
        let former = places.first.map { head.segments[$0].content(behind: XMPSegment.header).count }
        let bytes = main.bytes(former: former, limit: XMPSegment.packetSize)
        guard bytes.count <= XMPSegment.packetSize else { throw Self.tooLarge }
        if let place = head.segments.firstIndex(where: \.isPacket) {
            head.segments[place] = Self.segment(bytes)
        } else {
            head.segments.insert(Self.segment(bytes), at: head.place(behind: \.isExif))
        }
        moveExtendedBehindMain(&head)
    }

    /// What packets alone say.
    private func former(_ packets: [[UInt8]]) -> PhotoRecord {
        var blocks = MetadataBlocks(mediaType: XMPFileWalk.mediaType)
        blocks.xmp = packets
        (blocks.width, blocks.height) = (frame.width, frame.height)
        blocks.orientation = frame.orientation
        return Reconciler(blocks, limits: limits).record()
    }

    private static func document(_ packet: [UInt8]) throws(WitError) -> XMPDocument {
        guard let document = XMPDocument(packet) else {
            throw WitError(
                .damagedJPEG,
                "its XMP packet is not well-formed and cannot be kept; nothing was written")
        }
        return document
    }

    private static func segment(_ packet: [UInt8]) -> JPEGHead.Segment {
        JPEGHead.Segment(.app1, XMPSegment.bytes(XMPSegment.header) + packet)
    }

    private static let tooLarge = WitError(
        .noRoomInFile, "its XMP packet is full")

    // MARK: Extended XMP

    /// Moves what a story owns out of other packets; of a property that several have the first
    /// counts.
    private func gather(from others: [XMPDocument], into main: XMPDocument) {
        for other in others {
            for (uri, name) in other.propertyNames where XMPOwnership.owns(uri, name) {
                if let property = other.property(name, ofURI: uri),
                    main.property(name, ofURI: uri) == nil
                {
                    main.set(property)
                }
                other.remove(name, ofURI: uri)
            }
        }
    }

    /// Moves the largest properties into the extended packet until the main one fits.
    private func fit(
        _ main: XMPDocument, _ extended: XMPDocument?
    ) throws(WitError) -> XMPDocument? {
        var extended = extended
        // Room for the note that names the extended packet.
        let room = XMPSegment.packetSize - 256
        while main.bytes(limit: room).count > room {
            let properties = main.propertyNames.compactMap { uri, name in
                uri == Self.note ? nil : main.property(name, ofURI: uri)
            }
            let sized = properties.map { ($0, XMLTree.text(of: $0).utf8.count) }
            guard let largest = sized.max(by: { $0.1 < $1.1 })?.0, let uri = largest.uri else {
                throw Self.tooLarge
            }
            let target = extended ?? XMPDocument(isWrapped: false, padding: 0)
            extended = target
            main.remove(largest.name, ofURI: uri)
            target.set(largest)
            guard target.bytes().count <= limits.xmpBytes else { throw Self.tooLarge }
        }
        return extended
    }

    private func replaceExtended(
        _ extended: XMPDocument, of main: XMPDocument, in head: inout JPEGHead
    ) throws(WitError) {
        let packet = extended.bytes()
        let guid = Insecure.MD5.hash(data: packet).flatMap { byte -> [UInt8] in
            let digits = Array("0123456789ABCDEF".utf8)
            return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        // A property of its own, which other programs write as an attribute or an element.
        let former = main.property("HasExtendedXMP", ofURI: Self.note)?.text
        main.remove("HasExtendedXMP", ofURI: Self.note)
        let note = XMLElement(prefix: "xmpNote", name: "HasExtendedXMP", uri: Self.note)
        note.children = [.text(String(decoding: guid, as: UTF8.self))]
        main.set(note)
        let name = former.map { Array($0.utf8) }
        head.segments.removeAll { segment in
            guard segment.isExtended, let name else { return false }
            return segment.content(behind: XMPSegment.extendedHeader).starts(with: name)
        }
        let place = (head.segments.lastIndex(where: \.isPacket) ?? 0) + 1
        let pieces = XMPWriter.pieces(of: packet, guid: guid).map { piece in
            JPEGHead.Segment(.app1, XMPSegment.bytes(XMPSegment.extendedHeader) + piece)
        }
        head.segments.insert(contentsOf: pieces, at: min(place, head.segments.count))
    }

    /// Where the main packet was begun after its extended one, the order is set right.
    private func moveExtendedBehindMain(_ head: inout JPEGHead) {
        guard let main = head.segments.firstIndex(where: \.isPacket),
            let first = head.segments.firstIndex(where: \.isExtended), first < main
        else { return }
        let segment = head.segments.remove(at: main)
        head.segments.insert(segment, at: first)
    }
}

/// The properties that a record's story owns in a packet.
enum XMPOwnership {
    /// Whether a property is one of them.
    static func owns(_ uri: String, _ name: String) -> Bool {
        guard let space = XMPNamespace(uri: uri) else { return false }
        switch space {
        case .wit: return true
        case .exif: return name.hasPrefix("GPS") || names.contains("exif:" + name)
        default: return names.contains(space.rawValue + ":" + name)
        }
    }

    private static let names: Set<String> = [
        "dc:title", "dc:description", "dc:subject", "Iptc4xmpExt:PersonInImage",
        "exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate",
        "exif:DateTimeDigitized", "photoshop:City", "photoshop:State", "photoshop:Country",
        "Iptc4xmpExt:LocationCreated", "Iptc4xmpExt:LocationShown", "Iptc4xmpCore:CountryCode",
        "Iptc4xmpCore:Location", "mwg-rs:Regions", "Iptc4xmpExt:ImageRegion", "MP:RegionInfo",
        "digiKam:TagsList", "lr:hierarchicalSubject", "lr:HierarchicalSubject",
    ]
}
