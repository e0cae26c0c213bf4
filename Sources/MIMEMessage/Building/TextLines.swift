/// A text as it goes into a message, in the shortest encoding that is 7-bit and lives through
/// transport: as it stands if all lines are short ASCII, base64 if most of it is not ASCII, else
/// quoted-printable.
struct TextLines {
    /// The text's octets; its lines end with LF or CRLF.
    private let octets: [UInt8]
    let encoding: TransferEncoding
    /// How many lines end with LF alone; not counted where quoted-printable writes the lines.
    private let feeds: Int

    init(_ text: String) {
        var octets = Array(text.utf8)
        var survey = octets.withUnsafeBytes(Survey.init)
        if survey.hasLoneReturn {
            octets = Self.withoutLoneReturns(octets)
            survey = octets.withUnsafeBytes(Survey.init)
        }
        (self.octets, encoding, feeds) = (octets, survey.encoding, survey.feeds)
    }

    /// Adds the encoded text to a message.
    func write(into message: inout [UInt8]) {
        switch encoding {
        case .base64:
            let lines = withLineBreaks()
            message += [UInt8](unsafeUninitializedCapacity: Base64.encodedLength(lines.count)) {
                room, count in
                count = lines.withUnsafeBytes {
                    Base64.encodeLines($0, into: UnsafeMutableRawBufferPointer(room))
                }
            }
        case .quotedPrintable: message += QuotedPrintable.encode(octets)
        default: message += withLineBreaks()
        }
    }

    private static func withoutLoneReturns(_ octets: [UInt8]) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(octets.count)
        var previous: UInt8 = 0
        for octet in octets {
            if octet == .cr {
                lines.append(.lf)
            } else if octet != .lf || previous != .cr {
                lines.append(octet)
            }
            previous = octet
        }
        return lines
    }

    private func withLineBreaks() -> [UInt8] {
        guard feeds > 0 else { return octets }
        return [UInt8](unsafeUninitializedCapacity: octets.count + feeds) { room, count in
            octets.withUnsafeBytes { octets in
                let room = UnsafeMutableRawBufferPointer(room)
                var position = 0
                while let feed = octets.firstIndex(of: .lf, from: position) {
                    let end = feed > position && octets[feed - 1] == .cr ? feed - 1 : feed
                    room.copy(octets[position..<end], at: count)
                    count += end - position
                    room[count] = .cr
                    room[count + 1] = .lf
                    count += 2
                    position = feed + 1
                }
                room.copy(octets[position...], at: count)
                count += octets.count - position
            }
        }
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func copy(_ octets: Slice<UnsafeRawBufferPointer>, at place: Int) {
        UnsafeMutableRawBufferPointer(rebasing: self[place...])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: octets))
    }
}

/// Which octets a text holds.
private struct Scan {
    private(set) var hasForeign = false
    /// A control character other than tab and line breaks.
    private(set) var hasControl = false
    /// A CR without a LF.
    private(set) var hasLoneReturn = false

    /// Looks at all octets, in loops without a branch: the compiler makes vectors of them.
    mutating func take(_ octets: UnsafeRawBufferPointer) {
        octets.withMemoryRebound(to: UInt8.self) { octets in
            guard let base = octets.baseAddress, !octets.isEmpty else { return }
            var all: UInt8 = 0
            var controls: UInt8 = 0
            for place in 0..<octets.count {
                let octet = base[place]
                all |= octet
                controls |=
                    Self.one(octet < .space) & Self.one(octet != .tab) & Self.one(octet != .lf)
                    & Self.one(octet != .cr) | Self.one(octet == .delete)
            }
            var lone = Self.one(octets.last == .cr)
            for place in 0..<octets.count - 1 {
                lone |= Self.one(base[place] == .cr) & Self.one(base[place + 1] != .lf)
            }
            (hasForeign, hasControl, hasLoneReturn) = (all >= 0x80, controls != 0, lone != 0)
        }
    }

    @inline(__always)
    private static func one(_ isTrue: Bool) -> UInt8 { isTrue ? 1 : 0 }
}

/// What a text holds that decides how it is encoded.
private struct Survey {
    private(set) var encoding = TransferEncoding.quotedPrintable
    /// Whether it has a CR without a LF: a line break of old.
    private(set) var hasLoneReturn = false
    /// How many lines end with LF alone, unless the text is quoted-printable.
    private(set) var feeds = 0

    /// The longest line that stands as it is.
    private static let longestLine = 78

    init(_ octets: UnsafeRawBufferPointer) {
        var scan = Scan()
        scan.take(octets)
        hasLoneReturn = scan.hasLoneReturn
        let foreign = scan.hasForeign ? octets.count { $0 >= 0x80 } : 0
        if foreign * 3 > octets.count {
            encoding = .base64
        } else if foreign == 0, !scan.hasControl {
            encoding = .sevenBit
        } else {
            return
        }
        look(atLinesOf: octets)
    }

    /// Counts the lines; long ones, and those that some transports change, cannot stay as they are.
    private mutating func look(atLinesOf octets: UnsafeRawBufferPointer) {
        var position = 0
        while position < octets.count {
            let feed = octets.firstIndex(of: .lf, from: position)
            var end = feed ?? octets.count
            if let feed {
                if feed > position, octets[feed - 1] == .cr { end -= 1 } else { feeds += 1 }
            }
            if encoding == .sevenBit, isChanged(octets[position..<end]) {
                encoding = .quotedPrintable
                return
            }
            position = (feed ?? octets.count) + 1
        }
    }

    /// Whether a line is too long, or begins with `From ` or a dot, which SMTP doubles on the way
    /// (RFC 5321 §4.5.2).
    private func isChanged(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
        if line.count > Self.longestLine { return true }
        guard let first = line.first else { return false }
        if first == .dot { return true }
        return first == UInt8(ascii: "F") && line.starts(with: "From ".utf8)
    }
}
