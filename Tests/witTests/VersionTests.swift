import Foundation
import PhotoRecords
import TestSupport
import Testing

/// Everything that says the version says that of `ProgramVersion`.
@Suite struct VersionTests {
    @Test func `the program, make and the list of changes agree on the version`() throws {
        let version = ProgramVersion.number
        #expect(version.wholeMatch(of: #/[0-9]+\.[0-9]+\.[0-9]+/#) != nil)
        #expect(try Program.wit(["--version"]).output == version + "\n")
        let changes = try String(
            contentsOf: Checkout.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let newest = changes.split(separator: "\n").first { $0.hasPrefix("## ") }
        #expect(newest?.hasPrefix("## \(version) ") == true, "\(newest ?? "")")
        guard let make = try Program.needed("make") else { return }
        let said = try make.running(in: Checkout.root.path)(["-s", "version"])
        #expect(said.output == version + "\n", "\(said.errors)")
    }
}
