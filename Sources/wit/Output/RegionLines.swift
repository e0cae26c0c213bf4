import Foundation
import JSON
import OutputText
import PhotoRecords
import WhatIsThat

/// The regions of photos, one a line, in words or in JSON.
struct RegionLines: Sendable {
    let json: Bool
    /// Whether each photo is named, because there are several.
    let namesPhoto: Bool

    /// Prints the regions of a photo, lowest first.
    func say(_ id: RecordID, _ record: PhotoRecord) {
        if json {
            return NumberedRegion.all(of: id, record).forEach { Output.json($0.json) }
        }
        if namesPhoto { Output.line(ShownLine(record.file ?? id.text).bold) }
        if record.regions.isEmpty { Output.line("No regions.") }
        for index in record.regions.indices { Output.line(Self.line(record, index)) }
    }

    /// One region: its number, name, kind, shape, colour and id.
    static func line(_ record: PhotoRecord, _ index: Int) -> ShownLine {
        let region = record.regions[index]
        var line = ShownLine("\(index + 1)  ").dim
        line += region.name.map { ShownLine($0).bold } ?? "(unnamed)"
        var rest = region.kind.map { "  \($0.rawValue)" } ?? ""
        rest += "  " + words(region.shape)
        if let color = region.color { rest += "  \(color)" }
        if let id = region.id { rest += "  \(id)" }
        return line + ShownLine(rest).dim
    }

    private static func words(_ shape: RegionShape) -> String {
        switch shape {
        case .rectangle(let box, let rotation): "rectangle " + words(box) + words(rotation)
        case .ellipse(let box, let rotation): "ellipse " + words(box) + words(rotation)
        case .mask(let box, png: _): "mask " + words(box)
        case .polygon(let points, let holes):
            "polygon of \(points.count.counted("point"))"
                + (holes.isEmpty ? "" : ", \(holes.count.counted("hole"))")
        case .unknown(let object): object["type"]?.string ?? "unknown shape"
        }
    }

    /// A box as the options take it.
    private static func words(_ box: RegionBox) -> String {
        [box.x, box.y, box.width, box.height].map(short).joined(separator: ",")
    }

    private static func words(_ rotation: Double) -> String {
        rotation == 0 ? "" : " rotated \(short(rotation))°"
    }

    /// A number with at most four digits behind its point.
    private static func short(_ number: Double) -> String {
        number.formatted(
            .number.precision(.fractionLength(0...4)).grouping(.never)
                .locale(Locale(identifier: "en_US_POSIX")))
    }
}
