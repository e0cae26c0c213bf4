import PhotoCatalog
import PhotoRecord

/// Proposals that concern a photo as a whole.
extension ReviewVerb {
    /// Settles proposals of values and of imports, each by its kind.
    ///
    /// - Parameter imports: the numbers of those of imports.
    func settle(
        _ accepted: [Int64], _ rejected: [Int64], imports: Set<Int64>, in catalog: PhotoCatalog
    ) throws {
        func values(_ numbers: [Int64]) -> [Int64] {
            numbers.filter { !imports.contains($0) }.sorted()
        }
        func others(_ numbers: [Int64]) -> [Int64] { numbers.filter(imports.contains).sorted() }
        if !values(accepted).isEmpty { _ = try catalog.accept(values(accepted)) }
        if !values(rejected).isEmpty { try catalog.reject(values(rejected)) }
        if !others(accepted).isEmpty { try catalog.acceptImports(others(accepted)) }
        if !others(rejected).isEmpty { try catalog.rejectImports(others(rejected)) }
    }

    /// A proposal of an import in words.
    static func lines(
        of proposal: ImportProposal, in catalog: PhotoCatalog
    ) throws -> [ShownLine] {
        let photo = try name(of: proposal.photo, in: catalog)
        let origin = try origin(proposal.source, in: catalog)
        let head: ShownLine = "\(proposal.number)  \(ShownLine(photo).bold)  "
        switch proposal.kind {
        case .join(let other, let distance):
            let known = try name(of: other, in: catalog)
            let why =
                distance.map { "they look the same (\($0) of 64 bits differ)" }
                ?? "the mail says so; the pictures could not be compared"
            return [
                head + "join, from \(origin)",
                "   with      \(known + (try file(of: other, in: catalog)))",
                "   since     \(why)",
            ]
        case .fields:
            return [
                head + "fields that this version does not know, from \(origin)",
                "   to share  \(proposal.fieldWords)",
            ]
        }
    }

    private static func name(of photo: RecordID, in catalog: PhotoCatalog) throws -> String {
        let record = try catalog.record(photo)
        return record?.name ?? record?.file ?? photo.text
    }

    private static func file(of photo: RecordID, in catalog: PhotoCatalog) throws -> String {
        let record = try catalog.record(photo)
        return record?.name == nil ? "" : record?.file.map { " (\($0))" } ?? ""
    }
}
