import Gazetteer
import MIMEMessage
import OutputText
import PhotoRecords
import Testing

@testable import Privacy
@testable import ShareMail

/// Mails whose places' names stay at home while the point leaves: nothing may look them up again.
@Suite struct StrippedPlaceTests {
    /// The drawn photos with the names that the gazetteer gives to their points.
    private static let named = SampleShares.drawn.compactMap { path -> PhotoRecord? in
        guard var record = SampleShares.record(path) else { return nil }
        if let point = record.location?.coordinate, record.location?.place == nil {
            record.location?.place = PlaceNaming.installed?.place(at: point)
        }
        return record
    }

    @Test(arguments: FieldGroup.allCases)
    func `every photo can be shared without any group of fields`(group: FieldGroup) throws {
        #expect(Self.named.count { $0.location?.place?.name != nil } > 5)
        for (index, record) in Self.named.enumerated() {
            var options = try SampleShares.options()
            options.stripped = [group]
            options.language = ["en", "de", "fr", "es"][index % 4]
            do throws(WitError) {
                _ = try ShareComposer().compose([record], options)
            } catch {
                Issue.record("\(record.file ?? "?"): \(error)")
            }
        }
    }

    @Test func `a map without places' names has pins and land alone`() throws {
        let record = try #require(Self.named.first { $0.location?.place?.name != nil })
        var options = try SampleShares.options()
        let whole = try ShareComposer().pieces(of: [record], options)
        options.stripped = [.place]
        let bare = try ShareComposer().pieces(of: [record], options)
        let (first, second) = (try #require(whole.message.map), try #require(bare.message.map))
        #expect(first.bytes != second.bytes && second.bytes.count < first.bytes.count)
        #expect(bare.message.html?.contains("alt=\"Map\"") == true)
    }
}
