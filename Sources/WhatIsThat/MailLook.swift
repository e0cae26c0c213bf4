import Foundation
import OutputText
import ShareMail
import TOMLKit

/// What mails look like: the tables `map` and `templates` of the settings.
///
/// ```toml
/// [map]
/// link = "https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}#map={zoom}/{latitude}/{longitude}"
/// picture = true               # whether a locator map is drawn into mails
///
/// [templates]
/// folder = "~/mail-templates"  # your own, which stand above ours
/// language = "fr"              # of the mails that you write
/// ```
public struct MailLook: Sendable, Hashable {
    /// The page that shows a point on a map.
    public var mapLink = MapLink.openStreetMap
    /// Whether a locator map is drawn into mails.
    public var mapPicture = true
    /// A person's own folder of templates, an absolute path.
    public var templateFolder: String?
    /// The language of mails; nil for that of the environment.
    public var language: String?

    /// What somebody has who has set nothing.
    public init() {}

    /// The languages that a person would want, the first that there are templates in counts: the
    /// setting's, then that of the environment (POSIX: `LC_ALL`, `LC_MESSAGES`, `LANG`), then
    /// English.
    ///
    /// - Parameter environment: the process's environment.
    public func languages(environment: [String: String]) -> [String] {
        let named = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
            .first { !$0.isEmpty }
        return [language, named, "en"].compactMap(\.self)
    }

    /// Reads the table `map`.
    mutating func readMap(_ table: TOMLTable) throws(WitError) {
        for key in table.keys {
            guard SettingsTable.map.has(key) else {
                throw WitError.settings(
                    "[map] \(key) is not a setting; the keys are: \(SettingsTable.map.keyNames)")
            }
            switch key {
            case "link":
                guard let text = table[key]?.string else {
                    throw WitError.settings("[map] link: must be a string")
                }
                do throws(WitError) { mapLink = try MapLink(text) } catch {
                    throw WitError.settings("[map] link: \(error.message)")
                }
            case "picture":
                guard let value = table[key]?.bool else {
                    throw WitError.settings("[map] picture: must be true or false")
                }
                mapPicture = value
            default: break
            }
        }
    }

    /// Reads the table `templates`.
    ///
    /// - Parameter home: what a `~` at the beginning of the folder stands for.
    mutating func readTemplates(
        _ table: TOMLTable, home: String
    ) throws(WitError) {
        for key in table.keys {
            guard SettingsTable.templates.has(key) else {
                throw WitError.settings(
                    "[templates] \(key) is not a setting; the keys are: "
                        + SettingsTable.templates.keyNames)
            }
            guard let text = table[key]?.string, !text.isEmpty else {
                throw WitError.settings("[templates] \(key): must be a string")
            }
            switch key {
            case "folder":
                let path = text == "~" || text.hasPrefix("~/") ? home + text.dropFirst() : text
                guard path.hasPrefix("/") else {
                    throw WitError.settings(
                        "[templates] folder: must be a path that begins with / or ~, not “\(text)”")
                }
                var isFolder: ObjCBool = false
                let there = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                guard there, isFolder.boolValue else {
                    throw WitError.settings("[templates] folder: there is no folder “\(text)”")
                }
                templateFolder = path
            case "language": language = text
            default: break
            }
        }
    }
}
