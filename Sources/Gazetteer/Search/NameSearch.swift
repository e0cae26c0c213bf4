import Foundation
import PhotoRecords

extension PlaceDirectory {
    /// Places of exactly a name, the most populous first; case, accents and punctuation aside, in any
    /// script (`Folding.key`).
    ///
    /// What follows a comma narrows it down, by region or country: `Paris, FR`, `Paris, Texas`,
    /// `Paris, TX, US`, `Paris, France`.
    ///
    /// - Parameters:
    ///   - text: The name.
    ///   - limit: How many at most.
    ///   - byAlternates: Whether the names that a place has in other languages count (`Londres`,
    ///     `東京`), too.
    public func places(
        named text: String, limit: Int = 20, byAlternates: Bool = true
    ) -> [NamedPlace] {
        bearers(of: text).lazy.filter { byAlternates || $0.isOwn }.prefix(limit)
            .compactMap { self.named($0.place) }
    }

    /// Places with a name that begins so, the most populous first: what a person may have meant.
    ///
    /// - Parameters:
    ///   - text: What the name begins with.
    ///   - limit: How many at most.
    public func places(beginning text: String, limit: Int) -> [NamedPlace] {
        let numbers = Set(bearers.places(beginning: Folding.key(text)))
        return numbers.sorted(by: isLarger).prefix(limit).compactMap { named($0) }
    }

    /// A place that bears a name.
    struct PlaceNameMatch {
        var place: Int
        /// Whether it is the place's own name, not one in another language.
        var isOwn: Bool
    }

    /// Those who bear a name, the most populous first.
    func bearers(of text: String) -> [PlaceNameMatch] {
        let whole = bearers(text, within: [])
        if !whole.isEmpty { return whole }
        let parts = text.split(separator: ",")
        guard parts.count > 1, let first = parts.first else { return [] }
        // An area that is said again narrows nothing down.
        let areas = Set(parts.dropFirst().map(Folding.key).filter { !$0.isEmpty })
        return bearers(first, within: areas.sorted())
    }

    private func bearers(_ name: some StringProtocol, within areas: [String]) -> [PlaceNameMatch] {
        let key = Folding.key(name)
        return bearers.places(key)
            .filter { place in areas.allSatisfy { lies(place, in: $0) } }
            .sorted(by: isLarger)
            .map { place in
                let own = file.name(at: file.nameStart(place))?.name
                return PlaceNameMatch(place: place, isOwn: own.map(Folding.key) == key)
            }
    }

    private func isLarger(_ left: Int, _ right: Int) -> Bool {
        (file.size(right), left) < (file.size(left), right)
    }

    /// Whether a place lies in a region or country, by its key.
    private func lies(_ place: Int, in area: String) -> Bool {
        guard let number = file.region(place) else { return false }
        let region = file.regions[number]
        if region.country.lowercased() == area { return true }
        if let name = region.name.map(Folding.key) {
            // Two letters are a code.
            if name == area || area.utf8.count > 2 && name.hasPrefix(area) { return true }
            if region.country == "US", StateCodes.names[area] == name { return true }
        }
        return [Locale(identifier: "en"), .current].contains {
            $0.localizedString(forRegionCode: region.country).map(Folding.key) == area
        }
    }
}

/// The postal codes of the United States, as people write them after a town's name.
enum StateCodes {
    /// The key of a state's name by the key of its code.
    static let names: [String: String] = Dictionary(
        """
        al alabama,ak alaska,az arizona,ar arkansas,ca california,co colorado,ct connecticut,\
        de delaware,dc washington d c,fl florida,ga georgia,hi hawaii,id idaho,il illinois,\
        in indiana,ia iowa,ks kansas,ky kentucky,la louisiana,me maine,md maryland,\
        ma massachusetts,mi michigan,mn minnesota,ms mississippi,mo missouri,mt montana,\
        ne nebraska,nv nevada,nh new hampshire,nj new jersey,nm new mexico,ny new york,\
        nc north carolina,nd north dakota,oh ohio,ok oklahoma,or oregon,pa pennsylvania,\
        ri rhode island,sc south carolina,sd south dakota,tn tennessee,tx texas,ut utah,\
        vt vermont,va virginia,wa washington,wv west virginia,wi wisconsin,wy wyoming
        """.split(separator: ",").map { (String($0.prefix(2)), String($0.dropFirst(3))) },
        uniquingKeysWith: { first, _ in first })
}
