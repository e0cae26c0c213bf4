import OutputText
import PhotoRecords
import Privacy
import ShareMail
import TOMLKit

/// The tables `[[home]]`: circles in which photos leave coarsely, whatever the command says.
///
/// ```toml
/// [[home]]
/// name = "Home"            # what it is called when it is said why; never sent
/// at = "48.1372,11.5756"   # degrees north and east
/// radius = 2.0             # kilometres
/// location = "10km"        # at most: 1km, 10km (if nothing is said), place or none
/// ```
extension Settings {
    /// The widest circle, in kilometres.
    private static let widest = 1_000.0

    static func homes(_ value: (any TOMLValueConvertible)?) throws(WitError) -> [HomeZone] {
        guard let tables = value?.array else {
            throw WitError.settings("home: must be written as [[home]], once for each zone")
        }
        var homes: [HomeZone] = []
        for index in 0..<tables.count {
            guard let table = tables[index].table else {
                throw WitError.settings("home: must be written as [[home]], once for each zone")
            }
            homes.append(try home(table))
        }
        return homes
    }

    private static func home(_ table: TOMLTable) throws(WitError) -> HomeZone {
        for key in table.keys where !SettingsTable.home.has(key) {
            throw WitError.settings(
                "[[home]] \(key) is not a setting; the keys are: \(SettingsTable.home.keyNames)")
        }
        if let value = table["name"], value.string == nil {
            throw WitError.settings("[[home]] name: must be a name on one line")
        }
        let name = table["name"]?.string ?? "Home"
        let place = "[[home]] “\(name)”"
        guard !name.isEmpty, name.allSatisfy({ !$0.isNewline }) else {
            throw WitError.settings("[[home]] name: must be a name on one line")
        }
        guard let text = table["at"]?.string, let center = point(text) else {
            throw WitError.settings(
                "\(place) at: must be degrees north and east, such as \"48.1372,11.5756\"")
        }
        guard let radius = table["radius"]?.double ?? table["radius"]?.int.map(Double.init),
            radius > 0, radius <= widest
        else {
            throw WitError.settings(
                "\(place) radius: must be kilometres, above 0 and at most \(Int(widest))")
        }
        var zone = HomeZone(name: name, center: center, radius: radius)
        if let value = table["location"] {
            guard let grade = value.string.flatMap(LocationGrade.init(rawValue:)), grade != .exact
            else {
                throw WitError.settings("\(place) location: must be one of 1km, 10km, place, none")
            }
            zone.grade = grade
        }
        return zone
    }

    private static func point(_ text: String) -> Coordinate? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.filter { !$0.isWhitespace })
        }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else {
            return nil
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
