import OutputText
import PhotoRecords
import WhatIsThat

/// The regions that spots hit, in words or in JSON.
struct HitWords: Sendable {
    let json: Bool
    /// Whether each spot is named, because there are several.
    let namesSpot: Bool

    func say(_ spot: SpotHits) {
        if json { return Output.json(spot.json) }
        if namesSpot { Output.line(ShownLine(String(spot.x) + " " + String(spot.y)).dim) }
        let indent = namesSpot ? "  " : ""
        if spot.hits.isEmpty { Output.line(ShownLine(indent + "No region here.")) }
        for hit in spot.hits {
            let name = hit.region.name ?? "(unnamed)"
            let kind = hit.region.kind.map { "  (\($0.rawValue))" } ?? ""
            let tenths = (hit.distance * 10).rounded() / 10
            let near = hit.isExact ? "" : "  \(tenths) px away"
            Output.line(ShownLine(indent) + ShownLine(name) + ShownLine(kind + near).dim)
        }
    }
}
