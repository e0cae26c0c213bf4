import Foundation
import Gazetteer
import PhotoRecords
import TestSupport
import Testing

@testable import Pictures

@Suite struct LocatorMapTests {
    static func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    static func map(_ pins: [LocatorMap.Pin]) throws -> LocatorMap {
        let gazetteer = try PlaceDirectory.installed()
        var map = try #require(LocatorMap(of: pins, land: try LandOutlines.installed().outlines))
        map.towns = gazetteer.largest(
            around: map.middle, within: map.radius, limit: 40, apart: map.halfWidth / 8
        ).map { LocatorMap.Town($0.name, at: $0.coordinate) }
        return map
    }

    static let places: [(String, Double, Double)] = [
        ("Paris, Île-de-France, FR", 48.85837, 2.29448), ("Suva, Fiji", -18.1, 178.4),
        ("North Pole", 90, 0), ("South Pole", -90, 0), ("Null Island", 0, 0),
        ("Anadyr", 64.7, 177.5), ("雪の家", 36.26, 136.9), ("Νάξος", 37.1, 25.37),
        ("Ushuaia <&\">", -54.8, -68.3), ("Mid-Atlantic", 30, -40), ("Wellington", -41.3, 174.8),
        ("A place whose name is so long that it would never fit on any sheet", 52, 13),
    ]

    @Test(arguments: places)
    func `a map is a PNG of its size, small, and the pin stands in its middle`(
        name: String, latitude: Double, longitude: Double
    ) throws {
        let map = try Self.map([.init(try Self.point(latitude, longitude), label: name)])
        let png = try map.png()
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(png.count < 60_000, "\(png.count) bytes")
        let pixels = try PictureRenderer().pixels(of: png, longestSide: 800)
        #expect(pixels.width == LocatorMap.size.width && pixels.height == LocatorMap.size.height)
        // Above the tip of the pin in the middle of the sheet it is red.
        let at = 3 * ((pixels.height / 2 - 14) * pixels.width + pixels.width / 2)
        let color = pixels.bytes[at..<at + 3].map(Int.init)
        #expect(color[0] > 150 && color[1] < 90 && color[2] < 90, "\(color)")
        if let folder = ProcessInfo.processInfo.environment["WIT_MAPS"] {
            let file = name.filter { $0.isLetter && $0.isASCII } + "\(Int(latitude)).png"
            try Data(png).write(to: URL(filePath: folder + "/" + file))
        }
    }

    @Test func `land is where it is and sea is where it is not`() throws {
        // Each with what lies under a spot 100 pixels beside the pin.
        for (latitude, longitude, dx, isLand) in [
            (48.0, 0.0, 100, true), (48.0, -12.0, -100, false), (-41.3, 178.0, 300, false),
            (65.0, 100.0, 200, true), (-85.0, 0.0, 200, true), (88.0, 0.0, 100, false),
            (66.0, -179.0, -200, true), (0.0, -160.0, 100, false),
        ] {
            let land = try LandOutlines.installed().outlines
            let point = try Self.point(latitude, longitude)
            let map = try #require(LocatorMap(of: [.init(point)], land: land))
            let pixels = try PictureRenderer().pixels(of: try map.png(), longestSide: 800)
            let at = 3 * ((pixels.height / 2 + 60) * pixels.width + pixels.width / 2 + dx)
            let (red, blue) = (Int(pixels.bytes[at]), Int(pixels.bytes[at + 2]))
            #expect((red > blue) == isLand, "\(latitude), \(longitude): \(red) \(blue)")
        }
    }

    @Test func `several pins share a sheet, and close ones a pin`() throws {
        let pins = [
            LocatorMap.Pin(try Self.point(48.85, 2.3), label: "1"),
            LocatorMap.Pin(try Self.point(48.86, 2.31), label: "2"),
            LocatorMap.Pin(try Self.point(-33.9, 18.4), label: "3"),
        ]
        let map = try Self.map(pins)
        #expect(map.halfWidth > 5000)
        let svg = map.svg()
        #expect(svg.contains(">1, 2</text>"))
        #expect(svg.contains(">3</text>"))
        #expect(svg.components(separatedBy: "r=\"4.5\"").count == 3)
    }

    @Test func `the whole earth is the widest map`() throws {
        let pins = try [(0.0, 0.0), (0, 120), (0, -120), (80, 10), (-80, 10)].map {
            LocatorMap.Pin(try Self.point($0.0, $0.1))
        }
        let map = try Self.map(pins)
        #expect(map.halfWidth <= Coordinate.earthRadius * .pi)
        #expect(try map.png().count < 100_000)
    }

    @Test func `labels stay on the sheet and off one another`() throws {
        for (name, latitude, longitude) in Self.places {
            let map = try Self.map([.init(try Self.point(latitude, longitude), label: name)])
            var sheet = MapSheet(map)
            sheet.drawScale()
            sheet.drawPins()
            let pins = sheet.taken.count
            sheet.drawTowns()
            for (index, box) in sheet.taken.enumerated().dropFirst(pins) {
                for other in sheet.taken.prefix(index) {
                    #expect(!box.meets(other), "\(name)")
                }
            }
        }
    }

    @Test func `an uncertain place is drawn as wide as it is`() throws {
        let pin = LocatorMap.Pin(try Self.point(48, 2), label: nil, uncertainty: 100)
        let map = try #require(LocatorMap(of: [pin], land: []))
        // 900 km are 400 pixels.
        #expect(map.svg().contains("r=\"44.4\""))
    }

    @Test func `distances and directions from the middle are true`() throws {
        let projection = MapProjection(middle: try Self.point(10, 179))
        let north = projection.point(try Self.point(11, 179))
        #expect(abs(north.x) < 1e-6 && abs(north.y + 111.195) < 0.01)
        let east = projection.point(try Self.point(10, -180))
        #expect(abs(east.x - 109.5) < 0.1 && east.y < 0)
        #expect(abs(projection.distance(try Self.point(-10, -1)) - 20_015) < 1)
        #expect(LocatorMap(of: [], land: []) == nil)
    }
}
