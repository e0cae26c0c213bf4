import Folders
import OutputText
import TOMLKit

extension DerivedNames {
    /// Reads the settings' table `catalog`.
    ///
    /// ```toml
    /// [catalog]
    /// leave-out = ["*-small.jpg", "Exports/"]  # further names; a slash makes a folder's
    /// take-in = ["lost+found/"]                # names of the list that count; "*" for all
    /// ```
    init(_ table: TOMLTable) throws(WitError) {
        var lists: [String: [String]] = [:]
        for key in table.keys {
            guard SettingsTable.catalog.has(key) else {
                throw WitError.settings(
                    "[catalog] \(key) is not a setting; the keys are: "
                        + "\(SettingsTable.catalog.keyNames)"
                )
            }
            guard let array = table[key]?.array else {
                throw WitError.settings("[catalog] \(key): must be a list of names")
            }
            var names: [String] = []
            for value in array {
                guard let name = value.string, !name.isEmpty, name != "/", !name.hasPrefix("/")
                else {
                    throw WitError.settings(
                        "[catalog] \(key): must be names such as \"*.bak\" or \"Exports/\"")
                }
                guard name.hasSuffix("/") || !name.contains("/") else {
                    throw WitError.settings(
                        "[catalog] \(key): “\(name)” names folders, so it must end with a slash")
                }
                names.append(name)
            }
            lists[key] = names
        }
        let unknown = (lists["take-in"] ?? []).first { name in
            name != "*" && !Self.builtIn.contains { $0.pattern == name }
        }
        if let unknown {
            throw WitError.settings("[catalog] take-in: “\(unknown)” is not in the built-in list")
        }
        self.init(
            leavingOut: lists["leave-out"] ?? [], takingIn: lists["take-in"] ?? [])
    }
}
