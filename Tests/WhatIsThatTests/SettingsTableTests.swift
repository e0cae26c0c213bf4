import OutputText
import Testing

@testable import WhatIsThat

/// What the tables of the settings list is what is read.
@Suite struct SettingsTableTests {
    @Test(arguments: SettingsTable.all)
    func `every key that is listed is known to the reader of its table`(table: SettingsTable) throws
    {
        for key in table.keys {
            // A date is a value that no key takes: what is wrong is the value, not the key.
            let error = #expect(throws: WitError.self) {
                try Self.read(table, key.name)
            }
            #expect(error?.message.contains("there are:") == false, "\(error?.message ?? "")")
            #expect(error?.message.contains("there is:") == false, "\(error?.message ?? "")")
        }
    }

    @Test(arguments: SettingsTable.all)
    func `a key that is not listed is refused, with all that are`(table: SettingsTable) throws {
        let error = #expect(throws: WitError.self) { try Self.read(table, "colour", "1") }
        for key in table.keys { #expect(error?.message.contains(key.name) == true) }
    }

    private static func read(_ table: SettingsTable, _ key: String, _ value: String = "2024-05-01")
        throws
    {
        let header = table.header.replacing("NAME", with: "home")
        // What must be there, so that the key is the only thing that can be wrong.
        let rest =
            switch table.name {
            case "accounts": "address = \"anna@example.org\""
            case "home": "at = \"1,2\"\nradius = 1"
            default: ""
            }
        let others = rest.split(separator: "\n").filter { !$0.hasPrefix(key + " ") }
        let text = ([Substring(header), "\(key) = \(value)"] + others).joined(separator: "\n")
        _ = try Settings(toml: text, path: "settings.toml", home: "/")
    }
}
