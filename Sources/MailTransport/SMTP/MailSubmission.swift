import Foundation
import OutputText

internal import CCurl

/// Hands mails to a server (RFC 6409), one after another over one connection.
///
/// A mail goes to all its recipients or to none: where the server refuses one of them, the mail is
/// taken back before a byte of it is sent. So a mail that is tried again reaches nobody twice.
///
/// ```swift
/// let submission = try MailSubmission(for: account, secret: secret)
/// let answer = try submission.send(envelope, size: size) { buffer in try file.read(into: buffer) }
/// ```
public final class MailSubmission {
    private let handle: CurlHandle
    private let limits: ConnectionLimits
    private let progress: Progress
    private var hasSent = false
    private let shouldStop: () -> Bool
    /// What the server offers, once an address asked for it.
    private var server: SubmissionServer?

    /// Makes a connection ready; it comes about with the first mail.
    ///
    /// - Parameters:
    ///   - secret: The account's password or token; nil logs in nowhere.
    ///   - shouldStop: Asked about once a second: whether to give up. It is not asked any more once
    ///     a mail is wholly handed over: then only the server's answer tells what became of it.
    /// - Throws: `WitError` of code `no-server` if the account sends no mail.
    public init(
        for account: MailAccount, secret: Secret?, limits: ConnectionLimits = ConnectionLimits(),
        shouldStop: @escaping () -> Bool = { false }
    ) throws(WitError) {
        guard let server = account.smtp else {
            throw WitError.server(
                .noServer,
                "the account “\(account.name.printableLine)” has no server for sending: smtp = …")
        }
        self.shouldStop = shouldStop
        let progress = Progress(limits, shouldStop)
        var whole = limits
        // The one limit that libcurl knows must be that for the answer to a whole mail.
        whole.quiet = limits.acceptance
        handle = try CurlHandle(
            to: server, of: account, secret: secret, limits: whole,
            shouldStop: { progress.shouldStop() })
        self.progress = progress
        self.limits = limits
        progress.trace = handle.trace
        handle.trace.needsLogin = secret != nil
        try handle.set(CURLOPT_UPLOAD, 1)
        try handle.check(
            witCurlSetTransfer(handle.pointer, CURLOPT_READFUNCTION) {
                buffer, size, count, context in
                guard let context, let buffer else { return Int(CURL_READFUNC_ABORT) }
                let progress = Unmanaged<Progress>.fromOpaque(context).takeUnretainedValue()
                return progress.read(.init(start: buffer, count: size * count))
            })
        try handle.check(
            witCurlSetPointer(
                handle.pointer, CURLOPT_READDATA, Unmanaged.passUnretained(progress).toOpaque()))
    }

    /// Sends one mail.
    ///
    /// - Parameters:
    ///   - size: The message's size in bytes; the server is told, so that it can refuse at once.
    ///   - read: Fills a buffer with the message's next bytes and answers how many; the message
    ///     has lines that end with CR LF. Called again from the first byte on where a connection
    ///     that was kept from the mail before turns out to be gone; `rewind` is called then.
    ///   - rewind: Makes `read` start from the first byte.
    ///   - handingOver: Called before the last bytes go out; what it throws keeps them back.
    /// - Returns: The server's words to it, for the person: `250 2.0.0 Ok: queued as 4B1C`.
    /// - Throws: `WitError`; of code `perhaps-sent` where the whole message was handed over and
    ///   no answer came. After every other error nobody got it.
    public func send(
        _ envelope: Envelope, size: Int, rewind: @escaping () -> Void,
        read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int,
        handingOver: @escaping () throws -> Void = {}
    ) throws(WitError) -> String {
        if let address = envelope.addressBeyondASCII { try requireUTF8(for: address) }
        let hasDots = try hasDotLines(size, rewind, read)
        var recipients: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(recipients) }
        for address in envelope.recipients {
            guard let longer = curl_slist_append(recipients, "<\(address)>") else {
                throw WitError.server(.failed, "out of memory", transient: true)
            }
            recipients = longer
        }
        try handle.set(CURLOPT_MAIL_FROM, "<\(envelope.sender)>")
        try handle.check(witCurlSetList(handle.pointer, CURLOPT_MAIL_RCPT, recipients))
        // QUIRK: libcurl up to 8.6 counts the dots that it doubles (RFC 5321 §4.5.2) as bytes of
        // the message, and may take it for whole before its end. Told no size it goes by the
        // reader alone; then no SIZE= is said either.
        try handle.check(
            witCurlSetSize(
                handle.pointer, CURLOPT_INFILESIZE_LARGE, hasDots ? -1 : curl_off_t(size)))
        defer {
            _ = witCurlSetList(handle.pointer, CURLOPT_MAIL_RCPT, nil)
            hasSent = true
        }
        do throws(WitError) {
            return try once(size, rewind, read, handingOver)
        } catch {
            // A server may end a connection after some mails, or a minute: that says nothing
            // about this mail, which it has seen nothing of, or not the end.
            guard hasSent, error.isTransient, error.reply == nil || error.reply == 421,
                error.code != .interrupted
            else { throw error }
            try handle.set(CURLOPT_FRESH_CONNECT, 1)
            defer { try? handle.set(CURLOPT_FRESH_CONNECT, 0) }
            return try once(size, rewind, read, handingOver)
        }
    }

    /// Asks the server, once, whether it takes addresses beyond ASCII: libcurl would hand them to any.
    private func requireUTF8(for address: String) throws(WitError) {
        let known: SubmissionServer
        if let server {
            known = server
        } else {
            known = try SubmissionServer(
                of: handle.account, secret: nil, limits: limits,
                shouldStop: shouldStop)
        }
        server = known
        if !known.supportsSMTPUTF8 { throw known.refusal(of: address) }
    }

    /// Whether a line of a mail begins with a dot.
    private func hasDotLines(
        _ size: Int, _ rewind: () -> Void, _ read: (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws(WitError) -> Bool {
        rewind()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var left = size
        var last: UInt8 = 0x0A
        while left > 0 {
            do {
                let count = try buffer.withUnsafeMutableBytes {
                    try read(.init(rebasing: $0.prefix(left)))
                }
                guard count > 0, count <= left else { throw Shortened() }
                for octet in buffer.prefix(count) {
                    if octet == 0x2E, last == 0x0A { return true }
                    last = octet
                }
                left -= count
            } catch { throw Self.unreadable(error) }
        }
        return false
    }

    private static func unreadable(_ error: any Error) -> WitError {
        WitError.server(
            .failed, "the mail cannot be read: \(ErrorWords.sentence(of: error).printableLine)",
            transient: true)
    }

    private func once(
        _ size: Int, _ rewind: () -> Void,
        _ read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int,
        _ handingOver: @escaping () throws -> Void
    ) throws(WitError) -> String {
        rewind()
        handle.trace.begin()
        progress.begin(size, read, handingOver)
        defer { progress.end() }
        let code = curl_easy_perform(handle.pointer)
        if code == CURLE_OK {
            guard progress.isWhole else {
                throw WitError.server(
                    .perhapsSent,
                    "only part of the mail reached \(handle.server.place), which accepted it")
            }
            return handle.replyWords ?? ""
        }
        if let error = progress.readError { throw Self.unreadable(error) }
        if progress.isLate {
            throw handle.tooLong
        }
        var uploaded = curl_off_t(0)
        witCurlGetSize(handle.pointer, CURLINFO_SIZE_UPLOAD_T, &uploaded)
        guard progress.isHandedOver || uploaded >= size else { throw handle.error(code) }
        let answer = handle.trace.isReplyWhole ? handle.trace.code : nil
        switch answer {
        case 250?: return handle.replyWords ?? ""
        case (400...599)?: throw handle.error(code)
        default:
            throw WitError.server(
                .perhapsSent,
                "\(handle.server.place) received the whole mail but did not answer; "
                    + "it may have been sent or not")
        }
    }

    /// One mail on its way.
    private final class Progress {
        var trace: ProtocolTrace?
        private let limits: ConnectionLimits
        private let isStopped: () -> Bool
        private var reader: ((UnsafeMutableRawBufferPointer) throws -> Int)?
        private var handingOver: () throws -> Void = {}
        private var left = 0
        /// Whether libcurl has got every byte.
        var isWhole: Bool { left == 0 }
        private var lastMove = ContinuousClock.now
        private var lastCount = 0
        /// Whether libcurl has asked for more than there is: what was read is with the system.
        private(set) var isHandedOver = false
        private(set) var isLate = false
        private(set) var readError: (any Error)?

        init(_ limits: ConnectionLimits, _ isStopped: @escaping () -> Bool) {
            self.limits = limits
            self.isStopped = isStopped
        }

        func begin(
            _ size: Int, _ reader: @escaping (UnsafeMutableRawBufferPointer) throws -> Int,
            _ handingOver: @escaping () throws -> Void
        ) {
            self.reader = reader
            self.handingOver = handingOver
            left = size
            lastMove = .now
            isHandedOver = false
            isLate = false
            readError = nil
        }

        func end() {
            reader = nil
            handingOver = {}
        }

        func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            lastMove = .now
            if left == 0 {
                isHandedOver = true
                return 0
            }
            do {
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(left))
                let count = try reader?(part) ?? 0
                // A message that ends before its end would go out as it is.
                guard count > 0, count <= part.count else { throw Shortened() }
                if count == left { try handingOver() }
                left -= count
                return count
            } catch {
                readError = error
                return Int(CURL_READFUNC_ABORT)
            }
        }

        func shouldStop() -> Bool {
            let count = trace?.replyBytes ?? 0
            if count != lastCount {
                lastCount = count
                lastMove = .now
            }
            if left == 0 { return false }
            if .now - lastMove > .seconds(limits.quiet) { isLate = true }
            return isLate || isStopped()
        }
    }

    private struct Shortened: SpokenError {
        var description: String { "the message was truncated while it was sent" }
    }
}
