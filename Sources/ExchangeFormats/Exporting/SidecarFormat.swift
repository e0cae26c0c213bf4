import Files
import OutputText
import PhotoMetadata
import PhotoRecords

/// The form in which records leave as XMP sidecars, for programs that read those: a file a photo.
///
/// A sidecar says what somebody or the photo said; what was looked up (a place's name, an offset of
/// the place's time zone) and the camera are not in it.
package struct SidecarFormat {
    private var names = NumberedNames()

    /// No name given out yet.
    package init() {}

    /// The bytes of a record's sidecar.
    ///
    /// - Throws: `WitError` where it would be too large.
    package func bytes(of record: PhotoRecord) throws(WitError) -> [UInt8] {
        try SidecarEditor().edit(nil, to: record.withoutDerived, image: record.image) ?? []
    }

    /// The name of a photo's sidecar, which no other photo of this export has, on systems that tell
    /// cases apart and others: `IMG_1.jpg.xmp`, and `IMG_1-2.jpg.xmp` for the next of that name.
    package mutating func name(for record: PhotoRecord) -> String {
        let own = record.file.map { String($0.split(separator: "/").last ?? "") } ?? ""
        let base = own.isEmpty ? record.id?.text ?? "photo" : own
        let dot = base.lastIndex(of: ".").flatMap { $0 > base.startIndex ? $0 : nil }
        let (stem, suffix) = (base[..<(dot ?? base.endIndex)], dot.map { base[$0...] } ?? "")
        return names.next(base + ".xmp") { "\(stem)-\($0)\(suffix).xmp" }
    }
}
