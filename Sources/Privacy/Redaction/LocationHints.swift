import PhotoRecords

/// What tells a place in a person's words without being its name: for the person to know.
enum LocationHints {
    /// What the first such thing is, in words: `a map link`; nil where there is none.
    ///
    /// - Parameter point: where the photo was taken, by which a geohash is known from other words.
    static func first(in text: String, of point: Coordinate?) -> String? {
        let plain = NumberText.plain(text)
        if plain.contains(#/geo:-?[0-9]|goo\.gl/maps|maps\.app\.goo\.gl|google\.[a-z.]{2,6}/maps/#)
            || plain.contains(#/maps\.google|maps\.apple|bing\.com/maps|openstreetmap\.org/#)
            || plain.contains(#/\bosm\.org|plus\.codes|what3words|w3w\.co/#)
            || plain.contains(#/\/\/\/[a-z]+\.[a-z]+\.[a-z]+/#)
        {
            return "a map link"
        }
        // Open Location Code: four to eight digits of its own alphabet, a plus, two or three more.
        let codes = plain.matches(
            of: #/\b([23456789cfghjmpqrvwx]{4,8})\+([23456789cfghjmpqrvwx]{2,3})\b/#)
        if codes.contains(where: { ($0.output.1 + $0.output.2).contains(where: \.isLetter) }) {
            return "a plus code"
        }
        if let point, let word = geohash(of: point, in: plain) { return "the geohash “\(word)”" }
        if let point, let word = gridReference(near: point, in: plain) {
            return "the grid reference “\(word)”"
        }
        let spellings = [plain, NumberText.joined(plain)].compactMap(\.self)
        return spellings.contains(where: hasCoordinates) ? "coordinates" : nil
    }

    /// Two numbers beside each other, of three decimals or finer, that may be degrees.
    private static func hasCoordinates(_ plain: String) -> Bool {
        let tokens = CoordinateTokens(Array(plain.utf8)).tokens.filter {
            !$0.isClock && $0.step <= 0.001_1
        }
        return zip(tokens, tokens.dropFirst()).contains { first, second in
            first.degrees <= 90 && second.degrees <= 180 && second.offset - first.offset < 40
        }
    }

    /// UTM or MGRS within some 20 km of the point.
    private static func gridReference(near point: Coordinate, in plain: String) -> String? {
        let bytes = Array(plain.utf8)
        let near = GridReference.all(in: bytes).first {
            abs($0.coordinate.latitude - point.latitude) < 0.2
                && abs($0.coordinate.longitude - point.longitude) < 0.4 && $0.step <= 1_000
        }
        return near.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    private static let alphabet = Array("0123456789bcdefghjkmnpqrstuvwxyz")

    /// A word that begins as the point's geohash does, to about 5 km.
    private static func geohash(of point: Coordinate, in plain: String) -> Substring? {
        let start = hash(of: point, length: 5)
        return plain.split { !$0.isLetter && !$0.isNumber }.first { word in
            (5...12).contains(word.count) && word.hasPrefix(start)
                && word.allSatisfy(alphabet.contains)
        }
    }

    /// The bits of longitude and latitude by turns, five to a letter.
    static func hash(of point: Coordinate, length: Int) -> String {
        var (along, up) = ((-180.0, 180.0), (-90.0, 90.0))
        func halve(_ range: inout (Double, Double), _ value: Double) -> Int {
            let middle = (range.0 + range.1) / 2
            if value >= middle { range.0 = middle } else { range.1 = middle }
            return value >= middle ? 1 : 0
        }
        var letters = ""
        var isAlong = true
        for _ in 0..<length {
            var index = 0
            for _ in 0..<5 {
                let bit = isAlong ? halve(&along, point.longitude) : halve(&up, point.latitude)
                index = index * 2 + bit
                isAlong.toggle()
            }
            letters.append(alphabet[index])
        }
        return letters
    }
}
