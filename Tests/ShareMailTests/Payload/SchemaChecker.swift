import Foundation
import PhotoRecord

/// As much of JSON Schema 2020-12 as the project's schemas use, so that they are tested where no
/// other validator is installed.
struct SchemaChecker {
    /// Schemas that others refer to, by file name.
    var documents: [String: JSONValue]

    /// What is wrong with a value, each with its place; empty if the schema takes it.
    func problems(_ value: JSONValue, _ schema: JSONValue) -> [String] {
        problems(value, schema, root: schema, at: "$")
    }

    private func problems(
        _ value: JSONValue, _ schema: JSONValue, root: JSONValue, at place: String
    ) -> [String] {
        if schema == false { return ["\(place): must be absent"] }
        guard let rules = schema.object else { return [] }
        var found: [String] = []
        func check(_ holds: Bool, _ rule: String) {
            if !holds { found.append("\(place): \(rule)") }
        }
        if let reference = rules["$ref"]?.string {
            let (target, document) = resolve(reference, root)
            found += problems(value, target, root: document, at: place)
        }
        for part in rules["allOf"]?.array ?? [] {
            found += problems(value, part, root: root, at: place)
        }
        if let condition = rules["if"], problems(value, condition, root: root, at: place).isEmpty,
            let then = rules["then"]
        {
            found += problems(value, then, root: root, at: place)
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
                found += problems(element, items, root: root, at: "\(place)[\(index)]")
            }
        }
        if let members = value.object {
            found += memberProblems(members, rules, root: root, at: place)
        }
        return found
    }

    private func memberProblems(
        _ members: JSONObject, _ rules: JSONObject, root: JSONValue, at place: String
    ) -> [String] {
        var found: [String] = []
        let named = rules["properties"]?.object ?? [:]
        for (name, value) in members {
            if let rule = named[name] ?? rules["additionalProperties"] {
                found += problems(value, rule, root: root, at: place + "." + name)
            }
            if let rule = rules["propertyNames"] {
                found += problems(.string(name), rule, root: root, at: place + "." + name)
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

    private func resolve(_ reference: String, _ root: JSONValue) -> (JSONValue, JSONValue) {
        if let document = documents[reference] { return (document, document) }
        let path = reference.dropFirst(2).split(separator: "/")
        return (path.reduce(root) { $0[String($1)] ?? false }, root)
    }
}
