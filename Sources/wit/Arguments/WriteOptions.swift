import ArgumentParser
import WhatIsThat

/// Whether an edit goes into the files too.
struct WriteOptions: ParsableArguments {
    @Flag(help: "Write to the files' own EXIF, XMP and IPTC (JPEG); the picture is untouched.")
    var writeMetadata = false

    @Flag(help: "Write to a sidecar beside each file, such as IMG_1.jpg.xmp.")
    var writeSidecar = false

    /// Where to write.
    var targets: WritePhotos.Targets {
        var targets: WritePhotos.Targets = []
        if writeMetadata { targets.insert(.metadata) }
        if writeSidecar { targets.insert(.sidecar) }
        return targets
    }
}

extension WritePhotos.Report {
    /// What was written, in one line; nil for nothing worth a word.
    var line: String? {
        var parts: [String] = []
        if files > 0 { parts.append(files == 1 ? "1 file" : "\(files) files") }
        if sidecars > 0 { parts.append(sidecars == 1 ? "1 sidecar" : "\(sidecars) sidecars") }
        if !parts.isEmpty { return "Written to " + parts.joined(separator: " and ") + "." }
        return unchanged > 0 ? "Nothing to write: the files are up to date." : nil
    }
}
