import Foundation
import JSON
import TextCleaning

/// Makes a record fit for every carrier, so that each brings the same home: XML 1.0 (§2.2) and mail
/// have no place for control characters, a line break is one character whatever it was, and words have
/// no blanks around them and something to be seen, are in Normalization Form C, and have at most
/// thirty combining marks in a row. A point of exactly 0, 0 is no location, and neither is an altitude
/// alone; numbers are finite.
package enum CleanText {
    /// The text without control characters and non-characters; CR LF, CR, the form feed, the vertical
    /// tab and Unicode's own line breaks (NEL, U+2028, U+2029; Unicode §5.8) become LF.
    package static func clean(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var lastWasReturn = false
        for scalar in text.unicodeScalars {
            defer { lastWasReturn = scalar == "\r" }
            switch scalar.value {
            case 0x0D, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: scalars.append("\n")
            case 0x0A: if !lastWasReturn { scalars.append(scalar) }
            case 0x09: scalars.append(scalar)
            case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: continue
            case let value where value & 0xFFFE == 0xFFFE: continue
            default: scalars.append(scalar)
            }
        }
        return ForeignText.cleaned(String(scalars))
    }

    /// The record with clean words; words that have nothing left are gone.
    package static func clean(_ record: PhotoRecord) -> PhotoRecord {
        var record = record
        fill(&record.name)
        fill(&record.caption)
        record.keywords = once(record.keywords)
        record.people = once(record.people)
        if var camera = record.camera {
            fill(&camera.make)
            fill(&camera.model)
            fill(&camera.lens)
            record.camera = camera.isEmpty ? nil : camera
        }
        if var place = record.location?.place {
            fill(&place.name)
            fill(&place.region)
            fill(&place.country)
            record.location?.place = place.isEmpty ? nil : place
        }
        if let point = record.location?.coordinate, point.latitude == 0, point.longitude == 0 {
            record.location?.coordinate = nil
        }
        finite(&record.location)
        if let location = record.location, location.coordinate == nil, location.place == nil,
            location.unknown.isEmpty
        {
            record.location = nil
        }
        for index in record.regions.indices { fill(&record.regions[index].name) }
        return record
    }

    private static func finite(_ location: inout Location?) {
        func keep(_ number: Double?) -> Double? { number.flatMap { $0.isFinite ? $0 : nil } }
        guard var told = location else { return }
        told.altitude = keep(told.altitude)
        told.direction = keep(told.direction)
        told.accuracy = keep(told.accuracy)
        let distance = keep(told.place?.distanceKm)
        told.place?.distanceKm = distance
        location = told
    }

    private static func trimmed(_ text: String) -> String {
        let trimmed = clean(text).trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.unicodeScalars.allSatisfy(isUnseen) ? "" : trimmed
    }

    /// Whether a scalar is a blank or shows nothing: of such alone there is no word.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || Folding.isInvisible(scalar)
    }

    private static func fill(_ text: inout String?) {
        text = text.map(trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func once(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.map(trimmed).filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}
