import Foundation
import OutputText

/// An ICC profile of a matrix and curves, or of a grey curve, rebuilt from its numbers alone (ICC.1).
///
/// Cameras, phones and programs put more into profiles than colours: names, serial numbers, a
/// display's owner, whatever a person typed. This keeps the white, the primaries, the chromatic
/// adaptation and the curves, each a number within what it can sensibly be; everything else is
/// written by us, the same for all. The colours stay what they were.
public struct ColorProfile: Sendable, Equatable {
    /// The profile's bytes.
    public let bytes: [UInt8]

    /// What stands as the description, and as the copyright, in every profile.
    public static let description = "RGB or grey"
    /// The text of the copyright.
    public static let copyright = "No copyright"

    /// Tags that say what colours are by tables or by a code of their own, beside or instead of
    /// what is understood here.
    private static let foreign: Set<String> = [
        "A2B0", "A2B1", "A2B2", "B2A0", "B2A1", "B2A2", "D2B0", "D2B1", "D2B2", "D2B3", "cicp",
    ]
    private static let mostTags = 100
    private static let mostEntries = 4_096

    /// Makes a profile of the numbers of another.
    ///
    /// - Throws: ``WitError`` of code `not-understood` where it is no profile, of other
    ///   colours than RGB and grey, or says them by tables.
    public init(rebuilding profile: [UInt8]) throws(WitError) {
        let reader = Reader(profile)
        guard let space = reader.text(16), ["RGB ", "GRAY"].contains(space),
            let kind = reader.text(12), ["mntr", "scnr", "spac"].contains(kind),
            reader.text(20) == "XYZ ", reader.text(36) == "acsp",
            let major = reader.number(8, 1), [2, 4].contains(major),
            let intent = reader.number(64, 4), intent < 4,
            let count = reader.number(128, 4), count <= Self.mostTags
        else { throw Self.error }
        var found: [String: ArraySlice<UInt8>] = [:]
        for place in (0..<count).map({ 132 + 12 * $0 }) {
            guard let name = reader.text(place), let start = reader.number(place + 4, 4),
                let size = reader.number(place + 8, 4), start + size <= profile.count
            else { throw Self.error }
            if Self.foreign.contains(name) { throw Self.error }
            found[name] = profile[start..<start + size]
        }
        let isGrey = space == "GRAY"
        let curves = isGrey ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]
        let points = isGrey ? ["wtpt"] : ["wtpt", "rXYZ", "gXYZ", "bXYZ"]
        var tags: [(name: String, body: [UInt8])] = [
            ("desc", Self.text(Self.description, major: major, isDescription: true)),
            ("cprt", Self.text(Self.copyright, major: major, isDescription: false)),
        ]
        for name in points {
            guard let body = found[name].map(Reader.init), body.text(0) == "XYZ ",
                let numbers = body.fixed(3, within: 2)
            else { throw Self.error }
            tags.append((name, Array("XYZ \0\0\0\0".utf8) + numbers))
        }
        if let adaptation = found["chad"].map(Reader.init) {
            guard adaptation.text(0) == "sf32", let numbers = adaptation.fixed(9, within: 2)
            else { throw Self.error }
            tags.append(("chad", Array("sf32\0\0\0\0".utf8) + numbers))
        }
        for name in curves {
            guard let body = found[name], let curve = Self.curve(Reader(body)) else {
                throw Self.error
            }
            tags.append((name, curve))
        }
        bytes = Self.file(tags, kind: kind, space: space, major: major, intent: intent)
    }

    private static let error = JPEGCoding.error("its ICC profile")

    /// A curve of a gamma or of samples that never fall, or one of five formulas (ICC.1:2022 §10.6,
    /// §10.18).
    private static func curve(_ body: Reader) -> [UInt8]? {
        switch body.text(0) {
        case "curv":
            guard let count = body.number(8, 4), count <= mostEntries,
                let samples = body.bytes(12, 2 * count)
            else { return nil }
            let values = stride(from: 0, to: 2 * count, by: 2).map {
                Int(samples[$0]) << 8 | Int(samples[$0 + 1])
            }
            // Samples fall nowhere; letters and the like do.
            guard count == 1 || zip(values, values.dropFirst()).allSatisfy({ $0 <= $1 }) else {
                return nil
            }
            return Array("curv\0\0\0\0".utf8) + big(count) + samples
        case "para":
            guard let kind = body.number(8, 2), kind < 5 else { return nil }
            guard let numbers = body.fixed([1, 3, 4, 5, 7][kind], at: 12, within: 16) else {
                return nil
            }
            return Array("para\0\0\0\0".utf8) + [0, UInt8(kind), 0, 0] + numbers
        default: return nil
        }
    }

    /// A text as each version spells it (ICC.1:2001-04 §6.5.17, §6.5.18; ICC.1:2022 §10.15).
    private static func text(_ text: String, major: Int, isDescription: Bool) -> [UInt8] {
        if major >= 4 {
            let wide = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            return Array("mluc\0\0\0\0".utf8) + big(1) + big(12) + Array("enUS".utf8)
                + big(wide.count) + big(28) + wide
        }
        guard isDescription else { return Array("text\0\0\0\0\(text)\0".utf8) }
        return Array("desc\0\0\0\0".utf8) + big(text.utf8.count + 1) + Array("\(text)\0".utf8)
            + [UInt8](repeating: 0, count: 78)
    }

    /// Header, table and tags; tags that are alike stand once (ICC.1:2022 §7.2, §7.3).
    private static func file(
        _ tags: [(name: String, body: [UInt8])], kind: String, space: String, major: Int,
        intent: Int
    ) -> [UInt8] {
        let start = 132 + 12 * tags.count
        var table = big(tags.count)
        var data: [UInt8] = []
        var places: [[UInt8]: Int] = [:]
        for (name, body) in tags {
            if places[body] == nil {
                places[body] = start + data.count
                data += body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
            }
            table += Array(name.utf8) + big(places[body] ?? 0) + big(body.count)
        }
        var header = big(start + data.count) + [0, 0, 0, 0]
        header += [UInt8(major), major == 2 ? 0x40 : 0x30, 0, 0]
        header += Array("\(kind)\(space)XYZ ".utf8)
        // The same moment for all: 2000-01-01.
        header += [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 24) + big(intent)
        // D50, as all profiles have it.
        header += [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D]
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return header + table + data
    }

    private static func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// The segment behind its length: the whole profile in one piece (ICC.1:2022 annex B.4).
    var segmentBody: [UInt8] { Array("ICC_PROFILE\0".utf8) + [1, 1] + bytes }
}

extension ColorProfile {
    /// Numbers and texts at places of a profile or a tag.
    private struct Reader {
        private let slice: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) { slice = bytes[...] }
        init(_ bytes: ArraySlice<UInt8>) { slice = bytes }

        func bytes(_ place: Int, _ count: Int) -> [UInt8]? {
            guard place + count <= slice.count else { return nil }
            return Array(slice.dropFirst(place).prefix(count))
        }

        func text(_ place: Int) -> String? {
            bytes(place, 4).map { String(decoding: $0, as: UTF8.self) }
        }

        func number(_ place: Int, _ count: Int) -> Int? {
            bytes(place, count)?.reduce(0) { $0 << 8 | Int($1) }
        }

        /// The bytes of numbers of 16 bits and 16 bits of fraction, none larger than a limit.
        func fixed(_ count: Int, at place: Int = 8, within limit: Int) -> [UInt8]? {
            guard let bytes = bytes(place, 4 * count) else { return nil }
            let areSound = stride(from: 0, to: 4 * count, by: 4).allSatisfy { place in
                let high = Int8(bitPattern: bytes[place])
                return abs(Int(high) << 8 | Int(bytes[place + 1])) <= limit
            }
            return areSound ? bytes : nil
        }
    }

    /// The pieces of a profile in a JPEG's segments (ICC.1:2022 annex B.4).
    struct Chunks {
        private var pieces: [Int: ArraySlice<UInt8>] = [:]
        private var count: Int?
        private var isDamaged = false

        private static let name = Array("ICC_PROFILE\0".utf8)

        /// Takes a segment, if it is a piece of a profile.
        mutating func take(_ body: ArraySlice<UInt8>) {
            guard body.starts(with: Self.name) else { return }
            let rest = body.dropFirst(Self.name.count)
            guard rest.count > 2, let number = rest.first.map(Int.init),
                let total = rest.dropFirst().first.map(Int.init), 1 <= number, number <= total,
                total == count ?? total, pieces[number] == nil
            else {
                isDamaged = true
                return
            }
            (count, pieces[number]) = (total, rest.dropFirst(2))
        }

        /// The pieces put together; nil where there are none.
        ///
        /// - Throws: `not-understood` where one is missing or there twice.
        func whole() throws(WitError) -> [UInt8]? {
            guard !isDamaged else { throw ColorProfile.error }
            guard let count else { return nil }
            guard pieces.count == count else { throw ColorProfile.error }
            return (1...count).flatMap { pieces[$0] ?? [] }
        }
    }
}
