import JSON
import PhotoRecords

/// The XMP properties of a record's regions: MWG's list for every program, IPTC's for those that
/// know outlines, our own for what neither can say.
struct XMPRegionElements {
    /// The properties as XML elements.
    let elements: [String]

    init(_ regions: [Region], frame: RegionFrame) {
        guard !regions.isEmpty else {
            elements = []
            return
        }
        let json = JSONValue.array(regions.map(\.json)).text
        var elements = [XMPElement.simple("wit:Regions", json)]
        let drawable = regions.compactMap { region in
            region.shape.bounds(in: frame).flatMap { $0.isDrawable ? (region, $0) : nil }
        }
        if !drawable.isEmpty {
            elements.append(Self.mwg(drawable, frame))
            elements.append(
                XMPElement.structures(
                    "Iptc4xmpExt:ImageRegion", drawable.map { Self.iptc($0, $1, frame) }))
        }
        self.elements = elements
    }

    /// MWG guidelines 2.0 §5.9: the centre of the box and its size.
    private static func mwg(_ regions: [(Region, RegionBox)], _ frame: RegionFrame) -> String {
        let items = regions.map { region, box in
            let box = frame.encoded(box)
            let area = XMPElement.structure(
                "mwg-rs:Area",
                numbers([
                    ("stArea:x", box.x + box.width / 2), ("stArea:y", box.y + box.height / 2),
                    ("stArea:w", box.width), ("stArea:h", box.height),
                ]) + [XMPElement.simple("stArea:unit", "normalized")])
            var fields = [area]
            if let name = region.name { fields.append(XMPElement.simple("mwg-rs:Name", name)) }
            if let type = region.kind?.mwg {
                fields.append(XMPElement.simple("mwg-rs:Type", type))
            }
            return fields
        }
        var fields: [String] = []
        if let width = frame.width, let height = frame.height {
            fields.append(
                XMPElement.structure(
                    "mwg-rs:AppliedToDimensions",
                    [
                        XMPElement.simple("stDim:w", "\(width)"),
                        XMPElement.simple("stDim:h", "\(height)"),
                        XMPElement.simple("stDim:unit", "pixel"),
                    ]))
        }
        fields.append(XMPElement.structures("mwg-rs:RegionList", items))
        return XMPElement.structure("mwg-rs:Regions", fields)
    }

    /// IPTC Photo Metadata Standard, "Image Region": a polygon without its holes, a turned rectangle by
    /// its corners and a circle as they are, all else as its box; there are no other ellipses.
    private static func iptc(
        _ region: Region, _ box: RegionBox, _ frame: RegionFrame
    ) -> [String] {
        let box = frame.encoded(box)
        var boundary: [String]
        if let corners = region.shape.corners(aspect: frame.displayedAspect) {
            let vertices = corners.map(frame.encoded).map { point in
                numbers([("Iptc4xmpExt:rbX", point.x), ("Iptc4xmpExt:rbY", point.y)])
            }
            boundary = [
                XMPElement.simple("Iptc4xmpExt:rbShape", "polygon"),
                XMPElement.structures("Iptc4xmpExt:rbVertices", vertices, ordered: true),
            ]
        } else if let radius = radius(of: region.shape, frame) {
            boundary =
                [XMPElement.simple("Iptc4xmpExt:rbShape", "circle")]
                + numbers([
                    ("Iptc4xmpExt:rbX", box.x + box.width / 2),
                    ("Iptc4xmpExt:rbY", box.y + box.height / 2), ("Iptc4xmpExt:rbRx", radius),
                ])
        } else {
            boundary =
                [XMPElement.simple("Iptc4xmpExt:rbShape", "rectangle")]
                + numbers([
                    ("Iptc4xmpExt:rbX", box.x), ("Iptc4xmpExt:rbY", box.y),
                    ("Iptc4xmpExt:rbW", box.width), ("Iptc4xmpExt:rbH", box.height),
                ])
        }
        boundary.append(XMPElement.simple("Iptc4xmpExt:rbUnit", "relative"))
        var fields = [XMPElement.structure("Iptc4xmpExt:RegionBoundary", boundary)]
        if let id = region.id { fields.append(XMPElement.simple("Iptc4xmpExt:rId", id)) }
        if let name = region.name {
            fields.append(XMPElement.alternative("Iptc4xmpExt:Name", name))
        }
        return fields
    }

    /// What is read back of a shape that IPTC's list says: a polygon, an ellipse that is a circle by
    /// the picture's pixels, or an upright rectangle; a shape that lies nowhere as it is.
    static func iptcForm(of shape: RegionShape, _ frame: RegionFrame) -> RegionShape {
        if let corners = shape.corners(aspect: frame.displayedAspect) { return .polygon(corners) }
        guard let bounds = shape.bounds(in: frame) else { return shape }
        guard let radius = radius(of: shape, frame) else { return .rectangle(bounds) }
        let box = frame.encoded(bounds)
        let (across, down) = (radius, radius * frame.aspect)
        return .ellipse(
            frame.displayed(
                RegionBox(
                    x: box.x + box.width / 2 - across, y: box.y + box.height / 2 - down,
                    width: 2 * across, height: 2 * down)))
    }

    /// The radius of a circle, as a part of the encoded picture's width; nil for another shape, an
    /// ellipse that is no circle by the picture's pixels among them, however it is turned.
    private static func radius(of shape: RegionShape, _ frame: RegionFrame) -> Double? {
        guard case .ellipse(let box, rotation: _) = shape, let width = frame.width,
            let height = frame.height, width > 0, height > 0
        else { return nil }
        let encoded = frame.encoded(box)
        let (across, down) = (encoded.width * Double(width), encoded.height * Double(height))
        // Half a pixel or a thousandth: what rounding leaves.
        return abs(across - down) <= max(0.5, across / 1_000) ? encoded.width / 2 : nil
    }

    private static func numbers(_ values: [(String, Double)]) -> [String] {
        values.compactMap { name, value in
            XMPElement.decimal(value).map { XMPElement.simple(name, $0) }
        }
    }
}

extension RegionKind {
    /// MWG's word for the kind: its own four, other kinds as they are; nothing is an unnamed
    /// kind.
    var mwg: String {
        switch self {
        case .face: "Face"
        case .pet: "Pet"
        case .focus: "Focus"
        case .barcode: "BarCode"
        default: rawValue
        }
    }
}

extension RegionBox {
    /// Whether standard metadata can hold the box.
    var isDrawable: Bool {
        [x, y, width, height].allSatisfy { $0.isFinite && abs($0) <= 10 } && width > 0
            && height > 0
    }
}
