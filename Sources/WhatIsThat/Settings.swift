import Folders
import Foundation
import MailTransport
import OutputText
import Privacy
import ShareMail
import TOMLKit

/// A person's settings: a TOML file of tables, each of which one part of the program reads.
///
/// ```toml
/// [limits]            # how much is taken from foreign mail
/// parts = 5000
/// decoded = "2G"
///
/// [accounts.home]     # a mail account
/// address = "anna@example.org"
/// [catalog]           # what folders are cataloged without
/// leave-out = ["*-small.jpg", "Exports/"]
/// [[home]]            # photos taken here leave coarsely
/// name = "Home"
/// at = "48.1372,11.5756"
/// radius = 2.0
/// ```
///
/// A table or key that is not known is an error that names the file and the key: a setting that is
/// misspelled must not be passed over.
public struct Settings: Sendable {
    /// The file they came from; nil where there is none.
    public let path: String?
    /// Where they would lie, where there are none.
    private(set) var expectedPath = ""
    /// How much is taken from foreign mail: the table `limits`.
    public var mailLimits = MailLimits()
    /// The mail accounts by their names: the tables `accounts.…`.
    public var accounts: [MailAccount] = []
    /// Where photos leave coarsely, whatever the command says: the tables `[[home]]`.
    public var homes: [HomeZone] = []
    /// What mails look like: the tables `map` and `templates`.
    public var mailLook = MailLook()
    /// Whether answers to questions go to an address with the question's tag: the table `ask`.
    public var tagsAnswerAddress = false
    /// What other programs make of photos and folders are cataloged without: the table `catalog`.
    public var derivedNames = DerivedNames()

    /// The settings of somebody who has set nothing.
    public init() { path = nil }

    /// Reads the settings: those of the file named, else `WIT_SETTINGS`, else `wit/settings.toml`
    /// in the XDG configuration folder, if it is there.
    ///
    /// - Parameters:
    ///   - given: a path from the command line; a relative one counts from the current folder.
    ///   - environment: the process's environment.
    /// - Throws: ``WitError`` if a file that was named is not there, or one cannot be read.
    public init(
        given: String?, environment: [String: String]
    ) throws(WitError) {
        let named = given ?? environment["WIT_SETTINGS"].flatMap { $0.isEmpty ? nil : $0 }
        let path = absolutePath(named ?? Self.defaultPath(environment))
        guard FileManager.default.fileExists(atPath: path) else {
            if named != nil { throw WitError.settings("\(path): the settings file does not exist") }
            self.init()
            expectedPath = path
            return
        }
        guard let data = FileManager.default.contents(atPath: path),
            let text = String(validating: data, as: UTF8.self)
        else { throw WitError.settings("\(path): can't be read as a text file in UTF-8") }
        try self.init(toml: text, path: path, home: Self.home(environment))
    }

    /// Reads the settings in a text.
    ///
    /// - Parameters:
    ///   - path: what to call it where something is wrong.
    ///   - home: what `~` stands for.
    init(toml text: String, path: String, home: String = NSHomeDirectory())
        throws(WitError)
    {
        self.path = path
        let root: TOMLTable
        do {
            root = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw WitError.settings(
                "\(path): not valid TOML: \(error.description) (line \(error.source.begin.line))")
        } catch {
            throw WitError.settings("\(path): not valid TOML: \(ErrorWords.sentence(of: error))")
        }
        do throws(WitError) {
            for key in root.keys {
                if key == "home" {
                    homes = try Self.homes(root[key])
                    continue
                }
                guard let table = root[key]?.table else {
                    throw WitError.settings(
                        "“\(key)” is not a table of the settings; the tables are: \(Self.tables)")
                }
                switch key {
                case "limits": try readLimits(table)
                case "accounts": try readAccounts(table, home: home)
                case "ask": try readAsk(table)
                case "catalog": derivedNames = try DerivedNames(table)
                case "map": try mailLook.readMap(table)
                case "templates": try mailLook.readTemplates(table, home: home)
                default:
                    throw WitError.settings(
                        "[\(key)] is not a table of the settings; the tables are: \(Self.tables)")
                }
            }
        } catch {
            throw WitError.settings("\(path): \(error.message)")
        }
    }

    private static let tables = SettingsTable.all.map(\.name).joined(separator: ", ")

    private mutating func readAsk(_ table: TOMLTable) throws(WitError) {
        for key in table.keys {
            guard SettingsTable.ask.has(key) else {
                throw WitError.settings(
                    "[ask] \(key) is not a setting; the keys are: \(SettingsTable.ask.keyNames)")
            }
            guard let value = table[key]?.bool else {
                throw WitError.settings("[ask] \(key): must be true or false")
            }
            tagsAnswerAddress = value
        }
    }

    private mutating func readLimits(_ table: TOMLTable) throws(WitError) {
        for key in table.keys {
            let value = table[key]
            guard let text = value?.int.map(String.init) ?? value?.string else {
                throw WitError.settings(
                    "[limits] \(key): must be a whole number or a string such as \"2G\"")
            }
            do {
                try mailLimits.set(key, to: text)
            } catch {
                throw WitError.settings("[limits] \(error.message)")
            }
        }
    }

    /// Where the settings lie that nobody names.
    ///
    /// - Parameter environment: the process's environment.
    public static func defaultPath(_ environment: [String: String]) -> String {
        let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (folder ?? home(environment) + "/.config") + "/wit/settings.toml"
    }

    private static func home(_ environment: [String: String]) -> String {
        environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    }
}
