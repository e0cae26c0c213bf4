import OutputText

extension IMAPConnection {
    /// The numbers of a mailbox's messages, ascending.
    ///
    /// Numbers that no message of the opened mailbox can have are left out.
    ///
    /// - Parameters:
    ///   - since: Only what came to the mailbox on that day or later: `1-Feb-2026`.
    ///   - first: Only from this number on.
    /// - Throws: `not-understood` for many more than there are messages.
    public func search(since: IMAPDate?, from first: UInt32) throws(WitError) -> [UInt32] {
        var found: [UInt32] = []
        // Some may have come since; nobody has ten million.
        let limit = min(messages, 10_000_000) + 10_000
        let end = uidNext == 0 ? UInt64.max : UInt64(uidNext)
        let range = first > 1 ? "UID \(first):*" : "ALL"
        try run("UID SEARCH \(range)" + (since.map { " SINCE \($0.text)" } ?? "")) {
            response throws(WitError) in
            guard case .data(let values, let isCut) = response,
                values.first?.isAtom("SEARCH") == true
            else { return }
            for value in values.dropFirst() {
                // QUIRK: `n:*` always finds the last message, even where its number is below n.
                guard let number = value.number, number > 0, number >= first, number < end,
                    let uid = UInt32(exactly: number)
                else { continue }
                found.append(uid)
            }
            if isCut || found.count > limit {
                throw WitError.server(
                    .notUnderstood, "\(self.place) listed too many messages")
            }
        }
        return Array(Set(found)).sorted()
    }

    /// What the server says of messages before they are fetched.
    ///
    /// Where that is too much to be kept, the last ones have no parts.
    ///
    /// - Throws: `WitError` where the connection is lost, the server answers with something
    ///   else, or too late.
    public func summaries(of uids: [UInt32]) throws(WitError) -> [MessageSummary] {
        var found: [UInt32: MessageSummary] = [:]
        let wanted = Set(uids)
        var weight = 0
        try run("UID FETCH \(UIDSet(uids)) (UID RFC822.SIZE BODYSTRUCTURE)") { response in
            guard case .data(let values, let isCut) = response,
                var summary = MessageSummary(values, isCut: isCut), wanted.contains(summary.uid)
            else { return }
            // A server may say later that something of a message changed: the first word counts.
            guard found[summary.uid] == nil else { return }
            weight += summary.weight
            if weight > self.bounds.summaryBytes {
                weight -= summary.weight
                summary.parts = nil
            }
            found[summary.uid] = summary
        }
        return uids.compactMap { found[$0] }
    }

    /// The beginnings of one part of several messages, coded as it came.
    ///
    /// - Parameters:
    ///   - section: The part's number, from ``MessageSummary/Part/section``.
    ///   - limit: The most bytes of each; at most 1 MB.
    ///   - body: Takes each message's as it comes.
    /// - Throws: `WitError` where the connection is lost, the server answers with something
    ///   else, or too late; `bad-argument` for a section that is no part's number.
    public func parts(
        _ section: String, of uids: [UInt32], limit: Int,
        _ body: (UInt32, [UInt8]) -> Void
    ) throws(WitError) {
        guard section.utf8.allSatisfy({ $0 == 0x2E || (0x30...0x39).contains($0) }) else {
            throw WitError.server(
                .badArgument, "“\(section.printableLine)” is not a part number")
        }
        try sections(section, of: uids, limit: limit, body)
    }

    /// The beginnings of the headers of several messages.
    ///
    /// - Parameters:
    ///   - limit: The most bytes of each; at most 1 MB.
    ///   - body: Takes each message's as it comes.
    /// - Throws: `WitError` as ``parts(_:of:limit:_:)`` does.
    public func headers(
        of uids: [UInt32], limit: Int, _ body: (UInt32, [UInt8]) -> Void
    ) throws(WitError) {
        if uids.isEmpty { return }
        try sections("HEADER", of: uids, limit: limit, body)
    }

    private func sections(
        _ section: String, of uids: [UInt32], limit: Int, _ body: (UInt32, [UInt8]) -> Void
    ) throws(WitError) {
        let bytes = min(limit, bounds.literalBytes)
        let wanted = Set(uids)
        try run("UID FETCH \(UIDSet(uids)) (UID BODY.PEEK[\(section)]<0.\(bytes)>)") { response in
            guard case .data(let values, _) = response, let items = FetchItems(values),
                let uid = items.uid, wanted.contains(uid), let part = items.body(section)?.bytes
            else { return }
            body(uid, part)
        }
    }

    /// Fetches a whole message, piece by piece.
    ///
    /// - Parameters:
    ///   - limit: The most bytes; a message that the server announces as longer is an error.
    ///   - take: Takes each piece.
    /// - Returns: Whether the message was there.
    /// - Throws: `too-large`, `not-understood` where the server sends another message than was
    ///   asked for; `refused` where it names the message and gives nothing of it;
    ///   `WitError` that `take` throws.
    public func message(
        _ uid: UInt32, limit: Int,
        _ take: @escaping (UnsafeRawBufferPointer) throws(WitError) -> Void
    ) throws(WitError) -> Bool {
        var isTaken = false
        let place = place
        let source = bytes
        reader.takerOfLiteral = { word, size throws(WitError) -> LiteralTaker? in
            guard word.uppercased() == "BODY[]" else { return nil }
            guard size <= limit else {
                throw WitError.server(
                    .tooLarge, "\(place) sent a message of \(size) bytes; the limit is \(limit)")
            }
            guard !isTaken else {
                throw WitError.server(.notUnderstood, "\(place) sent a message twice")
            }
            isTaken = true
            return { (piece) throws(WitError) in
                // A large message may take its time as long as it flows.
                source.restart()
                try take(piece)
            }
        }
        defer { reader.takerOfLiteral = nil }
        let strange = reader.strangeLines
        var isThere = false
        var isWithheld = false
        try run("UID FETCH \(uid) (UID BODY.PEEK[])") { response throws(WitError) in
            guard case .data(let values, _) = response, let items = FetchItems(values),
                let body = items["BODY[]"]
            else { return }
            guard items.uid == uid, !isThere else {
                throw WitError.server(.notUnderstood, "\(place) sent a different message")
            }
            if !isTaken, let bytes = body.bytes {
                var failure: WitError?
                bytes.withUnsafeBytes { piece in
                    do throws(WitError) { try take(piece) } catch { failure = error }
                }
                if let failure { throw failure }
                isThere = true
            } else {
                isThere = isTaken
                isWithheld = !isTaken
            }
        }
        if isWithheld, !isThere {
            throw WitError.server(.refused, "\(place) did not return the message")
        }
        guard !isTaken || isThere, reader.strangeLines == strange else {
            throw WitError.server(
                .notUnderstood, "\(place) sent a message that does not end where it should",
                transient: true)
        }
        return isThere
    }
}
