import CatalogDatabase
import Crypto
import Files
import Folders
import Foundation
import OutputText
import PhotoMetadata
import PhotoRecords

/// Writes what the catalog says of photos into their own metadata, or into sidecars.
///
/// For each file: what leads back to its former metadata goes into the catalog, then the file
/// takes its new content in one step, then the catalog notes what the file says now. A run that
/// is killed has lost nothing, and the next one goes on.
public struct WritePhotos: Sendable {
    /// Where to write.
    public struct Targets: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int
        /// Takes bits.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Into the files themselves.
        public static let metadata = Self(rawValue: 1)
        /// Into sidecars beside them.
        public static let sidecar = Self(rawValue: 2)
    }

    /// What was done.
    public struct Report: Sendable {
        /// The change that holds what was there before; nil where nothing was written.
        public var change: Int64?
        /// Files whose metadata were written.
        public var files = 0
        /// Sidecars that were written.
        public var sidecars = 0
        /// Files and sidecars that said everything already.
        public var unchanged = 0
        /// What could not be done.
        public var failures: [WitError] = []
        /// What a person should know, one line each.
        public var notes: [String] = []
        /// What files or sidecars go on to say of fields that are empty, since the other of both was written.
        public var findings: [Finding] = []
        /// Whether a person stopped the run before its end.
        public var wasInterrupted = false
    }

    private let catalog: PhotoCatalog
    private let targets: Targets
    private let isStopped: @Sendable () -> Bool

    /// Gets ready to write.
    ///
    /// - Parameters:
    ///   - catalog: what says what to write, and keeps the way back; opened for writing.
    ///   - targets: where to write.
    ///   - isStopped: looked at between files.
    init(
        catalog: PhotoCatalog, targets: Targets,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) {
        self.catalog = catalog
        self.targets = targets
        self.isStopped = isStopped
    }

    /// Reads files again that changed since they were cataloged, so that nothing newer is
    /// overwritten unseen: done before an edit.
    ///
    /// - Returns: What could not be read.
    /// - Throws: `WitError` where the catalog cannot be read or written.
    func refresh(
        _ photos: [RecordID], named paths: Set<String>
    ) async throws -> [WitError] {
        var stale: [String] = []
        for id in photos {
            for file in try files(of: id, named: paths)
            where file.missing || Self.stamp(of: file.path) != file.stamp {
                if FileStamp(of: file.path) != nil { stale.append(file.path) }
            }
        }
        if stale.isEmpty { return [] }
        // Not as files that a person named: whether a backup stays in the catalog is not said here.
        return try await FolderScan(catalog: catalog, isStopped: isStopped).run(
            stale.map(ScanTarget.entry)
        ).failures
    }

    /// Writes the photos.
    ///
    /// - Parameters:
    ///   - photos: the photos.
    ///   - paths: absolute paths that the person named; of a photo that lies at several places,
    ///     one of them named, only that one is written.
    ///   - change: the edit that this belongs to; nil begins a change of its own.
    ///   - edited: the fields that this very edit set: they stand above what a file says newly.
    ///   - progress: told how many photos are done, in the stage `writing`.
    /// - Throws: `WitError` where the catalog cannot be used.
    func run(
        _ photos: [RecordID], named paths: Set<String>, change: Int64?,
        edited: Set<RecordField> = [], progress: ProgressHandler = { _ in }
    ) throws(WitError) -> Report {
        var report = Report(change: change)
        var folders = ListedFolders()
        for (index, id) in photos.enumerated() {
            if isStopped() {
                report.wasInterrupted = true
                break
            }
            progress(WorkProgress(.writing, done: index, of: photos.count))
            guard let record = try catalog.record(id) else { continue }
            let files = try files(of: id, named: paths).filter { FileStamp(of: $0.path) != nil }
            if files.isEmpty {
                report.failures.append(
                    WitError(
                        item: record.file ?? id.text,
                        reason: "the file is gone; nothing was written"
                    ))
            }
            for file in files {
                do throws(WitError) {
                    try refuseNewer(than: record, at: file.path, besides: edited)
                    try write(record, to: file.path, &folders, &report)
                } catch {
                    report.failures.append(error)
                }
            }
        }
        if change == nil, let number = report.change {
            let count = report.files + report.sidecars
            try catalog.summarize(
                number, "write to \(count) file\(count == 1 ? "" : "s")")
        }
        return report
    }

    private func files(
        of id: RecordID, named paths: Set<String>
    ) throws(WitError) -> [PhotoFile] {
        let files = try catalog.files(of: id)
        let named = files.filter { paths.contains($0.path) }
        return named.isEmpty ? files.filter { !$0.missing } : named
    }

    /// The stamp of a photo and of the sidecars beside it.
    static func stamp(of path: String) -> FileStamp? {
        FileStamp(of: path)?.joined(
            with: SidecarName.spellings(for: path).compactMap { FileStamp(of: $0) })
    }

    /// Refuses a file that says something newer, which waits for a person's decision.
    private func refuseNewer(
        than record: PhotoRecord, at path: String, besides edited: Set<RecordField>
    ) throws(WitError) {
        guard let id = record.id, let pending = try? catalog.proposals(.pending, of: id),
            !pending.isEmpty, let read = try? PhotoReader().read(path: path).record
        else { return }
        for proposal in pending
        where !proposal.source.hasPrefix("mail:") && !edited.contains(proposal.field) {
            if proposal.kind == .removal {
                throw WitError(
                    item: path, code: .removalPending,
                    reason:
                        "its \(proposal.field.rawValue) was removed by another program, which is "
                        + "not decided yet")
            }
            if let value = read[field: proposal.field], value != record[field: proposal.field] {
                throw WitError(
                    item: path, code: .proposalPending,
                    reason:
                        "its \(proposal.field.rawValue) was changed by another program, which is "
                        + "not decided yet")
            }
        }
    }

    // MARK: One file

    private func write(
        _ record: PhotoRecord, to path: String, _ folders: inout ListedFolders,
        _ report: inout Report
    ) throws(WitError) {
        var wasWritten = false
        if targets.contains(.metadata) {
            wasWritten = try writeMetadata(record, to: path, &report)
        }
        if targets.contains(.sidecar) {
            wasWritten = try writeSidecar(record, of: path, &folders, &report) || wasWritten
        }
        // Also after a run that was killed before it came here.
        let known = try? catalog.files(of: record.id ?? RecordID()).first { $0.path == path }
        guard wasWritten || known?.stamp != Self.stamp(of: path) else { return }
        let read = try Self.noted(path, in: catalog)
        remark(record, read, path, &report)
    }

    /// Has the catalog note what a file says now.
    @discardableResult
    static func noted(_ path: String, in catalog: PhotoCatalog) throws(WitError) -> PhotoRecord {
        guard let stamp = stamp(of: path) else {
            throw WitError(item: path, reason: "the file is gone")
        }
        do {
            let read = try PhotoReader().read(path: path).record
            try catalog.noteWritten([ScannedFile(path: path, stamp: stamp, record: read)])
            return read
        } catch {
            throw WitError(error).of(item: path)
        }
    }

    private func writeMetadata(
        _ record: PhotoRecord, to path: String, _ report: inout Report
    ) throws(WitError) -> Bool {
        let edit: MetadataEditor.Edit
        do throws(WitError) {
            edit = try MetadataEditor().edit(fileAt: path, to: record)
        } catch {
            throw error.of(item: path)
        }
        guard edit.isChange else {
            report.unchanged += 1
            return false
        }
        let file = try FileReplacement(path)
        try note(path, record, .metadata, former: edit.formerHead, new: edit.head, &report)
        report.notes += try file.write(head: edit.head, insteadOf: edit.formerHead)
        report.files += 1
        if file.links > 1 {
            report.notes.append(
                "\(path): the file had \(file.links) names (hard links); the others keep the "
                    + "former metadata")
        }
        return true
    }

    private func writeSidecar(
        _ record: PhotoRecord, of path: String, _ folders: inout ListedFolders,
        _ report: inout Report
    ) throws(WitError) -> Bool {
        let choice: SidecarChoice
        let bytes: [UInt8]?
        do throws(WitError) {
            choice = try SidecarChoice(for: path) { folders.hasNamesake(path) }
        } catch {
            throw error.of(item: path)
        }
        do throws(WitError) {
            bytes = try SidecarEditor().edit(choice.former, to: record, image: record.image)
        } catch {
            throw error.of(item: choice.path)
        }
        guard let new = bytes ?? (choice.isThere ? nil : choice.former) else {
            report.unchanged += 1
            return false
        }
        let file = try FileReplacement(choice.path)
        let former = choice.isThere ? choice.former ?? [] : nil
        try note(choice.path, record, .sidecar, former: former, new: new, &report)
        report.notes += try file.write(new, insteadOf: former)
        report.sidecars += 1
        if let shared = choice.copyOf {
            report.notes.append(
                "\(choice.path): started as a copy of \(shared), which other photos share")
        }
        return true
    }

    /// Keeps the way back in the catalog, before anything is written.
    private func note(
        _ path: String, _ record: PhotoRecord, _ kind: FileWrite.Kind, former: [UInt8]?,
        new: [UInt8], _ report: inout Report
    ) throws(WitError) {
        let write = FileWrite(
            path: path, photo: record.id, kind: kind, former: former, new: new)
        do throws(WitError) {
            report.change = try catalog.note(
                write, in: report.change, summary: "write to files")
        } catch {
            throw WitError(item: path, reason: error.message + "; nothing was written")
        }
    }

    /// Says what could not be said in the file.
    private func remark(
        _ record: PhotoRecord, _ read: PhotoRecord, _ path: String, _ report: inout Report
    ) {
        let kept = RecordField.allCases.filter { field in
            field != .camera && record[field: field] == nil && read[field: field] != nil
        }
        guard !kept.isEmpty else { return }
        let fields = kept.map(\.rawValue).joined(separator: ", ")
        report.findings.append(
            targets.contains(.metadata)
                ? Finding(
                    .note, .sidecarKeepsValues, where: path,
                    "\(path): the sidecar beside it still has its \(fields)")
                : Finding(
                    .note, .fileKeepsValues, where: path,
                    "\(path): the file itself still has its \(fields), which a sidecar can't "
                        + "remove"))
    }
}

extension FileWrite {
    /// A write of new bytes in the place of former ones; nil for no file.
    init(
        path: String, photo: RecordID?, kind: Kind, former: [UInt8]?, new: [UInt8]?
    ) {
        func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
        self.init(
            path: path, photo: photo, kind: kind,
            former: former.map { ByteDelta.make(from: new ?? [], to: $0) },
            formerHash: former.map(hash), hash: new.map(hash))
    }
}

extension FindingCode {
    /// The sidecar beside a file that was written goes on to say what is empty now.
    public static let sidecarKeepsValues: FindingCode = "sidecar-keeps-values"
    /// The file beside a sidecar that was written goes on to say what is empty now.
    public static let fileKeepsValues: FindingCode = "file-keeps-values"
}

extension WitError.Code {
    /// What another program took out of a file waits for a person's decision.
    public static let removalPending: Self = "removal-pending"
    /// What another program wrote into a file waits for a person's decision.
    public static let proposalPending: Self = "proposal-pending"
}
