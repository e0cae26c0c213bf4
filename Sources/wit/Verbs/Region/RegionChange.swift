import ArgumentParser
import CatalogDatabase
import Files
import OutputText
import PhotoRecords
import Synchronization
import WhatIsThat

/// Changes the regions of a photo and says what became of it: what `add`, `edit` and `remove` share.
struct RegionChange {
    let photo: RegionPhotoArgument
    let writing: WriteOptions
    let speech: SpeechOptions

    /// Makes the change.
    ///
    /// - Parameter id: The new region's, which is shown.
    func run(
        _ edit: RegionEdit, in catalog: @autoclosure @escaping @Sendable () throws -> PhotoCatalog,
        marking id: String? = nil
    ) async throws {
        var options = EditPhotos.Options()
        options.edits.regions = edit
        options.targets = writing.targets
        options.reportsRecords = true
        options.decoderMemory = try Settings(given: nil, environment: ProcessEnvironment.all)
            .mailLimits.decoderBytes
        let selection = PhotoSelection([photo.photo], from: FileSystem.currentFolder)
        let editing = EditPhotos(selection, options, in: try catalog())
        let told = Mutex<PhotoRecord?>(nil)
        let report = try await CtrlC.cancels {
            try await editing.run { progress in
                if case .item(let record as PhotoRecord) = progress.event {
                    told.withLock { $0 = record }
                }
            }
        }
        EditWords.complain(of: report, quiet: speech.quiet)
        if report.wasInterrupted {
            throw Interrupted(said: report.written?.line ?? "Stopped before anything was written.")
        }
        if report.failures.isEmpty, let record = told.withLock({ $0 }) {
            if speech.json, let id = record.id {
                RegionLines(json: true, namesPhoto: false).say(id, record)
            } else if !speech.quiet {
                if let index = record.regions.firstIndex(where: { id != nil && $0.id == id }) {
                    Output.line(RegionLines.line(record, index))
                }
                EditWords.say(report, isSame: true)
            }
        }
        if !report.failures.isEmpty { throw ExitStatus.someFailed }
    }
}
