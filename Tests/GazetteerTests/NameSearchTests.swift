import PhotoRecord
import Testing

@testable import Gazetteer

/// Finding places by their names.
struct NameSearchTests {
    private static func search(_ text: String, limit: Int = 20) throws -> [NamedPlace] {
        let path = try #require(InstalledPlaces.path(environment: [:]), "no file of places")
        return try Gazetteer(path: path).places(named: text, limit: limit)
    }

    @Test(
        "a place is found by its name, the most populous first, marks and case aside",
        arguments: [
            ("Paris", "Paris", "FR"), ("paris", "Paris", "FR"), ("Paris, Texas", "Paris", "US"),
            ("Paris,US", "Paris", "US"), ("zurich", "Zürich", "CH"), ("ZÜRICH", "Zürich", "CH"),
            ("sao paulo", "São Paulo", "BR"), ("Cambridge, Massachusetts", "Cambridge", "US"),
            ("cambridge, gb", "Cambridge", "GB"),
        ])
    func exact(text: String, name: String, country: String) throws {
        let found = try #require(try Self.search(text).first)
        #expect(found.name == name)
        #expect(found.country == country)
    }

    @Test("where no name is the text itself, names that begin so are found")
    func prefix() throws {
        let found = try Self.search("Boulogne-Billanc", limit: 3)
        #expect(found.first?.name == "Boulogne-Billancourt")
        let many = try Self.search("New Yor", limit: 3)
        #expect(many.first?.name == "New York City")
        #expect(many.count <= 3)
        #expect(many.map(\.population) == many.map(\.population).sorted(by: >))
    }

    @Test(
        "what is no place is not found",
        arguments: ["", " ", ",", "Xyzzyxqq", "Paris, Atlantis", "\u{0}", "ﷺﷺﷺ"])
    func unknown(text: String) throws { #expect(try Self.search(text).isEmpty) }

    @Test("the first and the last name of the file are found")
    func ends() throws {
        let path = try #require(InstalledPlaces.path(environment: [:]))
        let gazetteer = try Gazetteer(path: path)
        var start = 0
        var last = ""
        let first = try #require(gazetteer.file.name(at: 0)?.name)
        while let (name, next) = gazetteer.file.name(at: start) {
            last = name
            start = next
        }
        for name in [first, last] {
            #expect(gazetteer.places(named: name).contains { $0.name == name }, "\(name)")
        }
    }
}
