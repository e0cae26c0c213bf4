import Crypto
import Files
import Foundation
import OutputText
import PhotoCatalog
import PhotoMetadata
import PhotoRecord

/// Looks whether the catalog is sound and whether the files it knows are as it knows them.
public struct CheckCatalog: Sendable {
    private let catalog: PhotoCatalog

    /// A check of a catalog.
    public init(_ catalog: PhotoCatalog) { self.catalog = catalog }

    /// Checks the catalog and its files, and whether both say the same.
    ///
    /// - Parameters:
    ///   - verifying: whether to read every file and compare its SHA-256; one that was not
    ///     known is stored, if the catalog is open for changes. The files of each photo are held
    ///     against one another too: they have to hold the same picture.
    ///   - parting: whether photos whose files hold different pictures are taken apart, as a
    ///     change that can be undone; for where files are read.
    ///   - progress: told how many files have been looked at.
    /// - Returns: what is wrong or worth knowing; nothing where all is well.
    /// - Throws: `CatalogError`.
    public func run(
        verifying: Bool, parting: Bool = false, progress: (Int) -> Void = { _ in }
    ) throws(CatalogError) -> [Finding] {
        let findings = try catalog.check(
            files: verifying ? .contents(sha256: Self.sha256(ofFile:)) : .stamps,
            progress: progress)
        if findings.contains(where: { $0.code == .catalogDamaged }) { return findings }
        let mixed = verifying ? try mixedPhotos(parting: parting) : []
        return try findings + mixed
            + catalog.disagreements(readingAll: verifying) { path in
                guard let stamp = WritePhotos.stamp(of: path),
                    let record = try? PhotoReader().read(path: path).record
                else { return nil }
                return ScannedFile(path: path, stamp: stamp, record: record)
            }
    }

    // MARK: Files of one photo

    private func mixedPhotos(parting: Bool) throws(CatalogError) -> [Finding] {
        var mixed: [MixedPhoto] = []
        var last: CopiedPhoto?
        while let photo = try catalog.copiedPhoto(after: last) {
            let pictures = Self.pictures(of: photo)
            if pictures.count > 1 { mixed.append(MixedPhoto(id: photo.id, pictures: pictures)) }
            last = photo
        }
        guard parting, !mixed.isEmpty else { return mixed.map(Self.finding) }
        let change = try catalog.takeApart(mixed) { path in
            guard let stamp = FileStamp(of: path),
                let record = try? PhotoReader().read(path: path).record
            else { return nil }
            return ScannedFile(path: path, stamp: stamp, record: record)
        }
        return mixed.map { photo in
            Finding(
                .note, .photoParted, where: "photo \(photo.id.text)",
                "Its files held \(photo.pictures.count) different pictures; each is a photo of its "
                    + "own now (change \(change?.number ?? 0)): \(Self.names(photo)).")
        }
    }

    private static func finding(_ photo: MixedPhoto) -> Finding {
        Finding(
            .error, .photoMixed, where: "photo \(photo.id.text)",
            "Its files hold \(photo.pictures.count) different pictures: \(names(photo)). wit check "
                + "--verify --repair takes them apart.")
    }

    /// A file of each picture; no more than ten.
    private static func names(_ photo: MixedPhoto) -> String {
        let names = photo.pictures.prefix(10).compactMap(\.first)
        return names.joined(separator: ", ") + (photo.pictures.count > 10 ? ", …" : "")
    }

    /// The files of a photo, those of one picture together. What cannot be read is with none, and
    /// files of the same bytes are read once.
    private static func pictures(of photo: CopiedPhoto) -> [[String]] {
        let reader = PhotoReader()
        var bySum: [String: [UInt8]] = [:]
        var order: [[UInt8]] = []
        var groups: [[UInt8]: [String]] = [:]
        for file in photo.files {
            let known = file.sha256.flatMap { bySum[$0] }
            guard let picture = known ?? (try? reader.wholePicture(path: file.path)) ?? nil else {
                continue
            }
            if let sum = file.sha256 { bySum[sum] = picture }
            if groups[picture] == nil { order.append(picture) }
            groups[picture, default: []].append(file.path)
        }
        return order.compactMap { groups[$0] }
    }

    /// The SHA-256 of a file, in 64 lower-case hexadecimal digits; read in pieces.
    @Sendable static func sha256(ofFile path: String) throws -> String {
        var hash = SHA256()
        try FileSystem.forEachPiece(of: path) { hash.update(bufferPointer: $0) }
        return hash.finalize().hex
    }
}
