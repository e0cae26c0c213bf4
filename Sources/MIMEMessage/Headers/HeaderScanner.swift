/// Reads a header block (RFC 5322 §2.2) from a message's octets.
///
/// Lines end with LF or CRLF. The block ends after the first empty line, before a boundary line of
/// a multipart around it, or at the end.
struct HeaderScanner {
    let bytes: MailOctets
    let limit: Int

    struct Block {
        var spans: [HeaderFieldSpan] = []
        var start: Int
        /// Where the body begins.
        var bodyStart: Int
        /// Whether the block ended at a boundary line, which then stands at `bodyStart`.
        var endedAtBoundary = false
    }

    /// Reads the block that begins at an offset.
    ///
    /// - Parameters:
    ///   - isMessage: Whether a leading mbox line (`From …`) may stand before the fields.
    ///   - boundaries: The multiparts around it.
    func scan(
        from start: Int, isMessage: Bool, boundaries: BoundaryStack, defects: inout DefectList
    ) -> Block {
        var block = Block(start: start, bodyStart: start)
        var position = start
        var limitNoted = false
        var isContinuable = false
        if isMessage { position = skipMboxLine(at: position) }
        while position < bytes.count {
            let (contentEnd, next) = bytes.line(at: position, to: bytes.count)
            if contentEnd == position {
                block.bodyStart = next
                return block
            }
            let isOver = next - start > limit
            if isOver, !limitNoted {
                limitNoted = true
                defects.note(
                    .error, .headerLimit, at: position,
                    "The header is longer than \(limit) octets; later fields are ignored.")
            }
            let first = bytes[position]
            if first.isBlank {
                if let last = block.spans.indices.last {
                    if !isOver, isContinuable {
                        block.spans[last].value =
                            block.spans[last].value.lowerBound..<contentEnd
                    }
                } else if bytes[position..<contentEnd].allSatisfy(\.isBlank) {
                    // QUIRK: RFC 5322 §2.1: a line of blanks instead of the empty line, before any
                    // field; hand-made mail has it.
                    block.bodyStart = next
                    return block
                } else {
                    defects.note(
                        .warning, .strayContinuation, at: position,
                        "The header begins with a continuation line.")
                }
            } else if first == .hyphen, boundaries.line(at: position) != nil {
                defects.note(
                    .note, .missingHeaderSeparator, at: position,
                    "A boundary follows the header without an empty line.")
                block.bodyStart = position
                block.endedAtBoundary = true
                return block
            } else if let span = field(at: position, to: contentEnd, defects: &defects) {
                if !isOver { block.spans.append(span) }
                isContinuable = true
            } else if block.spans.isEmpty || !looksLikeHeader(after: next) {
                // QUIRK: RFC 5322 §2.1: no empty line between header and body; the body begins at
                // the first line that cannot be a field, unless fields go on after it.
                defects.note(
                    .warning, .missingHeaderSeparator, at: position,
                    "The header ends at a line that is not a field, without an empty line.")
                block.bodyStart = position
                return block
            } else {
                isContinuable = false
                defects.note(
                    .warning, .malformedField, at: position,
                    "A line in the header is neither a field nor a continuation; it is ignored.")
            }
            position = next
        }
        block.bodyStart = position
        return block
    }

    /// QUIRK: RFC 4155: one message cut out of an mbox file still has its `From ` line, some with
    /// the `>` that mbox writers put before it.
    private func skipMboxLine(at position: Int) -> Int {
        guard bytes.hasText("From ", at: position) || bytes.hasText(">From ", at: position) else {
            return position
        }
        return bytes.line(at: position, to: bytes.count).next
    }

    private func field(
        at start: Int, to end: Int, defects: inout DefectList
    ) -> HeaderFieldSpan? {
        guard let colon = bytes.firstIndex(of: .colon, from: start, to: end), colon > start else {
            return nil
        }
        var nameEnd = colon
        // QUIRK: RFC 5322 §4.5.8 (obs-optional): blanks before the colon.
        while nameEnd > start, bytes[nameEnd - 1].isBlank { nameEnd -= 1 }
        guard bytes[start..<nameEnd].allSatisfy({ $0 > 0x20 && $0 < .delete }) else { return nil }
        if nameEnd < colon {
            defects.note(
                .note, .blankBeforeColon, at: nameEnd,
                "There is white space before a field's colon.")
        }
        return HeaderFieldSpan(name: start..<nameEnd, value: colon + 1..<end)
    }

    /// Whether the line at an offset is a field.
    private func looksLikeHeader(after position: Int) -> Bool {
        guard position < bytes.count else { return false }
        let end = bytes.line(at: position, to: bytes.count).contentEnd
        var unheard = DefectList(limit: 0)
        return field(at: position, to: end, defects: &unheard) != nil
    }
}
