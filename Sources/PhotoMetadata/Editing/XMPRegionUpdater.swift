import PhotoRecords
import XML

/// Writes regions into an XMP packet: MWG's and IPTC's lists, and Microsoft's where it is there.
///
/// What other programs know of a region that stays is kept with it, and so are IPTC's and
/// Microsoft's entries that no record speaks of.
struct XMPRegionUpdater {
    let record: PhotoRecord
    let former: PhotoRecord
    let frame: RegionFrame
    let limits: PhotoReadLimits

    /// Makes the packet list the record's regions.
    ///
    /// - Parameter packet: the properties that it holds now.
    func apply(to document: XMPDocument, holding packet: XMPPacket) {
        let list = packet["mwg-rs:Regions"]?["mwg-rs:RegionList"]
        let mwgFrame = appliedFrame(packet)
        let wanted = record.regions.filter { $0.shape.bounds(in: frame)?.isDrawable ?? false }
        let applied = packet["mwg-rs:Regions"]?["mwg-rs:AppliedToDimensions"]
        keepMWG(document, list?.structures ?? [], wanted, mwgFrame, appliedTo: applied)
        keepIPTC(document, packet["Iptc4xmpExt:ImageRegion"]?.structures ?? [], wanted)
        keepMicrosoft(
            document, packet["MP:RegionInfo"]?["MPRI:Regions"]?.structures ?? [], wanted)

        // Our own list says what the standard one can't; it is not begun where nothing is lost.
        document.remove("Regions", in: .wit)
        if read(document) != record.regions {
            let own = XMPFragment(XMPRegionElements(record.regions, frame: frame).elements)
            document.put(["wit:Regions"], of: own)
        }
    }

    /// The regions that a reader finds.
    private func read(_ document: XMPDocument) -> [Region] {
        var blocks = MetadataBlocks(mediaType: XMPFileWalk.mediaType)
        blocks.xmp = [document.bytes()]
        (blocks.width, blocks.height) = (frame.width, frame.height)
        var sources = MetadataSources(blocks, limits: limits)
        return RegionRules(frame: frame, limits: limits).regions(&sources)?.value ?? []
    }

    /// The frame in which the list that is there counts.
    private func appliedFrame(_ packet: XMPPacket) -> RegionFrame {
        let applied = packet["mwg-rs:Regions"]?["mwg-rs:AppliedToDimensions"]
        return RegionRules(frame: frame, limits: limits)
            .turned(appliedTo: applied?["stDim:w"]?.number, applied?["stDim:h"]?.number)
    }

    // MARK: The lists

    private func keepMWG(
        _ document: XMPDocument, _ values: [XMPValue], _ wanted: [Region], _ mwgFrame: RegionFrame,
        appliedTo size: XMPValue?
    ) {
        let fragment = XMPFragment(XMPRegionElements(wanted, frame: mwgFrame).elements)
        let fresh = fragment["mwg-rs:Regions"]
        guard let property = document.property("Regions", in: .regions),
            let array = property.descendant("RegionList", in: .regions)?.array,
            array.elements.count == values.count
        else { return document.put(["mwg-rs:Regions"], of: fragment) }
        guard !wanted.isEmpty else {
            document.remove("Regions", in: .regions)
            return
        }
        let rules = RegionRules(frame: mwgFrame, limits: limits)
        let items = zip(array.elements, values).map { element, value in
            RegionListItem(
                element,
                shape: value["mwg-rs:Area"].flatMap { area in
                    rules.mwgShape(
                        area, size?["stDim:w"]?.number, size?["stDim:h"]?.number, mwgFrame)
                }, in: mwgFrame, name: value["mwg-rs:Name"]?.string)
        }
        let made = fresh?.descendant("RegionList", in: .regions)?.items ?? []
        fill(
            array, items, wanted, made, forms: wanted.map(\.shape), document, within: 0.0001
        ) { item, _, _, fresh in
            item.element.take("Name", in: .regions, from: fresh)
            item.element.take("Type", in: .regions, from: fresh)
        } keeping: {
            $0.bounds == nil
        }
    }

    private func keepIPTC(
        _ document: XMPDocument, _ values: [XMPValue], _ wanted: [Region]
    ) {
        let fragment = XMPFragment(XMPRegionElements(wanted, frame: frame).elements)
        let fresh = fragment["Iptc4xmpExt:ImageRegion"]
        guard let property = document.property("ImageRegion", in: .iptcExt),
            let array = property.array, array.elements.count == values.count
        else { return document.put(["Iptc4xmpExt:ImageRegion"], of: fragment) }
        let rules = RegionRules(frame: frame, limits: limits)
        let items = zip(array.elements, values).map { element, value in
            RegionListItem(
                element, shape: value["Iptc4xmpExt:RegionBoundary"].flatMap(rules.iptcShape),
                in: frame, id: value["Iptc4xmpExt:rId"]?.string,
                name: value["Iptc4xmpExt:Name"]?.string)
        }
        let forms = wanted.map { XMPRegionElements.iptcForm(of: $0.shape, frame) }
        let drawn = DrawnShapes(former)
        let removed = self.removed
        fill(array, items, wanted, fresh?.items ?? [], forms: forms, document) {
            item, region, form, fresh in
            item.element.take("Name", in: .iptcExt, from: fresh)
            if item.id == nil, region.id != nil {
                item.element.take("rId", in: .iptcExt, from: fresh)
            }
            // Another program may say what was drawn in a form of its own; that stays until
            // somebody draws it anew.
            let isElsewhere = form.bounds(in: frame).map(item.isElsewhere) ?? false
            if drawn.isNew(region) || isElsewhere, !form.isNear(item.shape) {
                item.element.take("RegionBoundary", in: .iptcExt, from: fresh)
            }
        } keeping: { item in
            !(item.bounds.map(removed.hold) ?? false)
        }
        if array.elements.isEmpty { document.remove("ImageRegion", in: .iptcExt) }
    }

    private func keepMicrosoft(
        _ document: XMPDocument, _ values: [XMPValue], _ wanted: [Region]
    ) {
        guard let property = document.property("RegionInfo", in: .microsoft),
            let array = property.descendant("Regions", in: .microsoftInfo)?.array,
            array.elements.count == values.count
        else { return }
        let rules = RegionRules(frame: frame, limits: limits)
        let lasting = LastingRegions(from: former, to: record, frame)
        let items = zip(array.elements, values).map { element, value in
            var item = RegionListItem(
                element,
                shape: value["MPReg:Rectangle"]?.string.flatMap(rules.microsoftShape), in: frame,
                name: value["MPReg:PersonDisplayName"]?.string)
            item.id = item.bounds.flatMap { lasting.id(of: item.name, at: $0) }
            return item
        }
        let places = NearBoxes(items.map(\.bounds), within: RegionListItem.tolerance)
        let moved = Set(items.compactMap(\.id))
        let known = wanted.filter { region in
            guard let box = region.shape.bounds(in: frame) else { return false }
            return places.hold(box) || region.id.map(moved.contains) ?? false
        }
        let forms = known.map { region in
            region.shape.bounds(in: frame).map { RegionShape.rectangle($0) } ?? region.shape
        }
        let made = zip(known, forms).map { region, form in
            let item = XMLElement(prefix: "rdf", name: "li", uri: XMPNamespace.rdf.uri)
            // Several properties in one make a structure (ISO 16684-1 §7.9.2.5).
            item.attributes = [
                .init(
                    prefix: "rdf", name: "parseType", uri: XMPNamespace.rdf.uri, value: "Resource")
            ]
            let fields = [
                ("PersonDisplayName", region.name),
                ("Rectangle", form.bounds(in: frame).map(microsoftRectangle)),
            ]
            for case (let name, let text?) in fields {
                let element = XMLElement(
                    prefix: "MPReg", name: name, uri: XMPNamespace.microsoftRegion.uri)
                element.children = [.text(text)]
                item.children.append(.element(element))
            }
            return item
        }
        let removed = self.removed
        let drawn = DrawnShapes(former)
        fill(array, items, known, made, forms: forms, document) { item, region, form, fresh in
            item.element.take("PersonDisplayName", in: .microsoftRegion, from: fresh)
            if drawn.isNew(region), !form.isNear(item.shape) {
                item.element.take("Rectangle", in: .microsoftRegion, from: fresh)
            }
        } keeping: { item in
            !(item.bounds.map(removed.hold) ?? false)
        }
        if array.elements.isEmpty { document.remove("RegionInfo", in: .microsoft) }
    }

    /// A box as Microsoft's rectangle: left, top, width, height.
    private func microsoftRectangle(_ box: RegionBox) -> String {
        let box = frame.encoded(box)
        return [box.x, box.y, box.width, box.height].compactMap(XMPElement.decimal)
            .joined(separator: ", ")
    }

    /// Where regions were that the record has no more.
    private var removed: NearBoxes {
        let present = NearBoxes(
            record.regions.map { $0.shape.bounds(in: frame) }, within: RegionListItem.tolerance)
        let gone = former.regions.compactMap { $0.shape.bounds(in: frame) }.filter {
            !present.hold($0)
        }
        return NearBoxes(gone, within: RegionListItem.tolerance)
    }

    /// Puts the wanted items into a list: those that are there stay and take what is new.
    ///
    /// - Parameters:
    ///   - made: the items anew, one for each region that is wanted.
    ///   - forms: each region's outline as the list would say it.
    ///   - update: gets an item that is there, its region with its outline, and the item anew.
    ///   - isKept: whether an item that stands for none of the regions stays.
    private func fill(
        _ array: XMLElement, _ items: [RegionListItem], _ wanted: [Region], _ made: [XMLElement],
        forms: [RegionShape], _ document: XMPDocument,
        within tolerance: Double = RegionListItem.tolerance,
        update: (RegionListItem, Region, RegionShape, XMLElement) -> Void,
        keeping isKept: (RegionListItem) -> Bool
    ) {
        guard made.count == wanted.count else { return }
        let pairing = RegionListPairing(
            items, wanted, forms: forms, in: frame, within: tolerance)
        var list: [XMLElement] = []
        for (index, fresh) in made.enumerated() {
            document.bind(fresh, within: array)
            guard let number = pairing.items[index] else {
                list.append(fresh)
                continue
            }
            update(items[number], wanted[index], forms[index], fresh)
            list.append(items[number].element)
        }
        list += pairing.rest.map { items[$0] }.filter(isKept).map(\.element)
        array.children = list.flatMap { [.text("\n     "), .element($0)] }
        if !list.isEmpty { array.children.append(.text("\n    ")) }
    }
}

/// The outlines that a packet said before, by which one that was drawn anew is told.
private struct DrawnShapes {
    private var byID: [String: RegionShape] = [:]
    private var all: Set<RegionShape> = []

    init(_ record: PhotoRecord) {
        for region in record.regions {
            all.insert(region.shape)
            if let id = region.id { byID[id] = region.shape }
        }
    }

    func isNew(_ region: Region) -> Bool {
        if let shape = region.id.flatMap({ byID[$0] }) { return shape != region.shape }
        return !all.contains(region.shape)
    }
}

extension XMLElement {
    /// The first element of a name at any depth.
    func descendant(_ name: String, in space: XMPNamespace, depth: Int = 0) -> XMLElement? {
        if let found = first(name, in: space) { return found }
        guard depth < 4 else { return nil }
        for element in elements {
            if let found = element.descendant(name, in: space, depth: depth + 1) { return found }
        }
        return nil
    }

    /// Makes a field of a structure what another structure says of it.
    func take(_ name: String, in space: XMPNamespace, from other: XMLElement) {
        // The fields may stand in a description of their own.
        let holder = first("Description", in: .rdf) ?? self
        let fresh = other.first(name, in: space)
        for element in [self, holder] {
            if let old = element.first(name, in: space), let fresh, old.isEquivalent(to: fresh) {
                return
            }
            let attribute = element.attributes.first { $0.name == name && $0.uri == space.uri }
            if let attribute, let fresh, fresh.elements.isEmpty, fresh.text == attribute.value {
                return
            }
        }
        for element in [self, holder] {
            element.attributes.removeAll { $0.name == name && $0.uri == space.uri }
            element.removeElements { $0.isNamed(name, in: space) }
        }
        if let fresh {
            holder.children.append(.element(fresh))
        }
        let hasResource = attributes.contains { $0.name == "parseType" }
        if fresh != nil, holder === self, !hasResource, !isDescribed {
            attributes.append(
                .init(
                    prefix: prefix, name: "parseType", uri: XMPNamespace.rdf.uri,
                    value: "Resource"))
            expandAttributes()
        }
    }

    /// Whether the fields stand in a description.
    private var isDescribed: Bool { first("Description", in: .rdf) != nil }

    /// Turns fields that stand as attributes into elements: beside `rdf:parseType` there may be
    /// no other attribute (RDF 1.1 XML Syntax §7.2.18).
    private func expandAttributes() {
        for attribute in attributes
        where attribute.uri != XMPNamespace.rdf.uri && attribute.uri != XMPNamespace.xml.uri {
            let element = XMLElement(
                prefix: attribute.prefix, name: attribute.name, uri: attribute.uri)
            element.children = [.text(attribute.value)]
            children.insert(.element(element), at: 0)
        }
        attributes.removeAll {
            $0.uri != XMPNamespace.rdf.uri && $0.uri != XMPNamespace.xml.uri
        }
    }
}
