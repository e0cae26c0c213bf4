import JSON

/// Takes the members that a type knows out of a JSON object, one by one; what is left is what
/// the type does not know and must keep.
///
/// A known member of the wrong JSON type is not an error of the whole: it is dropped with a
/// finding, and the rest is read.
struct JSONMembers {
    private(set) var rest: JSONObject
    private let path: String
    private(set) var findings: [Finding] = []

    init(_ object: JSONObject, path: String) {
        rest = object
        self.path = path
    }

    /// Takes a member and converts it; nil where it is absent, null or of another type.
    mutating func take<T>(_ name: String, _ convert: (JSONValue) -> T?) -> T? {
        guard let value = rest.removeValue(forKey: name), value != .null else { return nil }
        if let converted = convert(value) { return converted }
        reject(name, "has the wrong type")
        return nil
    }

    mutating func string(_ name: String) -> String? { take(name, \.string) }
    mutating func double(_ name: String) -> Double? { take(name, \.double) }
    mutating func int(_ name: String) -> Int? { take(name, \.int) }

    /// Takes an array of strings; elements of another type are dropped.
    mutating func strings(_ name: String) -> [String] {
        take(name) { $0.array?.compactMap(\.string) } ?? []
    }

    /// Takes a nested object that its own type reads.
    mutating func nested<T>(_ name: String, _ read: (inout JSONMembers) -> T?) -> T? {
        guard let object = take(name, \.object) else { return nil }
        var members = JSONMembers(object, path: path + name + ".")
        let value = read(&members)
        findings += members.findings
        return value
    }

    /// Takes an array of nested objects.
    mutating func nestedArray<T>(_ name: String, _ read: (inout JSONMembers) -> T?) -> [T] {
        guard let values = take(name, \.array) else { return [] }
        return values.enumerated().compactMap { index, value in
            let place = "\(name)[\(index)]"
            guard let object = value.object else {
                reject(place, "is not an object")
                return nil
            }
            var members = JSONMembers(object, path: path + place + ".")
            let result = read(&members)
            findings += members.findings
            return result
        }
    }

    mutating func reject(_ name: String, _ reason: String) {
        findings.append(
            Finding(
                .warning, .recordFieldRejected, where: "json:" + path + name,
                "The field “\(path)\(name)” \(reason); it is ignored."))
    }
}
