import CatalogDatabase
import Files
import Folders
import Foundation
import OutputText
import PhotoMetadata

/// Holds what lies on the disk against what the catalog knows, without reading any photo.
///
/// Both come in the byte order of their paths and are merged step by step, so that memory stays
/// flat however many there are; a file that is as it was costs no more than its comparison.
struct ScanSurvey {
    /// A file to read.
    struct File: Sendable {
        let path: String
        let stamp: FileStamp
        /// Whether the person named this very file.
        let isNamed: Bool
        /// Whether a sidecar lies beside it.
        let hasSidecar: Bool
    }

    /// Known files that were missing and are back as they were, for the caller to take out.
    var returned: [String] = []
    /// Known files that were not met any more, for the caller to take out.
    var gone: [String] = []
    /// Known files whose names are left out by now, for the caller to take out.
    var derived: [String] = []
    /// What other programs made of photos, and was left out.
    private(set) var leftOut = LeftOut()
    private(set) var returnedCount = 0
    private(set) var goneCount = 0
    private(set) var unchanged = 0
    private(set) var failures: [WitError] = []
    /// New and changed files that a program may still be writing, and that were not handed over.
    private(set) var unsettled: [String] = []

    private let catalog: PhotoCatalog?
    private let own: CatalogFiles?
    private let verify: Bool
    private let names: DerivedNames
    private let sweeps: Bool
    private let writing: WriteState?
    private var root = ""
    private var targets: ArraySlice<ScanTarget>
    private var walk: FolderWalk?
    private var known: KnownFileCursor?

    /// A survey of some places.
    ///
    /// - Parameters:
    ///   - names: what is left out.
    ///   - sweeps: whether it takes away what ended processes left unfinished.
    ///   - writing: which files may still be written; nil to read them as they are.
    init(
        of targets: [ScanTarget], in catalog: PhotoCatalog?, verify: Bool,
        leavingOut names: DerivedNames, sweeps: Bool, writing: WriteState? = nil
    ) {
        self.names = names
        self.sweeps = sweeps
        self.targets = targets[...]
        self.catalog = catalog
        own = catalog?.ownFiles
        self.verify = verify
        self.writing = writing
    }

    /// Takes some steps, each of which looks at one file or passes one known file over.
    ///
    /// - Parameter toRead: told of new and changed files.
    /// - Returns: false at the end.
    mutating func advance(
        by steps: Int, _ toRead: (File) -> Void
    ) throws(WitError) -> Bool {
        for _ in 0..<steps {
            if walk != nil {
                try step(toRead)
            } else if known?.file != nil {
                try passOver(toRead)
            } else if let target = targets.popFirst() {
                try begin(target, toRead)
            } else {
                return false
            }
        }
        return true
    }

    private mutating func begin(
        _ target: ScanTarget, _ toRead: (File) -> Void
    ) throws(WitError) {
        let path = target.path
        root = path
        var isNamed = false
        if case .named = target { isNamed = true }
        known = if let catalog { try KnownFileCursor(catalog, under: path) } else { nil }
        switch PathState(of: path) {
        case .folder:
            if case .folder = target {
                walk = FolderWalk(path, descends: false, leavingOut: names, sweeps: sweeps)
            } else {
                walk = FolderWalk(path, leavingOut: names, sweeps: sweeps)
            }
        case .file(let stamp):
            var sidecars: [FileStamp] = []
            for sidecar in SidecarName.spellings(for: path) {
                switch PathState(of: sidecar) {
                case .file(let stamp): sidecars.append(stamp)
                case .unknown(let number):
                    // Without it the photo would seem to say less.
                    known = nil
                    return complain(sidecar, String(cString: strerror(number)))
                case .absent, .folder, .other: continue
                }
            }
            try weigh(
                Array(path.utf8), stamp.joined(with: sidecars), isNamed: isNamed,
                hasSidecar: !sidecars.isEmpty, toRead)
        case .absent:
            // What is known there is passed over from here on, and gone.
            if isNamed {
                complain(path, "no such file or folder")
            }
        case .other:
            if isNamed { complain(path, "neither a file nor a folder") }
        case .unknown(let number):
            known = nil
            complain(path, String(cString: strerror(number)))
        }
    }

    private mutating func complain(_ path: String, _ reason: String) {
        failures.append(WitError(item: path, reason: reason))
    }

    private mutating func step(_ toRead: (File) -> Void) throws(WitError) {
        switch walk?.next() {
        case .file(let stamp):
            // Not `if let`, which would copy the path.
            try weigh(
                walk?.path ?? [], stamp, isNamed: false, hasSidecar: walk?.hasSidecar ?? false,
                toRead)
        case .unreadableFolder, .folder:
            let folder = walk?.path ?? []
            while let order = known?.comparePath(to: folder), order < 0 {
                try passOver(toRead)
            }
            while known?.pathBegins(with: folder) == true { try known?.advance() }
        case nil:
            failures += (walk?.failures ?? []).map { WitError(item: $0.path, reason: $0.reason) }
            if let walk { leftOut.add(walk.leftOut) }
            walk = nil
        }
    }

    private mutating func weigh(
        _ path: [UInt8], _ stamp: FileStamp, isNamed: Bool, hasSidecar: Bool,
        _ toRead: (File) -> Void
    ) throws(WitError) {
        while let order = known?.comparePath(to: path), order <= 0 {
            guard order == 0, let file = known?.file else {
                try passOver(toRead)
                continue
            }
            // The cursor moves on before the file is handed over to be read and added.
            try known?.advance()
            if file.stamp != stamp || file.isDoubtful || verify { break }
            if file.missing {
                returned.append(String(decoding: path, as: UTF8.self))
                returnedCount += 1
            } else {
                unchanged += 1
            }
            return
        }
        let text = String(decoding: path, as: UTF8.self)
        if own?.holds(text, inode: hasSidecar ? nil : stamp.inode) == true {
            if isNamed { complain(text, "the catalog itself, no photo") }
            return
        }
        if writing?.mayBeWritten(text, stamp) == true {
            unsettled.append(text)
            return
        }
        toRead(
            File(path: text, stamp: stamp, isNamed: isNamed, hasSidecar: hasSidecar))
    }

    /// The known file at hand was not met.
    private mutating func passOver(_ toRead: (File) -> Void) throws(WitError) {
        guard let file = known?.file else { return }
        let path = String(decoding: known?.path ?? [], as: UTF8.self)
        try known?.advance()
        if names.rule(ofPath: path, below: root) != nil {
            if file.isChosen, case .file(let stamp) = PathState(of: path) {
                // Left out of the folder, and yet named by the person once.
                return follow(path, stamp, file, toRead)
            }
            derived.append(path)
        }
        if !file.missing {
            gone.append(path)
            goneCount += 1
        }
    }

    private mutating func follow(
        _ path: String, _ stamp: FileStamp, _ file: KnownFile, _ toRead: (File) -> Void
    ) {
        let sidecars = SidecarName.spellings(for: path).compactMap { FileStamp(of: $0) }
        let stamp = stamp.joined(with: sidecars)
        if file.stamp != stamp || file.isDoubtful || verify {
            toRead(File(path: path, stamp: stamp, isNamed: false, hasSidecar: !sidecars.isEmpty))
        } else if file.missing {
            returned.append(path)
            returnedCount += 1
        } else {
            unchanged += 1
        }
    }

    /// What failures there are beyond those of the survey itself.
    mutating func fail(_ failure: WitError) {
        if !failures.contains(where: { $0.message == failure.message }) { failures.append(failure) }
    }
}
