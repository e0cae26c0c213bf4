import CatalogDatabase
import JSON
import PhotoRecords

/// A record in words for a terminal: a line for each field, with where its value came from.
struct RecordWords {
    private let record: PhotoRecord
    private let sources: Bool
    private let mails: [String: MessageOrigin]

    /// - Parameters:
    ///   - sources: whether each line ends with where the value came from.
    ///   - mails: the mails that the photo came with.
    init(_ record: PhotoRecord, sources: Bool = true, mails: [MessageOrigin] = []) {
        self.record = record
        self.sources = sources
        self.mails = Dictionary(
            mails.map { ($0.source, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The lines, indented by two blanks.
    var lines: [ShownLine] {
        var lines: [ShownLine] = []
        func add(
            _ label: String, _ text: String?, _ field: RecordField? = nil, from own: String? = nil
        ) {
            guard let text, !text.isEmpty else { return }
            let padded = ShownLine(
                label + String(repeating: " ", count: max(1, 10 - label.count)))
            let source = sources ? own ?? field.flatMap { record.provenance[$0]?.source } : nil
            let origin: ShownLine =
                source.map { ("  (\(words(ofSource: $0)))" as ShownLine).dim } ?? ""
            let parts = ShownLine(lines: text).text.split(
                separator: "\n", omittingEmptySubsequences: false
            ).map { ShownLine(String($0)) }
            lines.append(
                "  " + padded.dim + parts.joined(separator: "\n            ") + origin)
        }
        add("Name", record.name, .name)
        add("Caption", record.caption, .caption)
        add("Taken", record.taken.map(Self.words), .taken)
        add("Where", record.location.flatMap(Self.words), .location)
        add(
            "Place", record.location?.place.map(Self.words), from: record.location?.place?.source)
        add("Keywords", record.keywords.joined(separator: ", "), .keywords)
        add("People", record.people.joined(separator: ", "), .people)
        add("Regions", record.regions.map(Self.words).joined(separator: ", "), .regions)
        add("Camera", record.camera.map(Self.words), .camera)
        if record.image?.mediaType == "application/rdf+xml" {
            add("Sidecar", record.image?.bytes.map { "XMP, " + Self.size($0) })
        } else {
            add("Picture", record.image.map(Self.words))
        }
        add("More", record.unknownWords.isEmpty ? nil : record.unknownWords, from: Self.unknown)
        add("Id", record.id?.text)
        for finding in record.findings {
            lines.append(
                "  \(Self.mark(finding)) \(finding.message) [\(finding.code.rawValue)]")
        }
        return lines
    }

    /// What stands before a finding.
    static func mark(_ finding: Finding) -> ShownLine {
        let (error, other): (ShownLine, ShownLine) = ("!", "·")
        return finding.severity == .error ? error.red : other.yellow
    }

    /// A source; of a mail with the address that it came from, since its Message-ID is anybody's to
    /// give.
    private func words(ofSource source: String) -> String {
        guard let mail = mails[source] else { return source }
        let other = mail.sharesID ? "; another mail has the same Message-ID" : ""
        return source + (mail.shortWords.map { ", the mail " + $0 } ?? "") + other
    }

    /// What stands where a source does, behind fields that this version does not know.
    private static let unknown = "not known to this version"

    static func words(_ taken: CaptureTime) -> String {
        let local = taken.local.iso.split(separator: "T").joined(separator: " ")
        let source = taken.offsetSource == .place ? ", by the place" : ""
        return local + (taken.offset.map { " " + $0.description + source } ?? "")
    }

    static func words(_ location: Location) -> String? {
        guard let point = location.coordinate else { return nil }
        // A tenth of a metre; the record keeps every digit.
        let (latitude, longitude) = (sixth(point.latitude), sixth(point.longitude))
        var text = "\(latitude), \(longitude)"
        if let altitude = location.altitude { text += ", \(rounded(altitude)) m" }
        if let direction = location.direction { text += ", looking \(rounded(direction))°" }
        if let accuracy = location.accuracy { text += ", within \(rounded(accuracy)) m" }
        return text
    }

    /// The point and the name of the place, whichever is known.
    static func pointAndPlace(_ location: Location) -> String {
        [words(location), location.place.map(words)].compactMap(\.self).joined(separator: " · ")
    }

    static func words(_ place: Place) -> String {
        let names = [place.name, place.region, place.country].compactMap(\.self)
        let distance = place.distanceKm.map { " (\(rounded($0)) km)" } ?? ""
        return names.joined(separator: ", ") + distance
    }

    static func words(_ region: Region) -> String {
        region.name ?? region.kind.map(\.rawValue) ?? "unnamed"
    }

    static func words(_ camera: Camera) -> String {
        // Many makers repeat their name in the model's.
        let make = camera.make.flatMap { make in
            camera.model?.hasPrefix(make) == true ? nil : make
        }
        return [make, camera.model, camera.lens].compactMap(\.self).joined(separator: " · ")
    }

    static func words(_ image: ImageFacts) -> String {
        var parts: [String] = []
        if let type = image.mediaType { parts.append(type) }
        if let width = image.width, let height = image.height {
            parts.append("\(width) × \(height)")
        }
        if let turned = image.orientation, turned != 1 { parts.append("orientation \(turned)") }
        if let bytes = image.bytes { parts.append(size(bytes)) }
        return parts.joined(separator: ", ")
    }

    /// A size in bytes, in the unit that suits it (1 kB = 1,000 bytes).
    static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) bytes"
        case ..<1_000_000: "\(rounded(Double(bytes) / 1000)) kB"
        case ..<1_000_000_000: "\(rounded(Double(bytes) / 1_000_000)) MB"
        default: "\(rounded(Double(bytes) / 1_000_000_000)) GB"
        }
    }

    private static func sixth(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }

    /// A number with one decimal at most.
    static func rounded(_ value: Double) -> String {
        let tenth = (value * 10).rounded() / 10
        guard abs(tenth) < 1e15 else { return "\(value)" }
        return tenth == tenth.rounded() ? "\(Int(tenth))" : "\(tenth)"
    }
}
