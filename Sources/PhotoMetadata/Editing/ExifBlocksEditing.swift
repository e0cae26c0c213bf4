import JPEG
import OutputText
import PhotoRecords

/// Makes a JPEG's EXIF blocks say what a record says.
struct ExifBlocksEditing {
    let record: PhotoRecord
    let frame: RegionFrame
    let limits: PhotoReadLimits

    private static let header = Array("Exif\0\0".utf8)
    private static let version = ExifTag(.exif, 0x9000)
    private static let v231 = Array("0231".utf8)
    private static let pieceSize = JPEGHead.bodyLimit - 6

    /// Changes the blocks; one is begun where there is none and something to say.
    func apply(to head: inout JPEGHead) throws(WitError) {
        let groups = head.exifGroups
        if groups.isEmpty {
            try begin(in: &head)
            return
        }
        // From the last to the first, so that places hold.
        for (number, group) in groups.enumerated().reversed() {
            try edit(group, isFirst: number == 0, in: &head)
        }
    }

    private func begin(in head: inout JPEGHead) throws(WitError) {
        let story = ExifUpdater(
            record, former: PhotoRecord(), fields: ExifFields([]))
        guard story.changes.contains(where: { $0.value != nil }) else { return }
        let block = try ExifWriter(
            record, orientation: frame.orientation, picture: picture(of: head)
        ).block()
        guard block.count <= JPEGHead.bodyLimit else { throw Self.tooLarge }
        head.segments.insert(JPEGHead.Segment(.app1, block), at: head.place { _ in false })
    }

    private func picture(of head: JPEGHead) -> ExifPicture {
        ExifPicture(
            width: frame.width, height: frame.height,
            hasProfile: head.segments.contains(where: \.isProfile))
    }

    private func edit(
        _ group: [Int], isFirst: Bool, in head: inout JPEGHead
    ) throws(WitError) {
        let former = head.tiff(of: group)
        var blocks = MetadataBlocks(mediaType: "image/jpeg")
        let block = Array((Self.header + former).prefix(limits.exifBytes))
        blocks.exif = [block]
        var changes = ExifUpdater(
            record, former: Reconciler(blocks, limits: limits).record(),
            fields: ExifFields([block])
        ).changes
        guard !changes.isEmpty else { return }
        guard var editor = ExifEditor(former) else {
            throw WitError(
                .damagedJPEG, "its EXIF block is damaged and cannot be kept; nothing was written")
        }
        if !isFirst {
            // Of a field that several blocks have the first counts; none may contradict it.
            changes.removeAll { change in
                !editor.tags(change.tag.directory).contains(change.tag.number)
            }
        } else if !editor.has(.exif),
            changes.contains(where: { $0.tag.directory == .exif && $0.value != nil })
        {
            let known = Set(changes.map(\.tag))
            changes += picture(of: head).exif.filter { !known.contains($0.tag) }
                .map { .init(tag: $0.tag, value: $0) }
        }
        if changes.contains(where: { $0.tag == .offsetTimeOriginal && $0.value != nil }),
            let version = editor.word(of: Self.version),
            version.lexicographicallyPrecedes(Self.v231)
        {
            // The field is of EXIF 2.31: so is the block that has it.
            let field = ExifWriter.Field(
                tag: Self.version, format: .undefined, count: 4, bytes: Self.v231)
            changes.append(.init(tag: Self.version, value: field))
        }
        editor.apply(changes)
        guard editor.bytes != former else { return }
        // QUIRK: EXIF 3.0 §4.5.4 knows one segment; a block that came in several goes in several.
        guard editor.bytes.count <= Self.pieceSize || group.count > 1 else { throw Self.tooLarge }
        let pieces = stride(from: 0, to: editor.bytes.count, by: Self.pieceSize).map { start in
            JPEGHead.Segment(
                .app1,
                Self.header + editor.bytes[start..<min(start + Self.pieceSize, editor.bytes.count)])
        }
        for index in group.dropFirst().reversed() { head.segments.remove(at: index) }
        head.segments.replaceSubrange(group[0]...group[0], with: pieces)
    }

    private static let tooLarge = WitError(
        .noRoomInFile, "its EXIF block is full (64 KB is the limit)")
}
