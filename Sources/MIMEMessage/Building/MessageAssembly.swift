/// The pieces of a message being built, put together in one go at the end.
///
/// Files are held as they are and encoded straight into the finished message: it is written once,
/// and nothing of it is ever moved.
struct MessageAssembly {
    private enum Piece {
        case octets([UInt8])
        case base64([UInt8])
    }

    private var pieces: [Piece] = []
    private var count = 0
    private(set) var endsWithLineFeed = false

    /// Adds octets as they stand.
    mutating func append(_ octets: [UInt8]) {
        guard let last = octets.last else { return }
        pieces.append(.octets(octets))
        count += octets.count
        endsWithLineFeed = last == .lf
    }

    /// Adds text as it stands.
    mutating func append(_ text: String) { append(Array(text.utf8)) }

    /// Adds octets in base64, in lines of 76 characters; no line break behind them.
    mutating func appendBase64(_ octets: [UInt8]) {
        guard !octets.isEmpty else { return }
        pieces.append(.base64(octets))
        count += Base64.encodedLength(octets.count)
        endsWithLineFeed = false
    }

    /// The whole message.
    func octets() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let room = UnsafeMutableRawBufferPointer(buffer)
            for piece in pieces {
                let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
                switch piece {
                case .octets(let octets):
                    rest.copyBytes(from: octets)
                    filled += octets.count
                case .base64(let octets):
                    Base64.encodeLines(octets, into: rest)
                    filled += Base64.encodedLength(octets.count)
                }
            }
        }
    }
}
