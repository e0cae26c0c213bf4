import OutputText

public import PhotoRecords
import XML

/// Makes an XMP sidecar say what a record says, and keeps what other programs put there.
public struct SidecarEditor: Sendable {
    private let limits = PhotoReadLimits.standard

    /// An editor.
    public init() {}

    /// What a sidecar becomes; nil if it says everything already.
    ///
    /// - Parameters:
    ///   - former: the sidecar's bytes, in UTF-8 or UTF-16; nil begins one.
    ///   - record: what it is to say.
    ///   - image: the facts of the photo's picture, on which regions are drawn.
    /// - Throws: ``WitError``: `damaged` if it is not well-formed XMP, `too-large`.
    public func edit(
        _ former: [UInt8]?, to record: PhotoRecord, image: ImageFacts?
    ) throws(WitError) -> [UInt8]? {
        let document: XMPDocument
        if let former {
            guard former.count <= limits.xmpBytes, let read = XMPDocument(former) else {
                throw WitError(
                    .damagedJPEG, "is not well-formed XMP and cannot be kept; nothing was written")
            }
            document = read
        } else {
            document = XMPDocument(isWrapped: false, padding: 0)
        }
        let orientation = image?.orientation ?? 1
        let frame = RegionFrame(
            width: image?.width, height: image?.height, orientation: orientation)
        var blocks = MetadataBlocks(mediaType: XMPFileWalk.mediaType)
        blocks.xmp = [former].compactMap(\.self)
        (blocks.width, blocks.height) = (frame.width, frame.height)
        blocks.orientation = orientation
        let before = XMLTree.text(of: document.root)
        XMPUpdater(
            record: MetadataEditor.written(record),
            former: Reconciler(blocks, limits: limits).record(), frame: frame, limits: limits
        ).apply(to: document, holding: XMPPacket(blocks.xmp, limits: limits))
        guard XMLTree.text(of: document.root) != before || former == nil else { return nil }
        let bytes = document.bytes(former: former?.count)
        guard bytes.count <= limits.xmpBytes else {
            throw WitError(
                .metadataTooLarge, "would be larger than \(limits.xmpBytes >> 20) MB of XMP")
        }
        return bytes
    }
}
