import OutputText
import Privacy

extension FieldGroup {
    /// The groups of a list: `camera,people`.
    ///
    /// - Throws: `unknown-group` with the list of those that there are.
    public static func groups(in list: String) throws(WitError) -> Set<FieldGroup> {
        var groups: Set<FieldGroup> = []
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let word = part.filter { !$0.isWhitespace }.lowercased()
            guard let group = FieldGroup(rawValue: word) else {
                throw WitError(
                    .unknownGroup, at: word,
                    "“\(part)” cannot be left out; choose from: "
                        + allCases.map(\.rawValue).joined(separator: ", "))
            }
            groups.insert(group)
        }
        return groups
    }
}
