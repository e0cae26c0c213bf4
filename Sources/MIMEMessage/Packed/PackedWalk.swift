/// Goes through the leaves of a message and opens those that pack others, within the limits.
struct PackedWalk {
    private let limits: MIMELimits
    private(set) var parts: [MIMEPart] = []
    private(set) var defects: DefectList
    private var isFull = false

    init(limits: MIMELimits) {
        self.limits = limits
        defects = DefectList(limit: limits.defects)
    }

    /// Takes a part's leaves, and after each one what is packed in it.
    ///
    /// - Parameter level: How many packs there are around it.
    mutating func take(_ part: MIMEPart, level: Int = 0) {
        for leaf in part.allParts where leaf.children.isEmpty {
            guard !isFull else { return }
            guard level == 0 || parts.count < limits.parts else {
                isFull = true
                defects.note(
                    .error, .partLimit, at: leaf.bodyRange.lowerBound,
                    "Counting those packed in others, there are more than \(limits.parts) parts;"
                        + " the rest is ignored.")
                return
            }
            parts.append(leaf)
            guard level < limits.packedDepth else {
                if leaf.isTNEF {
                    defects.note(
                        .error, .depthLimit, at: leaf.bodyRange.lowerBound,
                        "Packed parts are nested more than \(limits.packedDepth) levels deep;"
                            + " this one is not unpacked.")
                }
                continue
            }
            guard let packed = leaf.packedContents() else { continue }
            defects.note(packed.defects)
            for inner in packed.parts { take(inner, level: level + 1) }
        }
    }
}

extension MailMessage {
    /// Every part without children, in the order of the message, and after each one the parts that
    /// are packed in it in a format that is not MIME: TNEF (`winmail.dat`), uuencode,
    /// yEnc.
    ///
    /// ```swift
    /// for part in message.unpackedLeafParts().parts where part.contentType.type == "image" { … }
    /// ```
    ///
    /// - Returns: The parts, no more than ``MIMELimits/parts`` with those that are packed, and what
    ///   is odd about the packs; offsets are those of the part that packs.
    public func unpackedLeafParts() -> (parts: [MIMEPart], defects: [MIMEDefect]) {
        var walk = PackedWalk(limits: root.source.limits)
        walk.take(root)
        return (walk.parts, walk.defects.defects)
    }
}
