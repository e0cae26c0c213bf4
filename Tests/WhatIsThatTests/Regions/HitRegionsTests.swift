import CatalogDatabase
import Foundation
import JSON
import OutputText
import PhotoRecords
import Pictures
import RegionGeometry
import Synchronization
import TestSupport
import Testing

@testable import WhatIsThat

@Suite
struct HitRegionsTests {
    private static func box(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> RegionBox {
        RegionBox(x: x, y: y, width: w, height: h)
    }

    /// A mask whose left half is opaque and whose right half is a little less so than is counted.
    private static let half = Data(
        MaskPNG.bytes(width: 4, height: 2) { x, _ in x < 2 ? 85 : 84 }
    ).base64EncodedString()

    private static let regions = [
        Region(name: "barn", shape: .rectangle(box(0.1, 0.1, 0.8, 0.8))),
        Region(name: "nest", shape: .ellipse(box(0.4, 0.4, 0.3, 0.1), rotation: 90)),
        Region(name: "veil", shape: .mask(box(0.5, 0.5, 0.4, 0.4), png: half)),
        Region(
            name: "ring",
            shape: .polygon(
                [(0.1, 0.1), (0.3, 0.1), (0.3, 0.3), (0.1, 0.3)].map {
                    RegionPoint(x: $0.0, y: $0.1)
                },
                holes: [
                    [(0.15, 0.15), (0.25, 0.15), (0.25, 0.25), (0.15, 0.25)].map {
                        RegionPoint(x: $0.0, y: $0.1)
                    }
                ])),
        Region(name: "door", shape: .rectangle(box(0.7, 0.15, 0.2, 0.02), rotation: 45)),
    ]

    private func hits(
        _ photo: RegionPhoto, _ spots: [String],
        _ change: (inout HitRegions.Options) -> Void = { _ in }
    ) async throws -> (found: [SpotHits], report: HitRegions.Report) {
        var options = HitRegions.Options()
        options.tolerance = 0
        change(&options)
        let list = SpotList(try spots.map { try #require(Spot($0)) })
        let found = Mutex<[SpotHits]>([])
        let report = try await HitRegions(
            on: photo.selection, in: photo.catalog, options: options
        ) { list.next() }.run { progress in
            if case .item(let hits as SpotHits) = progress.event {
                found.withLock { $0.append(hits) }
            }
        }
        return (found.withLock { $0 }, report)
    }

    private func names(_ hits: SpotHits) -> [String] { hits.hits.map { $0.region.name ?? "" } }

    @Test
    func `the hit test finds what covers a spot, topmost first, through holes and thin alpha`()
        async throws
    {
        let photo = try await RegionPhoto(regions: Self.regions)
        let spots = [
            "0.12 0.12", "0.2 0.2", "0.55 0.6", "75% 60%", "1240px 190px", "0.95 0.05",
            // 10 pixels off the turned ellipse's middle line, near its upper end.
            "880px 420px", "0.45 0.45",
        ]
        let (found, report) = try await hits(photo, spots)
        #expect(report.count == 8 && report.failures.isEmpty)
        #expect(
            found.map(names) == [
                ["ring", "barn"], ["barn"], ["veil", "nest", "barn"], ["barn"], ["barn"], [],
                ["nest", "barn"], ["barn"],
            ])
        #expect(found[0].hits.map(\.index) == [3, 0])
        let numbers = found[0].json["hits"]?.array?.map { $0["number"]?.int }
        #expect(numbers == [4, 1])
        #expect(found[0].json["chosen"]?.int == 3 && found[5].json["chosen"] == nil)
    }

    @Test func `the hit test counts a mask from the alpha that is asked for`() async throws {
        let photo = try await RegionPhoto(regions: Self.regions)
        let (found, _) = try await hits(photo, ["0.75 0.8"]) { $0.alphaThreshold = 84 }
        #expect(found.map(names) == [["veil", "barn"]])
        let (strict, _) = try await hits(photo, ["0.55 0.8"]) { $0.alphaThreshold = 86 }
        #expect(strict.map(names) == [["barn"]])
    }

    @Test func `the hit test decodes masks within the memory that is said`() async throws {
        let photo = try await RegionPhoto(regions: Self.regions)
        let (found, report) = try await hits(photo, ["0.55 0.8"]) { $0.decoderMemory = 1 << 20 }
        #expect(found.map(names) == [["barn"]])
        #expect(report.failures.first?.message.contains("decoder-memory") == true)
    }

    @Test
    func `what is near comes behind what is hit, by its distance in pixels of the view`()
        async throws
    {
        let photo = try await RegionPhoto(regions: Self.regions)
        let (found, _) = try await hits(photo, ["150px 240px"]) { $0.tolerance = 12 }
        #expect(found.map(names) == [["ring", "barn"]])
        #expect(found[0].hits.map(\.isExact) == [false, false])
        #expect(found[0].hits.allSatisfy { abs($0.distance - 10) < 1e-9 })
        // Half the size on the screen: half as far away.
        let (small, _) = try await hits(photo, ["75 120"]) {
            $0.view.viewport = Size(width: 800, height: 600)
            $0.tolerance = 6
        }
        #expect(small[0].hits.map { ($0.distance * 1_000).rounded() } == [5_000, 5_000])
    }

    @Test
    func `the same spot hit again chooses one region deeper, and another begins anew`() async throws
    {
        let photo = try await RegionPhoto(regions: Self.regions)
        let spot = "0.55 0.6"
        let (found, _) = try await hits(photo, [spot, spot, spot, spot, "0.2 0.2", spot])
        #expect(found.map(\.chosen) == [2, 1, 0, 2, 0, 2])
    }

    @Test(arguments: 1...8)
    func `the hit test finds the same spots in every orientation, shown in every way`(
        orientation: Int
    ) async throws {
        let photo = try await RegionPhoto(
            orientation: orientation,
            regions: [Region(name: "spot", shape: .rectangle(Self.box(0.6, 0.1, 0.2, 0.1)))])
        let picture = orientation < 5 ? (1_600.0, 1_200.0) : (1_200.0, 1_600.0)
        let pixel = "\(0.7 * picture.0)px \(0.15 * picture.1)px"
        let (plain, _) = try await hits(photo, ["0.7 0.15", pixel, "0.3 0.85"])
        #expect(plain.map(names) == [["spot"], ["spot"], []])
        for content in ContentMode.allCases {
            var view = PictureView()
            view.viewport = Size(width: 390, height: 844)
            (view.content, view.zoom, view.pan) = (content, 2.5, Point(x: 40, y: -12))
            view.rotation = 90
            let test = try HitTest(on: try #require(try photo.catalog.record(photo.id)))
            let shown = try view.mapping(of: test.picture, named: "")
                .screen(Point(x: 0.7, y: 0.15))
            let (found, _) = try await hits(photo, ["\(shown.x) \(shown.y)"]) { $0.view = view }
            #expect(found.map(names) == [["spot"]], "\(content)")
        }
    }

    @Test
    func `the hit test names a mask that cannot be decoded once, and tests the rest`() async throws
    {
        let notPNG = Data("no picture".utf8).base64EncodedString()
        let whole = Self.box(0, 0, 1, 1)
        let photo = try await RegionPhoto(regions: [
            Region(name: "below", shape: .rectangle(whole)),
            Region(name: "odd", shape: .mask(whole, png: notPNG)),
            Region(name: "text", shape: .mask(whole, png: "€")),
        ])
        let (found, report) = try await hits(photo, ["0.5 0.5", "0.6 0.6"])
        #expect(found.map(names) == [["below"], ["below"]])
        #expect(report.failures.map(\.code) == [.notAMask, .notAPicture])
        #expect(report.failures.first?.message.contains("the mask of region “text”") == true)
    }

    @Test func `the hit test says what is wrong where it cannot be done`() async throws {
        let photo = try await RegionPhoto()
        await #expect(throws: WitError(.viewInvalid, "")) {
            _ = try await self.hits(photo, ["0 0"]) { $0.view.zoom = 1e9 }
        }
        var record = try #require(try photo.catalog.record(photo.id))
        record.image?.width = nil
        #expect(throws: WitError(.sizeUnknown, "")) { _ = try HitTest(on: record) }
        let nowhere = PhotoSelection(["nowhere.jpg"], from: photo.folder.url.path)
        let report = try await HitRegions(on: nowhere, in: photo.catalog) { nil }.run()
        #expect(report.failures.map(\.code) == [.noSuchPhoto])
    }
}
