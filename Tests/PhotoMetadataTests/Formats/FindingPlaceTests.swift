import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import PhotoMetadata

/// Where a finding says that it is, there the file is.
struct FindingPlaceTests {
    private func expectPlacesWithin(_ bytes: [UInt8]) -> Int {
        guard let record = try? PhotoReader().read(bytes: bytes).record else { return 0 }
        let offsets = record.findings.filter { $0.place.hasPrefix("@") }
            .compactMap { Int($0.place.dropFirst()) }
        for offset in offsets { #expect((0...bytes.count).contains(offset)) }
        return offsets.count
    }

    @Test(arguments: FormatFixturesTests.fixtures)
    func `findings of a truncated file name no place beyond its end`(
        _ fixture: FormatFixturesTests.Fixture
    ) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: fixture.path)))
        var found = 0
        for count in stride(from: 12, to: bytes.count, by: max(1, bytes.count / 50)) {
            found += expectPlacesWithin(Array(bytes.prefix(count)))
        }
        #expect(found > 0)
    }

    @Test(arguments: [
        Array("II*\0".utf8) + [0xFF, 0xFF, 0, 0],
        Array("II*\0".utf8) + [
            8, 0, 0, 0, 1, 0, 0xBC, 2, 1, 0, 0xFF, 0, 0, 0, 0xFF, 0xFF, 0, 0,
        ]
            + [0, 0, 0, 0],
        Array("FUJIFILMCCD-RAW 0201".utf8),
    ])
    func `a header that points beyond the end is placed at the end`(bytes: [UInt8]) {
        #expect(expectPlacesWithin(bytes) > 0)
    }
}
