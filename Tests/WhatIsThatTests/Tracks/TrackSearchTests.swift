import PhotoRecords
import Testing

@testable import ExchangeFormats
@testable import WhatIsThat

@Suite struct TrackSearchTests {
    private func point(
        _ seconds: Double, _ latitude: Double, _ longitude: Double, _ altitude: Double? = nil
    ) throws -> TrackPoint {
        TrackPoint(
            seconds: seconds,
            coordinate: try #require(Coordinate(latitude: latitude, longitude: longitude)),
            altitude: altitude)
    }

    private func search(_ segments: [[TrackPoint]], gap: Double = 1_800) -> TrackSearch {
        TrackSearch([Track(name: "walk.gpx", segments: segments)], gap: gap)
    }

    private func isNear(
        _ found: TrackSearch.Found?, _ latitude: Double, _ longitude: Double
    ) -> Bool {
        guard let coordinate = found?.point.coordinate else { return false }
        return abs(coordinate.latitude - latitude) < 1e-6
            && abs(coordinate.longitude - longitude) < 1e-6
    }

    @Test func `between two points the way is gone at an even pace`() throws {
        let search = search([[try point(100, 48, 2, 100), try point(200, 48.001, 2.001, 200)]])
        #expect(isNear(search.place(at: 100), 48, 2))
        #expect(isNear(search.place(at: 125), 48.00025, 2.00025))
        #expect(search.place(at: 125)?.point.altitude == 125)
        #expect(isNear(search.place(at: 200), 48.001, 2.001))
        #expect(search.place(at: 150)?.track == "walk.gpx")
    }

    @Test func `the way is a great circle, over the antimeridian and the pole too`() throws {
        let pacific = search([[try point(0, 10, 179.5), try point(1_000, 10, -179.5)]])
        let middle = try #require(pacific.place(at: 500)?.point.coordinate)
        #expect(abs(abs(middle.longitude) - 180) < 1e-9)
        #expect(middle.latitude > 10 && middle.latitude < 10.001)
        let quarter = try #require(pacific.place(at: 250)?.point.coordinate)
        #expect(abs(quarter.longitude - 179.75) < 1e-4)
        let pole = search([[try point(0, 80, 0), try point(1_000, 80, 180)]])
        #expect(abs((pole.place(at: 500)?.point.coordinate.latitude ?? 0) - 90) < 1e-6)
        // 45° N, a quarter of the earth apart: the middle lies at 54.7356° (arctan √2).
        let far = search([[try point(0, 45, 0), try point(1_000, 45, 90)]])
        #expect(isNear(far.place(at: 500), 54.735610317, 45))
        // Opposite points have no one way between them: the nearer one counts.
        let opposite = search([[try point(0, 0, 0), try point(1_000, 0, 180)]])
        #expect(isNear(opposite.place(at: 400), 0, 0))
    }

    @Test func `points too far apart in time say nothing of the time between`() throws {
        let points = [try point(0, 48, 2), try point(3_600, 48.1, 2.1)]
        #expect(search([points]).place(at: 1_000) == nil)
        #expect(search([points], gap: 3_600).place(at: 1_800) != nil)
        // But of themselves they do.
        #expect(isNear(search([points]).place(at: 0), 48, 2))
        #expect(isNear(search([points]).place(at: 60), 48, 2))
    }

    @Test func `two stretches are one only where the second begins where the first ended`() throws {
        let first = [try point(0, 48, 2), try point(100, 48.01, 2)]
        let near = [try point(700, 48.011, 2), try point(800, 48.02, 2)]
        let far = [try point(700, 48.1, 2), try point(800, 48.2, 2)]
        #expect(isNear(search([first, near]).place(at: 400), 48.0105, 2))
        #expect(search([first, near], gap: 500).place(at: 400) == nil)
        #expect(search([first, far]).place(at: 400) == nil)
        #expect(isNear(search([first, far]).place(at: 150), 48.01, 2))
        #expect(isNear(search([first, far]).place(at: 650), 48.1, 2))
    }

    @Test func `shortly before and after a track its ends count`() throws {
        let search = search([[try point(1_000, 48, 2), try point(1_100, 48.1, 2)]])
        #expect(isNear(search.place(at: 1_000 - TrackSearch.edge), 48, 2))
        #expect(search.place(at: 999 - TrackSearch.edge) == nil)
        #expect(isNear(search.place(at: 1_100 + TrackSearch.edge), 48.1, 2))
        #expect(search.place(at: 1_101 + TrackSearch.edge) == nil)
        #expect(search.distance(from: 1_700) == 600)
        #expect(search.distance(from: 400) == 600)
    }

    @Test func `of two recordings the one with nearer points counts`() throws {
        let coarse = [try point(0, 10, 10), try point(1_000, 11, 11)]
        let fine = [try point(490, 20, 20), try point(510, 20, 20)]
        #expect(isNear(search([coarse, fine]).place(at: 500), 20, 20))
        #expect(isNear(search([fine, coarse]).place(at: 500), 20, 20))
    }

    @Test func `points come in any order, and twice`() throws {
        let points = [
            try point(200, 48.2, 2), try point(100, 48.1, 2), try point(300, 48.3, 2),
            try point(100, 9, 9),
        ]
        let track = Track(name: "t", segments: [points, []])
        #expect(track.segments.map { $0.map(\.seconds) } == [[100, 200, 300]])
        #expect(isNear(search([points]).place(at: 150), 48.15, 2))
    }

    @Test func `without points there is no place`() {
        #expect(search([]).place(at: 0) == nil)
        #expect(search([]).distance(from: 0) == nil)
        #expect(search([]).nearest(to: 0) == nil)
    }
}
