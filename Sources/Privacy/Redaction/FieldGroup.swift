import Foundation
import PhotoRecords

/// A part of the records that a person keeps at home: `--strip camera,people`.
public enum FieldGroup: String, Sendable, Hashable, CaseIterable {
    /// The name.
    case name
    /// The caption.
    case caption
    /// The keywords.
    case keywords
    /// The people, their regions, and keywords that are exactly their names or
    /// paths that end in one (`People|Tom`).
    case people
    /// When the photo was taken, with its offset from UTC.
    case date
    /// The names of the place; the point stays.
    case place
    /// The metres above the sea.
    case altitude
    /// Where the camera looked.
    case direction
    /// The marked parts of the picture.
    case regions
    /// Maker, model and lens, and the type of a raw file, which tells the maker.
    case camera
    /// What the original file is known again by: its hashes.
    case hashes

    /// Takes the group out of a record.
    package func strip(_ record: inout PhotoRecord) {
        switch self {
        case .name: record.name = nil
        case .caption: record.caption = nil
        case .keywords: record.keywords = []
        case .people:
            let names = Set(Self.names(of: record).map(Folding.visibleKey))
            let marked = Set(Self.regionsOfPeople(in: record))
            record.people = []
            record.regions.removeAll(where: marked.contains)
            record.keywords.removeAll { keyword in
                let last = keyword.split { "|/\\".contains($0) }.last ?? ""
                return names.contains(Folding.visibleKey(keyword))
                    || names.contains(Folding.visibleKey(last))
            }
        case .date: record.taken = nil
        case .place:
            record.location?.place = nil
            if record.location?.coordinate == nil { record.location = nil }
        case .altitude: record.location?.altitude = nil
        case .direction: record.location?.direction = nil
        case .regions: record.regions = []
        case .camera:
            record.camera = nil
            if record.image?.mediaType?.hasPrefix("image/x-") == true {
                record.image?.mediaType = nil
            }
        case .hashes:
            record.image?.sha256 = nil
            record.image?.fingerprint = nil
            record.image?.perceptualHash = nil
        }
        if let field = RecordField(rawValue: self == .date ? "taken" : rawValue) {
            record.provenance[field] = nil
        }
    }

    /// The regions that mark people: faces, and whatever is called as one of the record's people is.
    package static func regionsOfPeople(in record: PhotoRecord) -> [Region] {
        let names = Set(record.people.map(Folding.visibleKey))
        return record.regions.filter { region in
            region.kind == .face
                || region.name.map { names.contains(Folding.visibleKey($0)) } == true
        }
    }

    /// The people of a record, and those whose faces are marked.
    private static func names(of record: PhotoRecord) -> [String] {
        record.people + record.regions.filter { $0.kind == .face }.compactMap(\.name)
    }

    /// Whether a record tells anything of the group.
    package func isTold(by record: PhotoRecord) -> Bool {
        switch self {
        case .name: record.name != nil
        case .caption: record.caption != nil
        case .keywords: !record.keywords.isEmpty
        case .people: !record.people.isEmpty || record.regions.contains { $0.kind == .face }
        case .date: record.taken != nil
        case .place: record.location?.place != nil
        case .altitude: record.location?.altitude != nil
        case .direction: record.location?.direction != nil
        case .regions: !record.regions.isEmpty
        case .camera: record.camera != nil
        case .hashes:
            record.image?.sha256 != nil || record.image?.fingerprint != nil
                || record.image?.perceptualHash != nil
        }
    }

    /// The words of a record that the group keeps at home.
    package func words(of record: PhotoRecord) -> [String] {
        switch self {
        case .name: [record.name].compactMap(\.self)
        case .caption: [record.caption].compactMap(\.self)
        case .keywords: record.keywords
        case .people: Self.names(of: record)
        case .place:
            [record.location?.place?.name, record.location?.place?.region].compactMap(\.self)
        case .regions: record.regions.compactMap(\.name)
        case .camera:
            [record.camera?.make, record.camera?.model, record.camera?.lens].compactMap(\.self)
        case .date:
            // As JSON and XMP spell it, and as EXIF does.
            record.taken.map { taken in
                let iso = String(taken.local.iso.prefix(19))
                return [iso, iso.replacing("-", with: ":").replacing("T", with: " ")]
            } ?? []
        case .hashes:
            [record.image?.sha256, record.image?.fingerprint].compactMap(\.self)
        case .altitude, .direction: []
        }
    }
}
