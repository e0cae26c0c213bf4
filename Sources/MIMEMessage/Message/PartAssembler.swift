/// Makes parts of the nodes that a structure parser found.
struct PartAssembler {
    let source: MIMESource
    let limits: MIMELimits

    /// Assembles the tree; children come after their parents in `nodes`, the root first.
    func assemble(_ nodes: [StructureParser.Node], _ defects: inout DefectList) -> MIMEPart {
        var made = [MIMEPart?](repeating: nil, count: nodes.count)
        var partsLeft = limits.parts - nodes.count
        for (index, node) in nodes.enumerated().reversed() {
            var children = node.children.compactMap { made[$0] }
            if node.holdsEncodedMessage, partsLeft > 0,
                let embedded = embeddedMessage(of: node, partsLeft: partsLeft)
            {
                partsLeft -= embedded.root.allParts.count
                defects.note(embedded.defects, at: node.bodyStart)
                children = [embedded.root.moved(to: node.path + ".1")]
            }
            made[index] = part(node, children)
        }
        return (made.first ?? nil) ?? part(.empty, [])
    }

    private func part(_ node: StructureParser.Node, _ children: [MIMEPart]) -> MIMEPart {
        MIMEPart(
            source: source, headers: HeaderFields(source: source.bytes, spans: node.spans),
            contentType: node.contentType, disposition: node.disposition,
            transferEncoding: node.encoding, children: children, path: node.path,
            range: node.start..<max(node.end, node.start),
            bodyRange: node.bodyStart..<max(node.end, node.bodyStart))
    }

    /// Parses the message in an encoded body, with what is left of the limits.
    private func embeddedMessage(
        of node: StructureParser.Node, partsLeft: Int
    ) -> MailMessage? {
        let depth = limits.depth - node.path.utf8.count { $0 == .dot } - 1
        guard depth > 0 else { return nil }
        let decoded = node.encoding.decode(
            source.bytes, node.bodyStart..<max(node.end, node.bodyStart),
            limit: limits.decodedBytes)
        guard !decoded.octets.isEmpty else { return nil }
        var limits = limits
        limits.depth = depth
        limits.parts = partsLeft
        limits.encodedDepth -= 1
        return MailMessage(parsing: decoded.octets, limits: limits)
    }
}

extension StructureParser.Node {
    /// A part of nothing.
    static let empty = Self(
        spans: [], start: 0, bodyStart: 0, end: 0, contentType: .plainText,
        encoding: .sevenBit, path: "1")
}

extension MIMEPart {
    /// The same part under another path; its root path `1` becomes that.
    func moved(to newPath: String) -> MIMEPart {
        MIMEPart(
            source: source, headers: headers, contentType: contentType, disposition: disposition,
            transferEncoding: transferEncoding,
            children: children.map { $0.moved(to: newPath + $0.path.dropFirst(path.count)) },
            path: newPath, range: range, bodyRange: bodyRange)
    }
}
