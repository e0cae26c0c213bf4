import JSON
import PhotoRecords

/// The named parts of the picture: our own list while the standard one still says the same, else
/// MWG's, else Microsoft's, else IPTC's.
struct RegionRules {
    let frame: RegionFrame
    let limits: PhotoReadLimits

    /// The regions in fractions of the displayed picture; nil if there are none.
    func regions(_ sources: inout MetadataSources) -> Sourced<[Region]>? {
        let mwg = mwgRegions(&sources)
        if var own = ownRegions(sources.xmp, mwg) {
            guard let finding = own.dropOversized(where: "xmp:wit:Regions") else {
                return Sourced(own, "xmp:wit:Regions")
            }
            // The standard lists have the bounds of what has too many points.
            sources.findings.append(finding)
        }
        if !mwg.isEmpty { return Sourced(mwg, "xmp:mwg-rs:Regions") }
        let microsoft = microsoftRegions(&sources)
        if !microsoft.isEmpty { return Sourced(microsoft, "xmp:MP:RegionInfo") }
        let iptc = iptcRegions(&sources)
        return iptc.isEmpty ? nil : Sourced(iptc, "xmp:Iptc4xmpExt:ImageRegion")
    }

    // MARK: Ours

    /// The lossless list that the writer leaves; another program that changes the standard
    /// regions does not know it, so it counts only while both agree.
    private func ownRegions(_ xmp: XMPPacket, _ mwg: [Region]) -> [Region]? {
        guard let text = xmp["wit:Regions"]?.string,
            let json = try? JSONValue(parsingForeign: text.utf8)
        else { return nil }
        let regions = PhotoRecord(json: ["regions": json]).regions
        let boxed = regions.compactMap { region in
            region.shape.bounds(in: frame).flatMap { $0.isDrawable ? (region.name, $0) : nil }
        }
        guard boxed.count == mwg.count else { return nil }
        for ((name, box), standard) in zip(boxed, mwg) {
            guard let other = standard.shape.bounds(in: frame), box.isNear(other),
                TextDecoding.trimmed(XMLText.cleaned(name ?? "")) == standard.name ?? ""
            else { return nil }
        }
        return regions
    }

    // MARK: Metadata Working Group (guidelines 2.0 §5.9)

    private func mwgRegions(_ sources: inout MetadataSources) -> [Region] {
        guard let info = sources.xmp["mwg-rs:Regions"] else { return [] }
        let applied = info["mwg-rs:AppliedToDimensions"]
        let (width, height) = (applied?["stDim:w"]?.number, applied?["stDim:h"]?.number)
        let frame = turned(appliedTo: width, height)
        noteOtherShape(width, height, &sources)
        var result: [Region] = []
        for item in (info["mwg-rs:RegionList"]?.structures ?? []).prefix(limits.listEntries) {
            guard let area = item["mwg-rs:Area"],
                let shape = mwgShape(area, width, height, frame)
            else {
                noteMalformed("xmp:mwg-rs:Regions", &sources)
                continue
            }
            result.append(
                Region(
                    name: item["mwg-rs:Name"]?.string,
                    kind: item["mwg-rs:Type"]?.string.map(RegionKind.init(mwg:)), shape: shape))
        }
        return result
    }

    /// The outline of an item of MWG's list.
    func mwgShape(
        _ area: XMPValue, _ width: Double?, _ height: Double?, _ frame: RegionFrame
    ) -> RegionShape? {
        guard var x = area["stArea:x"]?.number, var y = area["stArea:y"]?.number else { return nil }
        var (scaleX, scaleY) = (1.0, 1.0)
        if area["stArea:unit"]?.string == "pixel" {
            guard let width = width ?? frame.width.map(Double.init), width > 0,
                let height = height ?? frame.height.map(Double.init), height > 0
            else { return nil }
            (scaleX, scaleY) = (1 / width, 1 / height)
            (x, y) = (x * scaleX, y * scaleY)
        }
        if let w = area["stArea:w"]?.number, let h = area["stArea:h"]?.number {
            return box(x - w * scaleX / 2, y - h * scaleY / 2, w * scaleX, h * scaleY).map {
                .rectangle(frame.displayed($0))
            }
        }
        guard let diameter = area["stArea:d"]?.number else { return nil }
        // A circle's diameter is a fraction of the shorter side.
        let aspect = frame.aspect
        let (w, h) =
            scaleX != 1
            ? (diameter * scaleX, diameter * scaleY)
            : (diameter * min(1, 1 / aspect), diameter * min(1, aspect))
        return box(x - w / 2, y - h / 2, w, h).map { .ellipse(frame.displayed($0)) }
    }

    /// The frame without the turn if the dimensions that the regions were applied to are those
    /// of the displayed picture alone.
    func turned(appliedTo width: Double?, _ height: Double?) -> RegionFrame {
        guard frame.swapsSides, let width, let height, let own = frame.width,
            let ownHeight = frame.height, own != ownHeight,
            (width > height) != (own > ownHeight)
        else { return frame }
        return RegionFrame(width: own, height: ownHeight, orientation: 1)
    }

    /// Regions that were drawn on a picture of another shape, before it was cropped, may lie
    /// beside what they mean.
    private func noteOtherShape(
        _ width: Double?, _ height: Double?, _ sources: inout MetadataSources
    ) {
        guard let width, let height, width > 0, height > 0, let own = frame.width,
            let ownHeight = frame.height, own > 0, ownHeight > 0
        else { return }
        let drawn = max(width, height) / min(width, height)
        let shape = Double(max(own, ownHeight)) / Double(min(own, ownHeight))
        guard abs(drawn - shape) > 0.02 * shape else { return }
        sources.note(
            .warning, .regionFrameDiffers, "xmp:mwg-rs:Regions",
            "The regions were drawn on a picture of another shape; they may miss their "
                + "subjects.")
    }

    // MARK: Microsoft (Microsoft Photo 1.2 schema, "People Tagging Overview")

    private func microsoftRegions(_ sources: inout MetadataSources) -> [Region] {
        let info = sources.xmp["MP:RegionInfo"]
        var result: [Region] = []
        for item in (info?["MPRI:Regions"]?.structures ?? []).prefix(limits.listEntries) {
            // A person may be tagged without a place in the picture: no rectangle.
            guard let text = item["MPReg:Rectangle"]?.string else { continue }
            guard let shape = microsoftShape(text) else {
                noteMalformed("xmp:MP:RegionInfo", &sources)
                continue
            }
            result.append(
                Region(name: item["MPReg:PersonDisplayName"]?.string, kind: .face, shape: shape))
        }
        return result
    }

    /// The outline of Microsoft's rectangle: left, top, width, height.
    func microsoftShape(_ text: String) -> RegionShape? {
        let numbers = text.split(separator: ",").compactMap { XMPNumber.parse($0) }
        guard numbers.count == 4 else { return nil }
        return box(numbers[0], numbers[1], numbers[2], numbers[3]).map {
            .rectangle(frame.displayed($0))
        }
    }

    // MARK: IPTC (IPTC Photo Metadata Standard 2019.1 and later, "Image Region")

    private func iptcRegions(_ sources: inout MetadataSources) -> [Region] {
        let list = sources.xmp["Iptc4xmpExt:ImageRegion"]?.structures ?? []
        var result: [Region] = []
        for item in list.prefix(limits.listEntries) {
            guard let boundary = item["Iptc4xmpExt:RegionBoundary"], let shape = iptcShape(boundary)
            else {
                noteMalformed("xmp:Iptc4xmpExt:ImageRegion", &sources)
                continue
            }
            result.append(
                Region(
                    id: item["Iptc4xmpExt:rId"]?.string, name: item["Iptc4xmpExt:Name"]?.string,
                    shape: shape))
        }
        if let finding = result.dropOversized(where: "xmp:Iptc4xmpExt:ImageRegion") {
            sources.findings.append(finding)
        }
        return result
    }

    /// The outline of IPTC's boundary.
    func iptcShape(_ boundary: XMPValue) -> RegionShape? {
        func number(_ name: String, of value: XMPValue) -> Double? {
            value["Iptc4xmpExt:" + name]?.number
        }
        var (scaleX, scaleY) = (1.0, 1.0)
        if boundary["Iptc4xmpExt:rbUnit"]?.string == "pixel" {
            guard let width = frame.width, let height = frame.height, width > 0, height > 0 else {
                return nil
            }
            (scaleX, scaleY) = (1 / Double(width), 1 / Double(height))
        }
        func point(_ value: XMPValue) -> RegionPoint? {
            guard let x = number("rbX", of: value), let y = number("rbY", of: value) else {
                return nil
            }
            return RegionPoint(x: x * scaleX, y: y * scaleY)
        }
        switch boundary["Iptc4xmpExt:rbShape"]?.string {
        case "polygon":
            let points = (boundary["Iptc4xmpExt:rbVertices"]?.structures ?? [])
                .compactMap(point).map(frame.displayed)
            return points.count >= 3 ? .polygon(points) : nil
        case "circle":
            // The radius is a fraction of the width, or pixels.
            guard let center = point(boundary), let radius = number("rbRx", of: boundary) else {
                return nil
            }
            let w = radius * scaleX
            let h = scaleX == 1 ? radius * frame.aspect : radius * scaleY
            return box(center.x - w, center.y - h, 2 * w, 2 * h).map {
                .ellipse(frame.displayed($0))
            }
        default:
            guard let corner = point(boundary), let w = number("rbW", of: boundary),
                let h = number("rbH", of: boundary)
            else { return nil }
            return box(corner.x, corner.y, w * scaleX, h * scaleY).map {
                .rectangle(frame.displayed($0))
            }
        }
    }

    // MARK: All

    private func box(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> RegionBox? {
        let box = RegionBox(x: x, y: y, width: w, height: h)
        return box.isDrawable ? box : nil
    }

    private func noteMalformed(_ place: String, _ sources: inout MetadataSources) {
        guard !sources.findings.contains(where: { $0.code == .regionMalformed }) else { return }
        sources.note(
            .warning, .regionMalformed, place, "A region has no readable outline; it is ignored.")
    }
}

extension RegionKind {
    /// The kind of MWG's mwg-rs:Type.
    init(mwg type: String) {
        switch type.lowercased() {
        case "face": self = .face
        case "pet": self = .pet
        case "focus": self = .focus
        case "barcode": self = .barcode
        default: self.init(rawValue: type)
        }
    }
}

extension RegionShape {
    /// The upright box around the shape as it is displayed; nil for a polygon without area and a shape
    /// that is not known.
    func bounds(in frame: RegionFrame) -> RegionBox? { bounds(aspect: frame.displayedAspect) }
}

extension RegionBox {
    /// Whether two boxes are the same but for rounding.
    func isNear(_ other: RegionBox, within tolerance: Double = 0.0001) -> Bool {
        abs(x - other.x) < tolerance && abs(y - other.y) < tolerance
            && abs(width - other.width) < tolerance && abs(height - other.height) < tolerance
    }
}

extension FindingCode {
    /// A region whose outline can't be read.
    static let regionMalformed: FindingCode = "region-malformed"
    /// Regions of a picture whose sides have another ratio than this one's.
    static let regionFrameDiffers: FindingCode = "region-frame-differs"
}
