import JPEG
import OutputText

/// The picture of a JPEG and nothing else: every byte of it is understood (ITU-T T.81 §B.1).
///
/// Frame, tables and scans are written by what was read of them; tables that no scan uses are left
/// out, and so is what stands between segments, in segments behind their contents, or behind the
/// last bit of a scan. An ICC profile is rebuilt from its numbers (``ColorProfile``). The coded data
/// stay as they are, so the picture does too.
///
/// ```swift
/// let coding = try JPEGCoding(jpeg)
/// let clean = try JPEGMetadataWriter().rewrite(jpeg, as: coding, with: record, orientation: 1)
/// ```
public struct JPEGCoding: Sendable {
    /// What the picture is written of, in order.
    enum Piece: Sendable, Equatable {
        /// Bytes of the file: coded data and restart markers.
        case copy(Range<Int>)
        /// A segment, its marker and length included.
        case segment([UInt8])
    }

    /// Everything behind the metadata but the end marker.
    private(set) var pieces: [Piece] = []
    /// Pixels across and down; nil without a frame.
    private(set) var frame: JPEGFrameHeader?
    /// A JFIF header without its thumbnail; nil if there was none.
    private(set) var jfif: [UInt8]?
    /// Adobe's colour transform: 0, 1 or 2; nil if there was none.
    private(set) var adobeTransform: UInt8?
    /// The profile; nil if there was none.
    private(set) var profile: ColorProfile?
    /// The segments of a profile that stays as it is.
    private(set) var profileSegments: [[UInt8]] = []
    /// Whether there is a scan: otherwise the file was cut off before its picture.
    public private(set) var hasPicture = false

    /// Whether anything of the file is left out but its segments of metadata.
    private(set) var leavesOut = false

    private static let mostSegments = 65_536
    private static let mostScans = 1_000

    /// Understands a picture.
    ///
    /// - Parameters:
    ///   - jpeg: a JPEG file's bytes.
    ///   - keepingProfile: whether an ICC profile stays as it is, with all that it says.
    /// - Throws: ``WitError`` of code `not-understood` where a part of the picture is not:
    ///   damaged or cut off, arithmetic or lossless coding, a profile of tables; `not-a-jpeg`.
    public init(_ jpeg: [UInt8], keepingProfile: Bool = false) throws(WitError) {
        guard jpeg.starts(with: [0xFF, 0xD8, 0xFF]) else {
            throw WitError(.notAJPEG, "The bytes are not a JPEG.")
        }
        var tables = Tables()
        var profile = ColorProfile.Chunks()
        var profileBodies: [[UInt8]] = []
        var walk: JPEGScanWalk?
        var scans = 0
        var cursor = JPEGSegmentCursor()
        let bytes = jpeg.span
        for _ in 0..<Self.mostSegments {
            let start = cursor.offset
            guard let segment = cursor.next(in: bytes) else { break }
            let marker = segment.marker
            if segment.offset != start { leavesOut = true }
            if marker == .endOfImage {
                guard hasPicture else { break }
                if keepingProfile {
                    profileSegments = profileBodies
                } else if let whole = try profile.whole() {
                    let rebuilt = try ColorProfile(rebuilding: whole)
                    self.profile = rebuilt
                    if rebuilt.bytes != whole { leavesOut = true }
                }
                // Every encoder writes steps that nothing uses: they are no stranger's by themselves.
                if let walk { dropUnusedSteps(walk.usedCoefficients, tables.stepsOf) }
                if tables.hasUnused || cursor.offset < jpeg.count { leavesOut = true }
                return
            }
            guard marker != .startOfImage else { throw Self.error("a picture within the picture") }
            if segment.form == .standalone {
                leavesOut = true
                continue
            }
            guard segment.form == .whole else { break }
            let body = jpeg[segment.payload]
            switch marker.rawValue {
            case 0xC4: try tables.takeHuffman(body, &walk)
            case 0xDB: try tables.takeQuantization(body)
            case 0xDD:
                guard body.count == 2 else { throw Self.error("a restart interval") }
                tables.restartInterval =
                    Int(body[body.startIndex]) << 8 | Int(body[body.startIndex + 1])
            case 0xC0...0xCF:
                guard frame == nil, let header = JPEGFrameHeader(marker, body),
                    let fresh = JPEGScanWalk(header)
                else { throw Self.error("its coding") }
                (frame, walk) = (header, fresh)
                tables.give(to: &walk)
                pieces.append(.segment(Self.segment(marker.rawValue, Array(body))))
            case 0xDA:
                scans += 1
                guard let frame, let scan = JPEGScan(body, of: frame), scans <= Self.mostScans
                else {
                    throw Self.error("a scan")
                }
                pieces += try tables.needed(by: scan, of: frame).map(Piece.segment)
                walk?.restartInterval = tables.restartInterval
                pieces.append(.segment(Self.segment(0xDA, scan.body(of: frame))))
                guard let data = walk?.codedData(of: scan, in: bytes, from: cursor.offset)
                else {
                    throw Self.error("the coded data of a scan")
                }
                pieces += data.pieces
                if !data.isWhole { leavesOut = true }
                cursor.offset = data.end
                hasPicture = true
            case 0xDC, 0xDE, 0xDF: throw Self.error("its coding")
            case 0xE0: jfif = jfif ?? JPEGSegments.header(body)
            case 0xE2:
                profile.take(body)
                if body.starts(with: Array("ICC_PROFILE\0".utf8)) {
                    profileBodies.append(Array(body))
                }
            case 0xEE: adobeTransform = adobeTransform ?? JPEGSegments.transform(body)?.last
            default: break
            }
        }
        guard !hasPicture else { throw Self.error("its end") }
        // A file that was cut off before its picture: what is left of it draws nothing.
        pieces = []
    }

    /// Makes the quantisation steps 1 of coefficients that are 0 in all blocks: they draw nothing, and
    /// could say something.
    ///
    /// - Parameters:
    ///   - used: the coefficients of each component that are not 0 everywhere.
    ///   - tables: for each component the place of its table among those that are written.
    private mutating func dropUnusedSteps(_ used: [UInt64], _ tables: [Int: Int]) {
        var number = 0
        for index in pieces.indices {
            guard case .segment(var bytes) = pieces[index], bytes.starts(with: [0xFF, 0xDB]),
                bytes.count > 5
            else { continue }
            let needed = tables.reduce(UInt64(1)) { $1.value == number ? $0 | used[$1.key] : $0 }
            number += 1
            let size = bytes[4] >> 4 == 0 ? 1 : 2
            guard bytes.count == 5 + 64 * size else { continue }
            for step in 0..<64 where needed >> UInt64(step) & 1 == 0 {
                let place = 5 + step * size
                if size == 2 { bytes[place] = 0 }
                bytes[place + size - 1] = 1
            }
            pieces[index] = .segment(bytes)
        }
    }

    static func error(_ what: String) -> WitError {
        WitError(.notUnderstood, "not understood: \(what)")
    }

    static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        let length = body.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + body
    }

    /// Whether a JPEG holds nothing but what drawing it needs, as this reads and writes it; its
    /// segments of metadata are not looked at.
    ///
    /// - Returns: what it holds besides, in words; nil for nothing.
    public static func stranger(in jpeg: [UInt8]) -> String? {
        let coding: JPEGCoding
        do throws(WitError) {
            coding = try JPEGCoding(jpeg)
        } catch {
            return "something that is \(error.message)"
        }
        if coding.leavesOut { return "bytes that are not needed to draw the picture" }
        return nil
    }
}

extension JPEGCoding {
    /// The tables that stand in a file, and which of them a decoder of the copy knows already.
    private struct Tables {
        var restartInterval = 0
        private var writtenInterval = 0
        private var quantization: [[UInt8]?] = [nil, nil, nil, nil]
        private var writtenQuantization: [[UInt8]?] = [nil, nil, nil, nil]
        private var dc: [JPEGHuffmanTable?] = [nil, nil, nil, nil]
        private var ac: [JPEGHuffmanTable?] = [nil, nil, nil, nil]
        private var writtenDC: [[UInt8]?] = [nil, nil, nil, nil]
        private var writtenAC: [[UInt8]?] = [nil, nil, nil, nil]
        /// Tables that no scan has used yet, by what a segment calls them.
        private var unused: Set<UInt8> = []
        /// Whether there was a table that no scan used.
        private var hasLostTable = false
        /// Components that a scan has coded: their quantisation table holds from then on.
        private var begun: Set<Int> = []
        /// For each of them the place of its table among those that are written.
        private(set) var stepsOf: [Int: Int] = [:]
        private var lastSteps = [-1, -1, -1, -1]
        private var writtenTables = 0

        /// Whether there is a table that no scan used.
        var hasUnused: Bool { hasLostTable || !unused.isEmpty }

        private mutating func define(_ name: UInt8) {
            if !unused.insert(name).inserted { hasLostTable = true }
        }

        /// ITU-T T.81 §B.2.4.2.
        mutating func takeHuffman(
            _ body: ArraySlice<UInt8>, _ walk: inout JPEGScanWalk?
        ) throws(WitError) {
            var rest = body
            while let head = rest.popFirst() {
                guard head >> 4 < 2, head & 15 < 4, let table = JPEGHuffmanTable(rest) else {
                    throw JPEGCoding.error("a Huffman table")
                }
                rest = rest.dropFirst(table.spelling.count)
                define(head)
                if head >> 4 == 0 { dc[Int(head & 15)] = table } else { ac[Int(head & 15)] = table }
            }
            give(to: &walk)
        }

        func give(to walk: inout JPEGScanWalk?) {
            walk?.dc = dc
            walk?.ac = ac
        }

        /// ITU-T T.81 §B.2.4.1.
        mutating func takeQuantization(_ body: ArraySlice<UInt8>) throws(WitError) {
            var rest = body
            while let head = rest.popFirst() {
                let count = head >> 4 == 0 ? 64 : 128
                guard head >> 4 < 2, head & 15 < 4, rest.count >= count else {
                    throw JPEGCoding.error("a quantisation table")
                }
                quantization[Int(head & 15)] = [head] + rest.prefix(count)
                define(0x80 | head & 15)
                rest = rest.dropFirst(count)
            }
        }

        /// The segments that a scan needs and no scan before it brought.
        mutating func needed(
            by scan: JPEGScan, of frame: JPEGFrameHeader
        ) throws(WitError) -> [[UInt8]] {
            var segments: [[UInt8]] = []
            for part in scan.parts where begun.insert(part.index).inserted {
                let number = frame.components[part.index].quantization
                guard let table = quantization[number] else {
                    throw JPEGCoding.error("a quantisation table that is missing")
                }
                unused.remove(0x80 | UInt8(number))
                if writtenQuantization[number] != table {
                    writtenQuantization[number] = table
                    segments.append(JPEGCoding.segment(0xDB, table))
                    lastSteps[number] = writtenTables
                    writtenTables += 1
                }
                stepsOf[part.index] = lastSteps[number]
            }
            for part in scan.parts {
                if scan.needsDC {
                    guard part.dc < 4, let table = dc[part.dc] else { throw Self.noTable }
                    unused.remove(UInt8(part.dc))
                    if writtenDC[part.dc] != table.spelling {
                        writtenDC[part.dc] = table.spelling
                        segments.append(
                            JPEGCoding.segment(0xC4, [UInt8(part.dc)] + table.spelling))
                    }
                }
                if scan.codesAC {
                    guard part.ac < 4, let table = ac[part.ac] else { throw Self.noTable }
                    unused.remove(0x10 | UInt8(part.ac))
                    if writtenAC[part.ac] != table.spelling {
                        writtenAC[part.ac] = table.spelling
                        segments.append(
                            JPEGCoding.segment(0xC4, [0x10 | UInt8(part.ac)] + table.spelling))
                    }
                }
            }
            if restartInterval != writtenInterval {
                writtenInterval = restartInterval
                segments.append(
                    JPEGCoding.segment(
                        0xDD, [UInt8(restartInterval >> 8), UInt8(restartInterval & 0xFF)]))
            }
            return segments
        }

        private static let noTable = JPEGCoding.error("a Huffman table that is missing")
    }
}
