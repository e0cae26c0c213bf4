import Foundation
import JSON
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// Regions as exiftool writes them for us to read, and as it reads what we write.
struct RegionExifToolTests {
    private static let size = (width: 640, height: 480)

    private static let boundaries: [(kind: String, option: String)] = [
        (
            "mwg",
            "-XMP-mwg-rs:RegionInfo={AppliedToDimensions={W=640,H=480,Unit=pixel},"
                + "RegionList=[{Area={X=0.3,Y=0.4,W=0.2,H=0.4,Unit=normalized},Name=Anna,Type=Face},"
                + "{Area={X=0.7,Y=0.5,D=0.25,Unit=normalized},Name=Kite,Type=Pet}]}"
        ),
        (
            "microsoft",
            "-XMP-MP:RegionInfoMP={Regions=[{Rectangle=0.2|, 0.2|, 0.2|, 0.4,"
                + "PersonDisplayName=Anna}]}"
        ),
        (
            "iptc",
            "-XMP-iptcExt:ImageRegion=[{Name=Anna,RId=a,RegionBoundary={RbShape=rectangle,"
                + "RbUnit=relative,RbX=0.2,RbY=0.2,RbW=0.2,RbH=0.4}},"
                + "{Name=Kite,RId=k,RegionBoundary={RbShape=circle,RbUnit=pixel,RbX=320,RbY=240,"
                + "RbRx=64}},{Name=Barn,RId=b,RegionBoundary={RbShape=polygon,RbUnit=relative,"
                + "RbVertices=[{RbX=0.1,RbY=0.1},{RbX=0.5,RbY=0.1},{RbX=0.3,RbY=0.9}]}}]"
        ),
    ]

    private static func file(_ folder: TemporaryFolder, orientation: Int = 1) throws -> String {
        var builder = JPEGBuilder()
        builder.size = size
        var tiff = TIFFBuilder()
        tiff.image = [tiff.short(0x0112, orientation)]
        builder.add(exif: tiff.bytes)
        let path = folder.path("region-\(orientation)-\(UUID().uuidString).jpg")
        try Data(builder.bytes).write(to: URL(filePath: path))
        return path
    }

    private static func printed(_ path: String) throws -> JSONValue {
        let output = try ExifTool.run(["-j", "-n", "-struct", "-G1", path])
        return try #require(try JSONValue(parsing: Data(output.utf8)).array?.first)
    }

    private static func box(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> RegionBox {
        RegionBox(x: x, y: y, width: w, height: h)
    }

    @Test(.needs(.tool("exiftool")))
    func `what exiftool writes is read: MWG, Microsoft, IPTC`() throws {
        let expected: [String: [(String, RegionBox)]] = [
            "mwg": [
                ("Anna", Self.box(0.2, 0.2, 0.2, 0.4)),
                // A diameter of a quarter of the shorter side: 120 pixels.
                ("Kite", Self.box(0.7 - 60 / 640.0, 0.375, 120 / 640.0, 0.25)),
            ],
            "microsoft": [("Anna", Self.box(0.2, 0.2, 0.2, 0.4))],
            "iptc": [
                ("Anna", Self.box(0.2, 0.2, 0.2, 0.4)),
                ("Kite", Self.box(0.4, 0.366667, 0.2, 0.266667)),
                ("Barn", Self.box(0.1, 0.1, 0.4, 0.8)),
            ],
        ]
        let folder = try TemporaryFolder()
        for (kind, option) in Self.boundaries {
            for orientation in [1, 3, 6, 8] {
                let path = try Self.file(folder, orientation: orientation)
                try ExifTool.run(["-q", "-q", "-m", "-overwrite_original", option, path])
                let record = try PhotoReader().read(path: path).record
                let frame = RegionFrame(
                    width: Self.size.width, height: Self.size.height, orientation: orientation)
                let wanted = try #require(expected[kind])
                #expect(record.regions.map(\.name) == wanted.map(\.0), "\(kind) \(orientation)")
                for (region, (name, box)) in zip(record.regions, wanted) {
                    let shown = frame.displayed(box)
                    #expect(
                        region.shape.bounds(aspect: 1)?.isNear(shown) == true,
                        "\(kind) \(orientation) \(name) \(region.shape)")
                }
            }
        }
    }

    @Test(.needs(.tool("exiftool")), arguments: 1...8)
    func `of turned and holed shapes exiftool sees what bounds them, and we the shapes`(
        orientation: Int
    ) throws {
        let size = RegionFrame(
            width: Self.size.width, height: Self.size.height, orientation: orientation)
        // In pixels as displayed: a half-axis of 100 and one of 50, turned by 30 degrees.
        let (across, down) = orientation < 5 ? (640.0, 480.0) : (480.0, 640.0)
        let box = Self.box(0.5 - 100 / across, 0.5 - 50 / down, 200 / across, 100 / down)
        let outline = [(0.1, 0.1), (0.5, 0.1), (0.3, 0.9)].map { RegionPoint(x: $0.0, y: $0.1) }
        let hole = [(0.25, 0.2), (0.35, 0.2), (0.3, 0.4)].map { RegionPoint(x: $0.0, y: $0.1) }
        let square = Self.box(0.5 - 50 / across, 0.5 - 50 / down, 100 / across, 100 / down)
        var record = PhotoRecord()
        record.regions = [
            Region(name: "Ellipse", shape: .ellipse(box, rotation: 30)),
            Region(name: "Diagonal", shape: .ellipse(box, rotation: 45)),
            Region(name: "Circle", shape: .ellipse(square, rotation: 30)),
            Region(name: "Rectangle", shape: .rectangle(box, rotation: 30)),
            Region(name: "Holed", shape: .polygon(outline, holes: [hole])),
            Region(name: "Mask", shape: .mask(box, png: "iVBORw0KGgo=")),
        ]
        let folder = try TemporaryFolder()
        let path = try Self.file(folder)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let written = try JPEGMetadataWriter().rewrite(
            bytes, with: record, orientation: orientation)
        try Data(written).write(to: URL(filePath: path))
        #expect(try PhotoReader().read(path: path).record.regions == record.regions)

        let tags = try Self.printed(path)
        let areas = (tags["XMP-mwg-rs:RegionInfo"]?["RegionList"]?.array ?? []).map { $0["Area"] }
        // Half of what each reaches across and down as displayed, by the equation of an ellipse and
        // by the corners of a rectangle.
        let halves = [
            (90.1388, 66.1438), (79.0569, 79.0569), (50, 50), (111.6025, 93.3013),
        ]
        for (area, half) in zip(areas, halves) {
            let (w, h) = (area?["W"]?.double ?? 0, area?["H"]?.double ?? 0)
            let shown = size.swapsSides ? (h * across, w * down) : (w * across, h * down)
            #expect(
                abs(shown.0 - 2 * half.0) < 0.01 && abs(shown.1 - 2 * half.1) < 0.01, "\(shown)")
        }
        let shapes = (tags["XMP-iptcExt:ImageRegion"]?.array ?? []).map {
            $0["RegionBoundary"]?["RbShape"]?.string?.lowercased()
        }
        #expect(
            shapes == ["rectangle", "rectangle", "circle", "polygon", "polygon", "rectangle"])
    }

    @Test(.needs(.tool("exiftool")), arguments: [1, 6, 8])
    func `what we write is read by exiftool as MWG's and IPTC's, on the picture as it is encoded`(
        orientation: Int
    ) throws {
        let frame = RegionFrame(
            width: Self.size.width, height: Self.size.height, orientation: orientation)
        let anna = Self.box(0.2, 0.2, 0.2, 0.4)
        let kite = Self.box(0.4, 0.366667, 0.2, 0.266667)
        let barn = [(0.1, 0.1), (0.5, 0.1), (0.3, 0.9)].map { RegionPoint(x: $0.0, y: $0.1) }
        var record = PhotoRecord()
        record.regions = [
            Region(name: "Anna", kind: .face, shape: .rectangle(frame.displayed(anna))),
            Region(name: "Kite", kind: .pet, shape: .ellipse(frame.displayed(kite))),
            Region(name: "Barn", shape: .polygon(barn.map(frame.displayed))),
        ]
        let folder = try TemporaryFolder()
        let path = try Self.file(folder)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let written = try JPEGMetadataWriter().rewrite(
            bytes, with: record, orientation: orientation)
        try Data(written).write(to: URL(filePath: path))
        let tags = try Self.printed(path)
        let info = try #require(tags["XMP-mwg-rs:RegionInfo"])
        #expect(info["AppliedToDimensions"]?["W"]?.double == 640)
        #expect(info["AppliedToDimensions"]?["H"]?.double == 480)
        let list = info["RegionList"]?.array ?? []
        #expect(list.map { $0["Name"]?.string } == ["Anna", "Kite", "Barn"])
        #expect(list.first?["Type"]?.string == "Face")
        for (item, box) in zip(list, [anna, kite, Self.box(0.1, 0.1, 0.4, 0.8)]) {
            let area = try #require(item["Area"])
            let (w, h) = (area["W"]?.double ?? 0, area["H"]?.double ?? 0)
            let corner = Self.box(
                (area["X"]?.double ?? 0) - w / 2, (area["Y"]?.double ?? 0) - h / 2, w, h)
            #expect(corner.isNear(box), "\(corner) \(box)")
        }
        let regions = tags["XMP-iptcExt:ImageRegion"]?.array ?? []
        let shapes = regions.map { $0["RegionBoundary"]?["RbShape"]?.string?.lowercased() }
        #expect(shapes == ["rectangle", "circle", "polygon"])
        func number(_ index: Int, _ name: String) -> Double {
            regions.count > index ? regions[index]["RegionBoundary"]?[name]?.double ?? 9 : 9
        }
        #expect(abs(number(0, "RbX") - 0.2) < 1e-4 && abs(number(0, "RbH") - 0.4) < 1e-4)
        #expect(abs(number(1, "RbX") - 0.5) < 1e-4 && abs(number(1, "RbRx") - 0.1) < 1e-4)
        let vertices = regions.last?["RegionBoundary"]?["RbVertices"]?.array ?? []
        #expect(vertices.count == 3)
        #expect(abs((vertices.last?["RbY"]?.double ?? 9) - 0.9) < 1e-4)
        // And home again.
        let home = try PhotoReader().read(path: path).record.regions
        #expect(home.map(\.name) == ["Anna", "Kite", "Barn"])
    }
}
