import PhotoRecords
import Testing

@testable import PhotoMetadata

struct DateSpellingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let local: String?
        let offset: String?
        init(_ text: String, _ local: String?, _ offset: String? = nil) {
            (self.text, self.local, self.offset) = (text, local, offset)
        }
        var testDescription: String { text }
    }

    @Test(arguments: [
        Case("2024:05:01 10:22:33", "2024-05-01T10:22:33"),
        Case("2024:5:1 9:2:3", "2024-05-01T09:02:03"),
        Case("2024-05-01 10:22:33", "2024-05-01T10:22:33"),
        Case("2024/05/01 10:22:33", "2024-05-01T10:22:33"),
        Case("2024.05.01 10.22.33", "2024-05-01T10:22:33"),
        Case("2024-05-01T10:22:33.125+02:00", "2024-05-01T10:22:33.125", "+02:00"),
        Case("2024-05-01T10:22:33Z", "2024-05-01T10:22:33", "+00:00"),
        Case("2024-05-01T10:22-03:30", "2024-05-01T10:22:00", "-03:30"),
        Case("2024-05-01T10:22", "2024-05-01T10:22:00"),
        Case("2024:05:01", "2024-05-01"),
        Case("2024:05:01   :  :  ", "2024-05-01"),
        Case("  2024:05:01 10:22:33  ", "2024-05-01T10:22:33"),
        Case("0000:00:00 00:00:00", nil), Case("", nil), Case("    :  :     :  :  ", nil),
        Case("2024:13:01 10:22:33", nil), Case("2023:02:29 10:22:33", nil),
        Case("2024:05:01 25:00:00", nil), Case("2024:05:01 10:22:33 noon", nil),
        Case("24:05:01 10:22:33", nil), Case("yesterday", nil), Case("2024-05", nil),
    ])
    func `dates are read in every spelling that photos have`(_ item: Case) {
        let read = DateSpelling(item.text)
        #expect(read?.local.iso == item.local)
        #expect(read?.offset?.description == item.offset)
    }

    @Test
    func `a date of zeros and blanks is void, a wrong one is not`() {
        #expect(DateSpelling.isVoid("0000:00:00 00:00:00"))
        #expect(DateSpelling.isVoid("    :  :  "))
        #expect(!DateSpelling.isVoid("2024:13:01"))
    }
}
