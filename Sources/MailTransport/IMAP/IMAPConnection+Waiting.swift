import OutputText

extension IMAPConnection {
    /// Whether the server tells of new messages by itself (RFC 2177).
    public var hasIdle: Bool { capabilities.contains("IDLE") }

    /// Waits until messages may have come.
    ///
    /// - Parameter seconds: How long at most. RFC 2177 §3 wants less than 29 minutes; a server
    ///   without `IDLE` is asked every minute.
    /// - Returns: Whether the server told of messages.
    /// - Throws: `WitError` where the connection is lost or the server ends it.
    public func wait(seconds: Double) throws(WitError) -> Bool {
        if hasNews { return true }
        defer { bytes.patience = Double(limits.quiet) }
        return hasIdle ? try idle(seconds) : try poll(seconds)
    }

    private func idle(_ seconds: Double) throws(WitError) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        let tag = try begin("IDLE")
        bytes.restart(adding: seconds)
        var isIdle = false
        while true {
            let left = (deadline - ContinuousClock.now) / .seconds(1)
            bytes.patience = isIdle ? max(0, left) : Double(limits.quiet)
            let response = left > 0 || !isIdle ? try reader.next(tag: Self.tagStart) : nil
            switch response {
            case .continuation: isIdle = true
            case .tagged(tag, let status):
                // It will not, or ended it by itself.
                guard status.kind == "OK" else { throw refusal("IDLE", status) }
                return hasNews
            case .status(let status) where status.kind == "BYE": throw goodBye(status)
            case .data?: response.map(note)
            case nil where !isIdle: throw silence("IDLE")
            default: break
            }
            if isIdle, hasNews || response == nil {
                bytes.patience = Double(limits.quiet)
                try handle.send(Array("DONE\r\n".utf8), within: Double(limits.quiet))
                try finish(tag, "IDLE") { _ in }
                return hasNews
            }
        }
    }

    private func poll(_ seconds: Double) throws(WitError) -> Bool {
        var left = seconds
        while left > 0, !hasNews {
            bytes.restart()
            bytes.patience = min(60, left)
            left -= 60
            // Nothing is due; what comes is news, or the end.
            switch try reader.next(tag: Self.tagStart) {
            case .status(let status) where status.kind == "BYE": throw goodBye(status)
            case let response?: note(response)
            case nil: break
            }
            if hasNews { return true }
            bytes.patience = Double(limits.quiet)
            try run("NOOP") { _ in }
        }
        return hasNews
    }
}
