import Foundation

/// The masks of one record without anything but their pixels (`BarePNG`).
///
/// Each is taken apart once, however often it is asked for, and all together have a budget of pixels:
/// a stranger's record may have thousands of masks, each of a few bytes that unfold to very many.
package struct BareMasks: Sendable {
    /// What became of each mask, by its PNG in base64.
    private var known: [String: String?] = [:]
    /// How many bytes of pixels may still be decoded.
    private var room = mostPixelBytes

    /// The most bytes of pixels that the masks of a record may have together.
    static let mostPixelBytes = 2 * BarePNG.mostPixelBytes

    /// No mask yet.
    package init() {}

    /// How many bytes of pixels were decoded.
    var decodedBytes: Int { Self.mostPixelBytes - room }

    /// A mask's bare PNG in base64; nil for what is none, is not understood, or is too large beside
    /// those that came before.
    mutating func bare(_ png: String) -> String? {
        if let known = known[png] { return known }
        let bare = Data(base64Encoded: png)
            .flatMap { UnverifiableFields.bare(png: [UInt8]($0), room: &room) }
            .map { Data($0).base64EncodedString() }
        known[png] = .some(bare)
        return bare
    }
}
