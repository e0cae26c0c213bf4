import PhotoRecords

/// Finds places near a point in the grid of the file.
struct PlaceSearch {
    /// A place by its number, and how far it is.
    struct Hit {
        var place: Int
        var kilometres: Double
    }

    private let file: GazetteerFile
    private let point: Sphere

    init(_ file: GazetteerFile, around point: Coordinate) {
        self.file = file
        self.point = Sphere(point)
    }

    /// The radii that are searched one after the other until one holds a place: most points of
    /// photos have one within the first.
    private static let radii = [4.0, 16, 64, 192, 500, 1024, 4096, Sphere.farthest]

    /// The nearest place within a distance in kilometres; of several equally near ones the first
    /// of the file.
    func nearest(within most: Double = Sphere.farthest) -> Hit? {
        for radius in Self.radii {
            let radius = min(radius, most)
            var best: Hit?
            // Most places of the boxes are farther than the best one: that is seen without any sine.
            let chord = HaversineLowerBound(around: point, reaching: radius)
            var bound = chord.square(ofKilometres: radius)
            visit(within: radius) { place, latitude, longitude in
                if chord.least(latitude: latitude, longitude: longitude) > bound { return }
                let distance = point.kilometres(latitude: latitude, longitude: longitude)
                if let known = best,
                    known.kilometres < distance
                        || known.kilometres == distance && known.place < place
                {
                    return
                }
                best = Hit(place: place, kilometres: distance)
                bound = min(bound, chord.square(ofKilometres: distance))
            }
            // The boxes reach farther than the circle: what lies in their corners is not yet
            // known to be the nearest.
            if let best, best.kilometres <= radius || radius == Sphere.farthest { return best }
            if radius == most { return nil }
        }
        return nil
    }

    /// The place that a person would name (`Gazetteer.md`, “Which place is named”), by the
    /// nearest one.
    func named(besides nearest: Hit) -> Hit {
        guard let country = country(nearest.place) else { return nearest }
        var best = nearest
        var bestScore = Reach.score(nearest.kilometres, file.size(nearest.place))
        let slack = max(0, bestScore)
        visit(within: Reach.most + slack) { place, latitude, longitude in
            let size = file.size(place)
            // A cheap bound first: two of three places are too small to reach so far.
            let limit = Reach.atMost(size) + slack
            if abs(latitude - point.latitude) * Sphere.kilometresADegree > limit { return }
            let distance = point.kilometres(latitude: latitude, longitude: longitude)
            if distance > limit { return }
            let score = Reach.score(distance, size)
            if score > bestScore || self.country(place) != country { return }
            if score == bestScore,
                (best.kilometres, best.place) <= (distance, place)
            {
                return
            }
            best = Hit(place: place, kilometres: distance)
            bestScore = score
        }
        return best
    }

    /// The place with the most people within a distance, of the country of the nearest one; of several
    /// the first of the file. Nil where none lies so near.
    func largest(within kilometres: Double) -> Hit? {
        guard let nearest = nearest(within: kilometres) else { return nil }
        let country = country(nearest.place)
        var best = nearest
        visit(within: kilometres) { place, latitude, longitude in
            let (size, known) = (file.size(place), file.size(best.place))
            if size < known || size == known && place >= best.place { return }
            let distance = point.kilometres(latitude: latitude, longitude: longitude)
            if distance > kilometres || self.country(place) != country { return }
            best = Hit(place: place, kilometres: distance)
        }
        return best
    }

    private func country(_ place: Int) -> String? {
        file.region(place).map { file.regions[$0].country }
    }

    /// Passes on all places of a circle, and some beside it, with their coordinates.
    @inline(__always)
    func visit(
        within kilometres: Double, _ body: (_ place: Int, Double, Double) -> Void
    ) {
        // A little more than the circle: nothing is lost to rounding.
        let wide = kilometres * 1.000_001 + 0.001
        let height = wide / Sphere.kilometresADegree
        let south = max(point.latitude - height + 90, 0)
        let north = min(point.latitude + height + 90, 180)
        var west = 0.0
        var east = 360.0
        if let reach = point.reach(kilometres: wide), reach < 179 {
            west = point.longitude + 180 - reach
            east = point.longitude + 180 + reach
        }
        let lastRow = min(Int(north), GazetteerFile.rows - 1)
        let lastColumn = east - west >= 360 ? 359 : Int(east.rounded(.down))
        for row in min(Int(south), GazetteerFile.rows - 1)...lastRow {
            let (low, high) = Self.steps(south - Double(row), north - Double(row))
            for turn in Int(west.rounded(.down))...lastColumn {
                let column = (turn + 360) % 360
                let places = file.places(row: row, column: column)
                if places.isEmpty { continue }
                let (left, right) = Self.steps(west - Double(turn), east - Double(turn))
                var place = low == 0 ? places.lowerBound : first(in: places, from: low)
                while place < places.upperBound {
                    let up = file.north(place)
                    if up > high { break }
                    let along = file.east(place)
                    if along >= left && along <= right {
                        body(
                            place, Self.degrees(row - 90, up), Self.degrees(column - 180, along))
                    }
                    place += 1
                }
            }
        }
    }

    /// The first place of a cell that lies as far north.
    private func first(in places: Range<Int>, from low: Int) -> Int {
        var (lower, upper) = (places.lowerBound, places.upperBound)
        while lower < upper {
            let middle = (lower + upper) / 2
            if file.north(middle) < low { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }

    /// What part of a cell lies between two edges, in 65536ths of a degree.
    private static func steps(_ from: Double, _ to: Double) -> (Int, Int) {
        (Int(max(from, 0) * 65_536) - 1, Int(min(to, 1) * 65_536) + 1)
    }

    /// Degrees of a place, the middle of its 65536th.
    static func degrees(_ whole: Int, _ part: Int) -> Double {
        Double(whole) + (Double(part) + 0.5) / 65_536
    }
}
