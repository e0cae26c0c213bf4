import CBase64
import Foundation
import MIMEMessage

/// Three ways to decode one long base64 body, for the choice of the one that the library takes.
enum Base64Work: String {
    case foundation = "decode-foundation"
    case table = "decode-table"
    case vector = "decode-vector"

    /// Decodes a message's longest base64 body so many times; prints megabytes of it per second.
    func run(_ message: MailMessage, _ turns: Int) {
        let bodies = message.leafParts.filter { $0.transferEncoding == .base64 }.map(\.rawBody)
        guard let body = bodies.max(by: { $0.count < $1.count }) else { return }
        let elapsed = ContinuousClock().measure { for _ in 0..<turns { decode(body) } }
        let rate = Double(body.count) * Double(turns) / (elapsed / .seconds(1)) / 1_000_000
        print("\(rate.formatted(.number.precision(.fractionLength(1)).grouping(.never))) MB/s")
    }

    private func decode(_ body: [UInt8]) {
        switch self {
        case .foundation:
            _ = Data(base64Encoded: Data(body), options: .ignoreUnknownCharacters)
        case .table: decode(body, wit_base64_decode_scalar)
        case .vector: decode(body, wit_base64_decode)
        }
    }

    private func decode(
        _ body: [UInt8],
        _ call: (
            UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int,
            UnsafeMutablePointer<Int>?
        ) -> Int
    ) {
        _ = [UInt8](unsafeUninitializedCapacity: body.count) { output, count in
            _ = body.withUnsafeBufferPointer {
                call($0.baseAddress, $0.count, output.baseAddress, output.count, &count)
            }
        }
    }
}
