import JPEG

private import Crypto
import OutputText
import PhotoRecords

/// Makes a JPEG's IPTC data sets say what a record says, where there are some.
struct IPTCBlocksEditing {
    let record: PhotoRecord
    let limits: PhotoReadLimits

    private static let name: StaticString = "Photoshop 3.0\0"

    /// Changes the data sets, and leaves the digest of them that says that EXIF and XMP agree
    /// (Metadata Working Group guidelines 2.0 §3.3.1).
    func apply(to head: inout JPEGHead) throws(WitError) {
        let former = head.photoshop
        guard !former.isEmpty else { return }
        let damage = WitError(
            .damagedJPEG, "its IPTC data is truncated and cannot be kept; nothing was written")
        guard var resources = PhotoshopEditor(former) else { throw damage }
        for index in resources.resources.indices
        where resources.resources[index].number == PhotoshopEditor.iptc {
            let bytes = resources.resources[index].data
            guard !bytes.isEmpty else { continue }
            guard var iptc = IPTCEditor(bytes) else { throw damage }
            var blocks = MetadataBlocks(mediaType: "image/jpeg")
            blocks.iptc = bytes
            IPTCUpdater.apply(
                record, former: Reconciler(blocks, limits: limits).record(), to: &iptc)
            if iptc.isChanged { resources.resources[index].data = iptc.bytes }
        }
        if let iptc = resources[PhotoshopEditor.iptc], !iptc.isEmpty,
            resources[PhotoshopEditor.digest] != nil || resources.bytes != former
        {
            resources[PhotoshopEditor.digest] = Array(Insecure.MD5.hash(data: iptc))
        }
        let bytes = resources.bytes
        guard bytes != former else { return }
        let size = JPEGHead.bodyLimit - Self.name.utf8CodeUnitCount
        let pieces = stride(from: 0, to: bytes.count, by: size).map { start in
            JPEGHead.Segment(
                .app13, XMPSegment.bytes(Self.name) + bytes[start..<min(start + size, bytes.count)])
        }
        guard let place = head.segments.firstIndex(where: \.isPhotoshop) else { return }
        head.segments.removeAll(where: \.isPhotoshop)
        head.segments.insert(contentsOf: pieces, at: place)
    }
}
