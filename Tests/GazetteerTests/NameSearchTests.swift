import Foundation
import PhotoRecords
import TestSupport
import Testing

@testable import Gazetteer

/// Finding places by their names.
struct NameSearchTests {
    private static let installed: Result<PlaceDirectory, any Error> = Result {
        try PlaceDirectory(
            path: #require(InstalledGazetteer.path(environment: [:]), "no file of places"))
    }
    private let gazetteer: PlaceDirectory

    init() throws { gazetteer = try Self.installed.get() }

    private func one(_ text: String) throws -> NamedPlace {
        let found = gazetteer.lookUp(text)
        guard case .one(let place) = found else {
            Issue.record("“\(text)” is not one place: \(found)")
            throw CancellationError()
        }
        return place
    }

    @Test(arguments: [
        ("Paris", "Paris", "FR"), ("paris", "Paris", "FR"), ("Paris, Texas", "Paris", "US"),
        ("Paris,FR", "Paris", "FR"), ("Paris, TX, US", "Paris", "US"),
        ("Paris, France", "Paris", "FR"), ("zurich", "Zürich", "CH"),
        ("ZÜRICH", "Zürich", "CH"), ("sao paulo", "São Paulo", "BR"),
        ("Cambridge, Massachusetts", "Cambridge", "US"), ("cambridge, gb", "Cambridge", "GB"),
        ("Cambridge, MA", "Cambridge", "US"), ("München", "Munich", "DE"),
        ("Munchen", "Munich", "DE"), ("Wien", "Vienna", "AT"), ("Milano", "Milan", "IT"),
        ("Londres", "London", "GB"), ("Roma", "Rome", "IT"), ("Rom", "Rome", "IT"),
        ("Praha", "Prague", "CZ"), ("Lisboa", "Lisbon", "PT"), ("Venezia", "Venice", "IT"),
        ("Genève", "Geneva", "CH"), ("Straßburg", "Strasbourg", "FR"),
        ("東京", "Tokyo", "JP"), ("Москва", "Moscow", "RU"), ("Νάξος", "Náxos", "GR"),
        ("ναξοσ", "Náxos", "GR"), ("서울", "Seoul", "KR"), ("القاهرة", "Cairo", "EG"),
        ("กรุงเทพ", "Bangkok", "TH"), ("Łódź", "Łódź", "PL"), ("lodz", "Łódź", "PL"),
        ("İstanbul", "Istanbul", "TR"), ("Da Nang", "Da Nang", "VN"),
        ("L’Aquila", "L'Aquila", "IT"), ("Saint-Gall, CH", "Sankt Gallen", "CH"),
    ])
    func `a place is found by its name, also in another language or script, case and accents aside`(
        text: String, name: String, country: String
    ) throws {
        let found = try one(text)
        #expect(found.name == name)
        #expect(found.country == country)
    }

    @Test(arguments: ["Paris, US", "Springfield", "Neustadt", "Valencia", "Cambridge", "Newcastle"])
    func `where several places of comparable size bear a name, none is taken`(text: String) throws {
        guard case .several(let places) = gazetteer.lookUp(text) else {
            Issue.record("“\(text)” is one place")
            return
        }
        #expect(places.count > 1)
        #expect(places.map(\.population) == places.map(\.population).sorted(by: >))
        // As each is listed, it can be named.
        let listed = Set(places.map { [$0.name, $0.region, $0.country].compactMap(\.self) })
        for parts in listed {
            switch gazetteer.lookUp(parts.joined(separator: ", ")) {
            case .one(let place): #expect(place.name == parts[0])
            case .several(let same): #expect(same.allSatisfy { $0.country == parts.last })
            case .none: Issue.record("\(parts) is not found")
            }
        }
    }

    @Test
    func `the beginning of a name finds no place, but suggests what may have been meant`() throws {
        guard case .none(let suggestions) = gazetteer.lookUp("New York C") else {
            Issue.record("half a name was taken for a place")
            return
        }
        #expect(suggestions.first?.name == "New York City")
        #expect(suggestions.map(\.population) == suggestions.map(\.population).sorted(by: >))
        guard case .none(let few) = gazetteer.lookUp("Boulogne-Billanc", limit: 3) else {
            Issue.record("half a name was taken for a place")
            return
        }
        #expect(few.first?.name == "Boulogne-Billancourt")
        #expect(few.count <= 3)
    }

    @Test(arguments: ["", " ", ",", "Xyzzyxqq", "Paris, Atlantis", "\u{0}", "ﷺﷺﷺ"])
    func `what is not a place is not found`(text: String) throws {
        #expect(gazetteer.places(named: text).isEmpty)
        #expect(gazetteer.lookUp(text) == .none(beginningSo: []))
    }

    @Test
    func `a name in another language counts only where it is asked to`() throws {
        #expect(gazetteer.places(named: "Londres").first?.name == "London")
        let own = gazetteer.places(named: "Londres", byAlternates: false)
        #expect(!own.isEmpty && own.allSatisfy { Folding.key($0.name) == "londres" })
    }

    @Test
    func `1,000 names drawn at random find a place that bears them, or a question with one`() throws
    {
        let names = try #require(gazetteer.bearers.nameFile, "no file of names")
        #expect(names.count > 700_000)
        var generator = SplitMix(state: 11)
        var (ones, questions) = (0, 0)
        for _ in 0..<1_000 {
            let block = names.names(ofBlock: Int.random(in: 0..<names.blocks, using: &generator))
            for (one, next) in zip(block, block.dropFirst()) {
                #expect(one.name.unicodeScalars.lexicographicallyPrecedes(next.name.unicodeScalars))
            }
            let (name, places) = try #require(block.randomElement(using: &generator))
            #expect(Folding.key(name) == name, "the key of “\(name)” is another")
            let bearers = Set(places.compactMap { gazetteer.named($0) })
            switch gazetteer.lookUp(name, limit: 1_000) {
            case .one(let place):
                ones += 1
                #expect(bearers.contains(place), "“\(name)” finds \(place)")
                #expect(place.population == bearers.map(\.population).max())
            case .several(let several):
                questions += 1
                #expect(several.allSatisfy(bearers.contains), "“\(name)” asks for others")
            case .none: Issue.record("“\(name)” is not found")
            }
        }
        print("names: \(ones) of 1000 find one place, \(questions) a question")
        #expect(ones + questions == 1_000 && ones > 800)
    }

    @Test
    func
        `each main name of the file of places is found, as is the first and the last of all names`()
        throws
    {
        var start = 0
        var unfound = 0
        var number = 0
        while let (name, next) = gazetteer.file.name(at: start) {
            number += 1
            if number % 97 == 0 || start == 0 || gazetteer.file.name(at: next) == nil {
                let found = gazetteer.places(named: name, limit: .max, byAlternates: false)
                if !found.contains(where: { $0.name == name }), !Folding.key(name).isEmpty {
                    unfound += 1
                }
            }
            start = next
        }
        #expect(unfound == 0)
    }

    @Test
    func `without the file of names, or with another's, the places' own names are found`() throws {
        let folder = try TemporaryFolder()
        let places = try #require(InstalledGazetteer.path(environment: [:]))
        let installed = URL(filePath: places).deletingLastPathComponent()
            .appending(path: NameFile.fileName)
        try FileManager.default.copyItem(atPath: places, toPath: folder.path("places.gazetteer"))
        var names = try Data(contentsOf: installed)
        #expect(names.count < 8_000_000)
        names[16] ^= 1
        for file in [nil, names, names.prefix(1_000)] {
            try file?.write(to: URL(filePath: folder.path(NameFile.fileName)))
            let alone = try PlaceDirectory(path: folder.path("places.gazetteer"))
            #expect(alone.places(named: "zurich").first?.name == "Zürich")
            #expect(alone.places(named: "Londres").allSatisfy { $0.name == "Londres" })
            #expect(alone.places(beginning: "Boulogne-Billanc", limit: 1).count == 1)
        }
    }

    @Test
    func `whatever is changed in the file of names, asking ends in an answer`() throws {
        let folder = try TemporaryFolder()
        let places = try #require(InstalledGazetteer.path(environment: [:]))
        let whole = try Data(
            contentsOf: URL(filePath: places).deletingLastPathComponent()
                .appending(path: NameFile.fileName))
        let identity = gazetteer.file.identity
        var generator = SplitMix(state: 7)
        var read = 0
        for round in 0..<12 {
            var data = whole
            let (first, last) = [(24, 64), (64, 50_000), (64, data.count)][round % 3]
            // In place: Data copies itself for a change while it is also held as something else.
            data.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
                for _ in 0..<(round % 3 == 0 ? 1 : 20_000) {
                    let index = Int.random(in: first..<last, using: &generator)
                    bytes[index] = UInt8.random(in: 0...255, using: &generator)
                }
            }
            let path = folder.path("names")
            try data.write(to: URL(filePath: path))
            guard let names = NameFile(path: path, of: identity) else { continue }
            read += 1
            for key in ["munchen", "東京", "a", "zz", "zurich"] {
                _ = names.places(named: key)
                _ = names.places(beginning: key, names: 100)
            }
        }
        #expect(read > 6)
    }
}
