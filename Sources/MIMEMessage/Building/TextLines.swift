/// A text as it goes into a message, in the shortest encoding that is 7-bit and lives through
/// transport: as it stands if all lines are short ASCII, base64 if most of it is not ASCII, else
/// quoted-printable.
struct TextLines {
    /// The text's octets, every kind of line break made LF.
    private let octets: [UInt8]
    let encoding: TransferEncoding
    /// How many lines it has, where it stands as it is.
    private let lineCount: Int

    /// The longest line that stands as it is.
    private static let longestLine = 78

    init(_ text: String) {
        octets = Self.withLineFeeds(Array(text.utf8))
        (encoding, lineCount) = octets.withUnsafeBytes(Self.survey)
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

    private static func survey(_ octets: UnsafeRawBufferPointer) -> (TransferEncoding, Int) {
        var foreign = 0
        var hasControl = false
        // Without a branch in it: the compiler makes vectors of it.
        for octet in octets {
            foreign &+= Int(octet >> 7)
            hasControl =
                hasControl
                || ((octet < .space) != ((octet == .lf) != (octet == .tab))) || octet == .delete
        }
        guard foreign == 0 else {
            return (foreign * 3 > octets.count ? .base64 : .quotedPrintable, 0)
        }
        var lineCount = 1
        var position = 0
        while !hasControl {
            let feed = octets.firstIndex(of: .lf, from: position)
            let line = octets[position..<(feed ?? octets.count)]
            // A dot alone and `From ` at a line's start are changed by some transports.
            if line.count > longestLine || (line.count == 1 && line.first == .dot)
                || (line.first == UInt8(ascii: "F") && line.starts(with: "From ".utf8))
            {
                break
            }
            guard let feed else { return (.sevenBit, lineCount) }
            lineCount += 1
            position = feed + 1
        }
        return (.quotedPrintable, 0)
    }

    private static func withLineFeeds(_ octets: [UInt8]) -> [UInt8] {
        guard octets.firstIndex(of: .cr, from: 0, to: octets.count) != nil else { return octets }
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
        let breaks = lineCount > 0 ? lineCount - 1 : octets.count { $0 == .lf }
        return [UInt8](unsafeUninitializedCapacity: octets.count + breaks) { room, count in
            octets.withUnsafeBytes { octets in
                let room = UnsafeMutableRawBufferPointer(room)
                var position = 0
                while position < octets.count {
                    let feed = octets.firstIndex(of: .lf, from: position)
                    let line = octets[position..<(feed ?? octets.count)]
                    UnsafeMutableRawBufferPointer(rebasing: room[count...])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: line))
                    count += line.count
                    position += line.count + 1
                    guard feed != nil else { break }
                    room[count] = .cr
                    room[count + 1] = .lf
                    count += 2
                }
            }
        }
    }
}
