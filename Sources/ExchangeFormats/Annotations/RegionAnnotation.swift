import Foundation
import JSON
import PhotoRecords

/// An annotation of a picture's part, as the Web Annotation Data Model says it (W3C Recommendation,
/// 2017), read from foreign JSON.
package struct RegionAnnotation {
    /// What it is called in an error: its id, or its place in the file.
    package let name: String
    /// What names the picture: a photo's id, a path, or another address.
    package let photo: String
    private let id: String?
    private let bodies: [JSONValue]
    private let selectors: [JSONValue]
    private let own: JSONValue?

    /// The most annotations that are read of one file.
    package static let mostAnnotations = 100_000

    /// The annotations of a document: one alone, an array, a page or a collection with its first page.
    ///
    /// What is no annotation of a part of a picture, such as one without a target, is left out.
    ///
    /// - Returns: nil where the JSON is none of these.
    package static func all(in json: JSONValue) -> [RegionAnnotation]? {
        let items: [JSONValue]
        if let array = json.array {
            items = array
        } else if let array = json["items"]?.array ?? json["first"]?["items"]?.array {
            items = array
        } else if json["target"] != nil {
            items = [json]
        } else {
            return nil
        }
        return items.prefix(mostAnnotations).enumerated().compactMap {
            RegionAnnotation($0.element, number: $0.offset + 1)
        }
    }

    private init?(_ json: JSONValue, number: Int) {
        guard let target = json["target"] else { return nil }
        let first = target.array?.first ?? target
        var selectors = first["selector"]?.array ?? [first["selector"]].compactMap(\.self)
        let source = first["source"] ?? first
        var address =
            source["canonical"]?.string ?? source["id"]?.string ?? source.string ?? ""
        if let mark = address.firstIndex(of: "#") {
            // The part stands in the address itself (§4.2.1).
            let fragment = String(address[address.index(after: mark)...])
            selectors.append(["type": "FragmentSelector", "value": .string(fragment)])
            address = String(address[..<mark])
        }
        guard !address.isEmpty, !selectors.isEmpty else { return nil }
        id = json["id"]?.string
        name = "annotation \(number)" + (id.map { " (\($0.prefix(60)))" } ?? "")
        photo = Self.reference(address)
        bodies = json["body"]?.array ?? [json["body"]].compactMap(\.self)
        self.selectors = selectors
        own = json["wit:region"]
    }

    /// A photo's id or path in an address; any other address as it is.
    private static func reference(_ address: String) -> String {
        if address.hasPrefix("urn:uuid:") { return String(address.dropFirst(9)) }
        if address.hasPrefix("file:"), let url = URL(string: address) { return url.path }
        return address
    }

    /// The region on a picture; nil where no selector is understood.
    ///
    /// - Parameter image: The picture's size, for what is said in pixels.
    package func region(on image: ImageFacts?) -> Region? {
        let reader = RegionSelector(of: image)
        if let own, let whole = PhotoRecord(json: ["regions": [own]]).regions.first,
            let selector = reader.json(of: whole.shape), selectors.first == selector
        {
            var region = whole
            if let name = text(["identifying", "tagging", "naming"]) { region.name = name }
            return region
        }
        guard let shape = selectors.lazy.compactMap({ reader.shape(of: $0) }).first else {
            return nil
        }
        let identity = id.flatMap { $0.hasPrefix("urn:uuid:") ? RecordID($0.dropFirst(9)) : nil }
        return Region(
            id: identity?.text,
            name: text(["identifying", "tagging", "naming", nil, "commenting", "describing"]),
            kind: text(["classifying"]).map(RegionKind.init(rawValue:)), shape: shape)
    }

    /// The text of the first body of one of these purposes, in their order.
    private func text(_ purposes: [String?]) -> String? {
        for purpose in purposes {
            for body in bodies where body["purpose"]?.string == purpose {
                guard let value = body["value"]?.string ?? (purpose == nil ? body.string : nil)
                else { continue }
                let text = value.trimmingCharacters(in: .whitespacesAndNewlines)
                if !text.isEmpty { return text }
            }
        }
        return nil
    }
}
