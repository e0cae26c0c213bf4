import Foundation
import JSON
import PhotoRecords

@testable import PhotoMetadata

/// A field that exiftool prints, too.
enum ExifToolField: String, CaseIterable, CustomStringConvertible {
    case make, model, lens, taken, offset, latitude, longitude, altitude, direction
    case title, description, keywords, people, width, height, orientation, regions

    var description: String { rawValue }

    /// The tags that may say it, the one that counts first.
    private var tags: [String] {
        switch self {
        case .make: ["IFD0:Make", "XMP-tiff:Make"]
        case .model: ["IFD0:Model", "XMP-tiff:Model"]
        case .lens: ["ExifIFD:LensModel", "XMP-exifEX:LensModel", "XMP-aux:Lens"]
        case .taken:
            [
                "ExifIFD:DateTimeOriginal", "XMP-exif:DateTimeOriginal",
                "XMP-photoshop:DateCreated",
            ]
        case .offset: ["ExifIFD:OffsetTimeOriginal"]
        case .latitude: ["Composite:GPSLatitude"]
        case .longitude: ["Composite:GPSLongitude"]
        case .altitude: ["Composite:GPSAltitude"]
        case .direction: ["GPS:GPSImgDirection", "XMP-exif:GPSImgDirection"]
        case .title: ["XMP-dc:Title", "IPTC:ObjectName", "IFD0:XPTitle"]
        case .description:
            [
                "IFD0:ImageDescription", "ExifIFD:ImageDescription", "XMP-dc:Description",
                "IPTC:Caption-Abstract",
                "IFD0:XPComment", "ExifIFD:UserComment",
            ]
        case .keywords: ["XMP-dc:Subject", "IPTC:Keywords"]
        case .people: ["XMP-iptcExt:PersonInImage"]
        case .width, .height: ["Composite:ImageSize"]
        case .orientation: ["IFD0:Orientation", "XMP-tiff:Orientation"]
        case .regions: ["XMP-mwg-rs:RegionInfo", "XMP-MP:RegionInfoMP", "XMP-iptcExt:ImageRegion"]
        }
    }

    /// What exiftool prints; nil where it prints nothing for the field.
    func printed(_ tags: JSONValue) -> JSONValue? {
        guard let value = self.tags.lazy.compactMap({ tags[$0] }).first else { return nil }
        switch self {
        case .width, .height:
            let numbers = value.text.filter { $0 != "\"" }.split(separator: " ").compactMap {
                Double($0)
            }
            guard numbers.count == 2 else { return nil }
            return .number(numbers[self == .width ? 0 : 1])
        case .regions:
            let list = value["RegionList"] ?? value["Regions"] ?? value
            // An empty list is printed as an empty text.
            return .number(Double(list.array?.count ?? (list.object == nil ? 0 : 1)))
        case .keywords, .people:
            let texts = (value.array ?? [value]).map { $0.string ?? $0.text }
            return .strings(texts.map(Self.trimmed).filter { !$0.isEmpty })
        case .title, .description, .make, .model, .lens:
            let text = Self.trimmed(value.string ?? value.text)
            return text.isEmpty ? nil : .string(text)
        default: return value
        }
    }

    /// What we read.
    func ours(_ record: PhotoRecord) -> JSONValue {
        let value: JSONValue? =
            switch self {
            case .make: record.camera?.make.map(JSONValue.string)
            case .model: record.camera?.model.map(JSONValue.string)
            case .lens: record.camera?.lens.map(JSONValue.string)
            case .taken: record.taken.map { .string($0.local.iso) }
            case .offset: record.taken?.offset.map { .string($0.description) }
            case .latitude: record.location?.coordinate.map { .number($0.latitude) }
            case .longitude: record.location?.coordinate.map { .number($0.longitude) }
            case .altitude: record.location?.altitude.map { .number($0) }
            case .direction: record.location?.direction.map { .number($0) }
            case .title: record.name.map(JSONValue.string)
            case .description: record.caption.map(JSONValue.string)
            case .keywords: .strings(record.keywords)
            case .people: .strings(record.people)
            case .width: record.image?.width.map { .number(Double($0)) }
            case .height: record.image?.height.map { .number(Double($0)) }
            case .orientation: record.image?.orientation.map { .number(Double($0)) }
            case .regions: .number(Double(record.regions.count))
            }
        return value ?? .null
    }

    /// Why a difference is as `Reconciler` or a container's standard wants it; nil for none.
    func reason(_ record: PhotoRecord, _ theirs: JSONValue, _ name: String) -> String? {
        let codes = Set(record.findings.map(\.code.rawValue))
        let container = ["heic", "heif", "avif", "jxl"].contains {
            record.image?.mediaType == "image/" + $0
        }
        switch self {
        case .taken where !codes.isDisjoint(with: ["date-void", "date-invalid"]):
            return "it is no date"
        case .latitude, .longitude, .altitude:
            let wrong = ["gps-zero", "gps-out-of-range", "gps-invalid"]
            if !codes.isDisjoint(with: wrong) { return "it is no location" }
            return record.location?.coordinate == nil && self == .altitude
                ? "an altitude without a point is no location" : nil
        case .direction:
            if codes.contains("gps-direction-unreferenced")
                || codes.contains("gps-direction-magnetic")
            {
                return "it does not count from true north"
            }
            return record.location?.coordinate == nil
                ? "a direction without a point is no location" : nil
        case .description where codes.contains("caption-filler"): return "a program filled it in"
        case .title, .description, .make, .model:
            return codes.contains("text-encoding-guessed")
                ? "it is not UTF-8" : Self.known[name]?[self]
        case .orientation where container: return "the container says how it is shown"
        case .orientation where codes.contains("orientation-invalid") || theirs.double == 0:
            return "it is none of 1 to 8"
        case .width, .height:
            return record.image?.mediaType == XMPFileWalk.mediaType
                ? "a sidecar is no picture" : Self.known[name]?[self]
        case .people: return record.regions.isEmpty ? nil : "the names of faces belong to it"
        case .keywords:
            let all = Set(record.keywords)
            let more = (theirs.array ?? []).compactMap(\.string).allSatisfy { all.contains($0) }
            return more ? "hierarchical ones and each once" : nil
        default: return Self.known[name]?[self]
        }
    }

    private static let known: [String: [ExifToolField: String]] = [
        "Exiv2+exiv2/test/data/pocIssue283.jpg": [
            .make: "its bytes are those of a number where EXIF wants a text"
        ],
        "bep+imagemeta/testdata/images/sample.arw": [
            .width: "the size without the borders stands in the maker note alone",
            .height: "the size without the borders stands in the maker note alone",
        ],
    ]

    private static func trimmed(_ text: String) -> String {
        TextDecoding.trimmed(String(text.drop { $0 == " " }))
    }

    /// Equal, numbers to a millionth, dates by what they say, lists in any order.
    static func agree(_ ours: JSONValue, _ theirs: JSONValue) -> Bool {
        if let left = ours.double, let right = theirs.double ?? Double(theirs.text) {
            return abs(left - right) < 1e-6 * max(1, abs(left))
        }
        if let left = ours.array, let right = theirs.array {
            return left.compactMap(\.string).sorted() == right.compactMap(\.string).sorted()
        }
        guard let left = ours.string else { return ours == theirs }
        let right = theirs.string ?? theirs.text
        if left == right || trimmed(left) == trimmed(right) { return true }
        guard let first = LocalDateTime(iso: left), let second = DateSpelling(right)?.local else {
            return false
        }
        return first.secondsSince1970 == second.secondsSince1970
    }
}
