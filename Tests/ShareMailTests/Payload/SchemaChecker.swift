import Foundation
import JSON
import PhotoRecords

/// As much of JSON Schema 2020-12 as the project's schemas use, so that they are tested where no
/// other validator is installed.
struct SchemaChecker {
    /// The schemas, by their `$id`s.
    private let documents: [String: JSONValue]

    /// A checker that knows some schemas, which may refer to each other and to parts of themselves.
    init(_ schemas: [JSONValue]) {
        documents = Dictionary(
            schemas.compactMap { schema in schema["$id"]?.string.map { ($0, schema) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// What is wrong with a value, each with its place; empty if the schema takes it.
    func problems(_ value: JSONValue, _ schema: JSONValue) -> [String] {
        problems(value, schema, at: "$")
    }

    private func problems(
        _ value: JSONValue, _ schema: JSONValue, at place: String
    ) -> [String] {
        if schema == false { return ["\(place): must be absent"] }
        guard let rules = schema.object else { return [] }
        var found: [String] = []
        func check(_ holds: Bool, _ rule: String) {
            if !holds { found.append("\(place): \(rule)") }
        }
        if let reference = rules["$ref"]?.string {
            found += problems(value, resolve(reference), at: place)
        }
        for part in rules["allOf"]?.array ?? [] {
            found += problems(value, part, at: place)
        }
        if let condition = rules["if"], problems(value, condition, at: place).isEmpty,
            let then = rules["then"]
        {
            found += problems(value, then, at: place)
        }
        if let type = rules["type"]?.string { check(isType(value, type), "is no \(type)") }
        if let constant = rules["const"] { check(value == constant, "is not \(constant.text)") }
        if let options = rules["enum"]?.array { check(options.contains(value), "is none of them") }
        if let number = value.double {
            check(number >= rules["minimum"]?.double ?? -.infinity, "is too small")
            check(number <= rules["maximum"]?.double ?? .infinity, "is too large")
        }
        if let text = value.string, let pattern = rules["pattern"]?.string {
            check(text.range(of: pattern, options: .regularExpression) != nil, "is not \(pattern)")
        }
        if let elements = value.array {
            check(elements.count >= rules["minItems"]?.int ?? 0, "has too few")
            check(elements.count <= rules["maxItems"]?.int ?? .max, "has too many")
            if rules["uniqueItems"] == true {
                check(Set(elements).count == elements.count, "repeats itself")
            }
            for (index, element) in elements.enumerated() {
                guard let items = rules["items"] else { break }
                found += problems(element, items, at: "\(place)[\(index)]")
            }
        }
        if let members = value.object {
            found += memberProblems(members, rules, at: place)
        }
        return found
    }

    private func memberProblems(
        _ members: JSONObject, _ rules: JSONObject, at place: String
    ) -> [String] {
        var found: [String] = []
        let named = rules["properties"]?.object ?? [:]
        for (name, value) in members {
            if let rule = named[name] ?? rules["additionalProperties"] {
                found += problems(value, rule, at: place + "." + name)
            }
            if let rule = rules["propertyNames"] {
                found += problems(.string(name), rule, at: place + "." + name)
            }
        }
        var required = rules["required"]?.array?.compactMap(\.string) ?? []
        for (name, others) in rules["dependentRequired"]?.object ?? [:] where members[name] != nil {
            required += others.array?.compactMap(\.string) ?? []
        }
        return found
            + required.filter { members[$0] == nil }.map { "\(place).\($0): is missing" }
    }

    private func isType(_ value: JSONValue, _ type: String) -> Bool {
        switch type {
        case "object": value.object != nil
        case "array": value.array != nil
        case "string": value.string != nil
        case "number": value.double != nil
        case "integer": value.int != nil
        case "boolean": value.bool != nil
        default: false
        }
    }

    /// What `urn:uuid:…` or `urn:uuid:…#/$defs/name` leads to; a schema that refuses all where that is
    /// nothing.
    private func resolve(_ reference: String) -> JSONValue {
        let parts = reference.split(separator: "#", maxSplits: 1)
        let document = parts.first.flatMap { documents[String($0)] } ?? false
        let path = parts.dropFirst().first?.split(separator: "/") ?? []
        return path.reduce(document) { $0[String($1)] ?? false }
    }
}
