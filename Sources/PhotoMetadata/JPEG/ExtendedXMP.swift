import PhotoRecords

/// Puts an extended XMP packet together from its pieces (XMP part 3 §1.1.3.1).
struct ExtendedXMP {
    private struct Piece {
        var offset: Int
        var bytes: ArraySlice<UInt8>
    }

    private var pieces: [[UInt8]: [Piece]] = [:]
    private var sizes: [[UInt8]: Int] = [:]
    private var held = 0
    private static let guidLimit = 8
    private(set) var findings: [Finding] = []

    /// Takes a segment's body after its name: 32 bytes of GUID, the full length, this piece's
    /// offset, the piece.
    mutating func add(_ body: [UInt8], limit: Int) {
        guard body.count >= 40 else { return bad("A piece of extended XMP is too short.") }
        func number(_ at: Int) -> Int { body[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        let guid = Array(body[..<32])
        let (size, offset) = (number(32), number(36))
        let bytes = body[40...]
        guard size <= limit, held + bytes.count <= limit, sizes[guid] ?? size == size,
            offset + bytes.count <= size, sizes[guid] != nil || sizes.count < Self.guidLimit
        else { return bad("A piece of extended XMP does not fit or exceeds the limit.") }
        held += bytes.count
        sizes[guid] = size
        pieces[guid, default: []].append(Piece(offset: offset, bytes: bytes))
    }

    /// The packet whose GUID one of the main packets names in xmpNote:HasExtendedXMP; nil if
    /// none does or nothing is there.
    mutating func packet(wantedBy packets: [[UInt8]]) -> [UInt8]? {
        guard !pieces.isEmpty else { return nil }
        // Of two packets that name one each, the first counts.
        let named = packets.prefix(2).map { packet in
            pieces.keys.filter { ByteSearch.contains($0, in: packet) }
        }.first { !$0.isEmpty }
        guard let named, named.count == 1, let guid = named.first, let size = sizes[guid] else {
            bad("Extended XMP belongs to no packet; it is ignored.")
            return nil
        }
        var result: [UInt8] = []
        for piece in (pieces[guid] ?? []).sorted(by: { $0.offset < $1.offset }) {
            guard piece.offset <= result.count else { break }
            result += piece.bytes.dropFirst(result.count - piece.offset)
        }
        if result.count < size { bad("Extended XMP lacks a piece; only its beginning is read.") }
        return result
    }

    private mutating func bad(_ message: String) {
        guard findings.count < 8 else { return }
        findings.append(Finding(.warning, .xmpExtendedDamaged, where: "xmp", message))
    }
}

extension FindingCode {
    /// Extended XMP that does not come together.
    static let xmpExtendedDamaged: FindingCode = "xmp-extended-damaged"
}
