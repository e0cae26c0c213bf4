import OutputText
import PhotoRecords

/// A region as a person names it: by its number in the stack (1 is the lowest), its name, its id, or
/// the beginning of its id.
public struct RegionReference: Hashable, Sendable {
    /// What the person wrote.
    public let text: String

    /// A region by what names it.
    public init(_ text: String) { self.text = text }

    /// Which of a photo's regions it names, from the lowest.
    ///
    /// An id goes before a number, a number before a name, a name before the beginning of an id.
    ///
    /// - Throws: `WitError` with `noSuchRegion` where none is named so, `ambiguousRegion` where several
    ///   are; it lists what there is.
    public func index(in record: PhotoRecord) throws(WitError) -> Int {
        let regions = record.regions
        if let index = try only(regions, where: { $0.id == text }, record) { return index }
        if let number = Int(text), regions.indices.contains(number - 1) { return number - 1 }
        if let index = try only(regions, where: { $0.name == text }, record) { return index }
        let folded = text.lowercased()
        if let index = try only(regions, where: { $0.name?.lowercased() == folded }, record) {
            return index
        }
        if text.utf8.count >= 4,
            let index = try only(regions, where: { $0.id?.hasPrefix(text) == true }, record)
        {
            return index
        }
        throw error(.noSuchRegion, "no region “\(text.prefix(60))”", record)
    }

    /// The only region that fits; nil where none does.
    private func only(
        _ regions: [Region], where fits: (Region) -> Bool, _ record: PhotoRecord
    ) throws(WitError) -> Int? {
        let found = regions.indices.filter { fits(regions[$0]) }
        guard found.count > 1 else { return found.first }
        let numbers = found.prefix(5).map { "\($0 + 1)" }.joined(separator: ", ")
        throw error(
            .ambiguousRegion,
            "several regions are “\(text.prefix(60))”: \(numbers)\(found.count > 5 ? ", …" : "")",
            record)
    }

    private func error(
        _ code: WitError.Code, _ reason: String, _ record: PhotoRecord
    ) -> WitError {
        let item = record.shownName
        let count = record.regions.count
        let known =
            code != .noSuchRegion
            ? "" : count == 0 ? "; it has none" : "; it has \(count.counted("region"))"
        return WitError(item: item, code: code, reason: reason + known)
    }
}

extension WitError.Code {
    /// No region of the photo is named so.
    public static let noSuchRegion: Self = "no-such-region"
    /// Several regions of the photo are named so.
    public static let ambiguousRegion: Self = "ambiguous-region"
}
