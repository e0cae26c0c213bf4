/// Finds the parts of a message in one pass over its octets.
///
/// ```
/// boundaries   the multiparts whose boundary may come, the outermost first
/// chain        the parts that have begun and not ended, the root first
/// ```
///
/// A boundary line belongs to the innermost open multipart that has it: everything begun inside
/// of that one ends there. So nothing recurses, and each octet is looked at once, however deep
/// the nesting.
struct StructureParser {
    let source: MIMESource
    let bytes: MailOctets
    let limits: MIMELimits
    var defects: DefectList
    var nodes: [Node] = []
    private var boundaries: BoundaryStack
    private var chain: [Int] = []
    private var isFull = false

    /// A part that was found.
    struct Node {
        var spans: [HeaderFieldSpan]
        var start: Int
        var bodyStart: Int
        var end: Int
        var contentType: MediaType
        var disposition: ContentDisposition?
        var encoding: TransferEncoding
        var children: [Int] = []
        var path: String
        /// Whether it holds a message that must be decoded before it can be parsed.
        var holdsEncodedMessage = false
    }

    init(bytes: MailOctets, limits: MIMELimits, defects: DefectList) {
        source = MIMESource(bytes: bytes, limits: limits)
        self.bytes = bytes
        self.limits = limits
        self.defects = defects
        boundaries = BoundaryStack(bytes: bytes)
    }

    /// Parses the whole message.
    mutating func parse() -> MIMEPart {
        // QUIRK: a UTF-8 byte order mark in front, from editors of Windows.
        let start = bytes.hasText("\u{FEFF}", at: 0) ? 3 : 0
        var position = begin(at: start, parent: nil, isMessage: true, isDigest: false)
        while !isFull, let line = boundaries.next(from: position) {
            for unclosed in boundaries.open[(line.level + 1)...] {
                noteUnclosed(unclosed, at: line.start)
            }
            boundaries.close(above: line.level)
            let owner = boundaries.open[line.level].node
            end(after: owner, at: line.contentEnd)
            position = line.next
            if line.isClosing {
                boundaries.close(above: line.level - 1)
            } else {
                let isDigest = boundaries.open[line.level].isDigest
                position = begin(at: line.next, parent: owner, isMessage: false, isDigest: isDigest)
            }
        }
        if !isFull { for unclosed in boundaries.open { noteUnclosed(unclosed, at: bytes.count) } }
        for index in chain { nodes[index].end = bytes.count }
        return PartAssembler(source: source, limits: limits).assemble(nodes, &defects)
    }

    // MARK: Parts begin and end

    /// Begins a part at an offset, and the message inside it if it is a `message/rfc822`.
    ///
    /// - Returns: Where to look for the next boundary.
    private mutating func begin(
        at start: Int, parent: Int?, isMessage: Bool, isDigest: Bool
    ) -> Int {
        var start = start
        var parent = parent
        var isMessage = isMessage
        var isDigest = isDigest
        while true {
            guard nodes.count < max(limits.parts, 1) else {
                isFull = true
                defects.note(
                    .error, .partLimit, at: start,
                    "The message has more than \(limits.parts) parts; the rest is ignored.")
                return start
            }
            let scanner = HeaderScanner(bytes: bytes, limit: limits.headerBytes)
            let block = scanner.scan(
                from: start, isMessage: isMessage, boundaries: boundaries, defects: &defects)
            let index = append(block, parent: parent, isDigest: isDigest)
            let contentType = nodes[index].contentType
            if contentType.isMultipart {
                openMultipart(index)
            } else if contentType.isMessage, !block.endedAtBoundary, mayNest(index) {
                if nodes[index].encoding.isIdentity {
                    (start, parent) = (block.bodyStart, index)
                    (isMessage, isDigest) = (true, false)
                    continue
                }
                if contentType.subtype != "global" {
                    // QUIRK: RFC 2046 §5.2.1 allows no encoding, save RFC 6532 §3.7 of a
                    // message/global; some programs encode all the same.
                    defects.note(
                        .note, .encodedComposite, at: block.start,
                        "An embedded message is encoded, which the standard forbids.")
                }
                if limits.encodedDepth > 0 {
                    nodes[index].holdsEncodedMessage = true
                } else {
                    defects.note(
                        .error, .depthLimit, at: block.start,
                        "Encoded messages are nested too deeply; this one is not parsed.")
                }
            }
            return block.bodyStart
        }
    }

    private mutating func append(
        _ block: HeaderScanner.Block, parent: Int?, isDigest: Bool
    ) -> Int {
        let headers = HeaderFields(source: bytes, spans: block.spans)
        let fields = ContentFields(
            headers, isDigest: isDigest, limit: limits.parameterSegments, defects: &defects)
        var path = "1"
        if let parent {
            nodes[parent].children.append(nodes.count)
            path = nodes[parent].path + ".\(nodes[parent].children.count)"
        }
        nodes.append(
            Node(
                spans: block.spans, start: block.start, bodyStart: block.bodyStart,
                end: bytes.count, contentType: fields.type, disposition: fields.disposition,
                encoding: fields.encoding, path: path))
        chain.append(nodes.count - 1)
        return nodes.count - 1
    }

    /// Whether a part at the end of the chain may have parts of its own.
    private mutating func mayNest(_ index: Int) -> Bool {
        guard chain.count < max(limits.depth, 1) else {
            defects.note(
                .error, .depthLimit, at: nodes[index].start,
                "The nesting is deeper than \(limits.depth) levels; this part is not parsed "
                    + "further."
            )
            return false
        }
        return true
    }

    private mutating func openMultipart(_ index: Int) {
        let node = nodes[index]
        // QUIRK: RFC 2046 §5.1.1: a boundary does not end with a blank; what says so does not have it
        // in its lines either, or as transport padding.
        let stated = Array((node.contentType.parameters["boundary"] ?? "").utf8)
        let boundary = stated.reversed().drop(while: \.isBlank).reversed() as [UInt8]
        guard !boundary.isEmpty else {
            defects.note(
                .error, .missingBoundary, at: node.start, "A multipart declares no boundary.")
            return
        }
        guard boundary.count <= BoundaryStack.longestBoundary else {
            defects.note(
                .error, .missingBoundary, at: node.start,
                "The boundary of a multipart is too long for a line.")
            return
        }
        guard mayNest(index) else { return }
        if !node.encoding.isIdentity {
            // QUIRK: RFC 2045 §6.4: a multipart that says base64 or quoted-printable is not.
            defects.note(
                .note, .encodedComposite, at: node.start,
                "A multipart declares a transfer encoding, which the standard forbids.")
        }
        boundaries.append(
            BoundaryStack.Multipart(
                node: index, boundary: boundary, isDigest: node.contentType.subtype == "digest"))
    }

    /// Ends the parts inside of one.
    private mutating func end(after owner: Int, at end: Int) {
        while let last = chain.last, last != owner {
            nodes[last].end = max(end, nodes[last].bodyStart)
            chain.removeLast()
        }
    }

    private mutating func noteUnclosed(_ multipart: BoundaryStack.Multipart, at offset: Int) {
        if nodes[multipart.node].children.isEmpty {
            defects.note(
                .error, .boundaryNotFound, at: offset,
                "The boundary of a multipart does not occur in it.")
        } else {
            defects.note(
                .warning, .unclosedMultipart, at: offset,
                "The closing boundary of a multipart is missing.")
        }
    }
}
