import JSON
import PhotoRecords

/// What cannot be judged, and so cannot be proven harmless: members that this version does not
/// know, and whatever stands in a mask's PNG beside its pixels.
package enum UnverifiableFields {
    /// The record without them, at every level, and the regions that stay at home whole: those of a
    /// shape that is not known, or of a mask that is not understood or too large.
    ///
    /// - Parameter masks: The record's masks that were taken apart already; those that are new are
    ///   added.
    package static func leftOut(
        of record: PhotoRecord, masks: inout BareMasks
    ) -> (kept: PhotoRecord, regions: [Region]) {
        var kept = record
        kept.unknown = [:]
        kept.taken?.unknown = [:]
        kept.camera?.unknown = [:]
        kept.image?.unknown = [:]
        kept.location?.unknown = [:]
        kept.location?.place?.unknown = [:]
        var withheld: [Region] = []
        kept.regions = []
        for var region in record.regions {
            region.unknown = [:]
            switch region.shape {
            case .unknown:
                withheld.append(region)
                continue
            case .mask(let box, let png):
                guard let bare = masks.bare(png) else {
                    withheld.append(region)
                    continue
                }
                region.shape = .mask(box, png: bare)
            case .rectangle, .ellipse, .polygon: break
            }
            kept.regions.append(region)
        }
        return (kept, withheld)
    }

    /// The chunks that draw a PNG (PNG third edition §11.2, §11.3.1).
    private static let drawing: Set<String> = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]
    /// Chunks that say how bright or large it is, in numbers of a fixed meaning.
    private static let harmless: Set<String> = [
        "gAMA", "cHRM", "sRGB", "pHYs", "sBIT", "bKGD", "cICP",
    ]

    /// The type of the first chunk of a PNG that could hold words, or what stands behind its end;
    /// nil where there is nothing of the kind.
    package static func note(inPNG bytes: [UInt8]) -> String? {
        guard let chunks = chunks(of: bytes) else { return "something that is not a PNG" }
        if let note = chunks.types.first(where: { !drawing.union(harmless).contains($0.type) }) {
            return "a chunk “\(note.type)”"
        }
        return chunks.end < bytes.count ? "bytes after its end" : nil
    }

    /// What stands in a locator map beside what draws it and our one mark, in words; nil for nothing.
    ///
    /// - Parameter isMarked: whether the mark stands behind the header; by it alone this is a map.
    package static func note(inMap bytes: [UInt8], isMarked: Bool) -> String? {
        guard let chunks = chunks(of: bytes) else { return "something that is not a PNG" }
        guard isMarked, chunks.types.dropFirst().first?.type == "tEXt" else {
            return "no marker from wit"
        }
        let rest = chunks.types.enumerated().filter { $0.offset != 1 }.map(\.element.type)
        if let type = rest.first(where: { !drawing.contains($0) && $0 != "pHYs" }) {
            return "a chunk “\(type)”"
        }
        return chunks.end < bytes.count ? "bytes after its end" : nil
    }

    /// A PNG with nothing but what draws it, written by what was read of it; nil for what is none, or
    /// not understood.
    package static func bare(png bytes: [UInt8]) -> [UInt8]? {
        var room = BarePNG.mostPixelBytes
        return bare(png: bytes, room: &room)
    }

    /// - Parameter room: how many bytes of pixels it may have; it is less by what is decoded of it.
    static func bare(png bytes: [UInt8], room: inout Int) -> [UInt8]? {
        guard let chunks = chunks(of: bytes) else { return nil }
        return BarePNG(
            chunks.types.map { (type: $0.type, bytes: bytes[$0.range]) }, room: &room)?.bytes
    }

    private static func chunks(
        of bytes: [UInt8]
    ) -> (types: [(type: String, range: Range<Int>)], end: Int)? {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            return nil
        }
        var types: [(String, Range<Int>)] = []
        var index = 8
        while index + 12 <= bytes.count {
            let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = index + 12 + length
            guard end <= bytes.count else { break }
            let type = String(decoding: bytes[index + 4..<index + 8], as: UTF8.self)
            types.append((type, index..<end))
            index = end
            if type == "IEND" { break }
        }
        return (types, index)
    }
}
