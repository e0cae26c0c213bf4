import OutputText
import RegionGeometry

/// Reads an array of points (RFC 8259): `[[12, 30.5, 0], [13, 31]]`.
struct PointsReader {
    private let octets: [UInt8]
    /// Where it goes on: behind the array, once it was read.
    private(set) var index: Int

    init(_ octets: [UInt8], at index: Int) {
        self.octets = octets
        self.index = index
    }

    /// The points.
    ///
    /// - Throws: `not-understood` for what is no array of points.
    mutating func read() throws(WitError) -> [StrokePoint] {
        var points: [StrokePoint] = []
        guard take(UInt8(ascii: "[")) else { throw fault("the points are not an array") }
        if take(UInt8(ascii: "]")) { return points }
        repeat {
            guard points.count <= Stroke.pointLimit else {
                throw fault("the stroke has more than \(Stroke.pointLimit) points")
            }
            points.append(try point(points.count + 1))
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else {
            throw fault("the points do not end after point \(points.count)")
        }
        return points
    }

    private mutating func point(_ position: Int) throws(WitError) -> StrokePoint {
        guard take(UInt8(ascii: "[")), let x = number(), take(UInt8(ascii: ",")),
            let y = number()
        else { throw fault("point \(position) is not an array of two numbers and a time") }
        var time: Double?
        if take(UInt8(ascii: ",")) {
            time = number()
            guard time != nil || takeNull() else {
                throw fault("the time of point \(position) is not a number")
            }
            while take(UInt8(ascii: ",")) {
                guard number() != nil || takeNull() else {
                    throw fault("point \(position) has a value that is not a number")
                }
            }
        }
        guard take(UInt8(ascii: "]")) else { throw fault("point \(position) does not end") }
        return StrokePoint(x: x, y: y, milliseconds: time)
    }

    private func fault(_ reason: String) -> WitError { StrokeLine.fault(reason) }

    static func isBlank(_ octet: UInt8) -> Bool {
        octet == 0x20 || octet == 0x09 || octet == 0x0A || octet == 0x0D
    }

    private mutating func skipBlanks() {
        while index < octets.count, Self.isBlank(octets[index]) { index += 1 }
    }

    private mutating func take(_ octet: UInt8) -> Bool {
        skipBlanks()
        guard index < octets.count, octets[index] == octet else { return false }
        index += 1
        return true
    }

    private mutating func takeNull() -> Bool {
        skipBlanks()
        guard octets[index...].starts(with: "null".utf8) else { return false }
        index += 4
        return true
    }

    /// A number (§6); infinite where it is too large for one. Nil where none stands there.
    private mutating func number() -> Double? {
        skipBlanks()
        let start = index
        if index < octets.count, octets[index] == UInt8(ascii: "-") { index += 1 }
        let whole = index
        skipDigits()
        let isWhole =
            index > whole && (octets[whole] != UInt8(ascii: "0") || index == whole + 1)
        var isPlain = true
        var isRight = isWhole
        if isRight, index < octets.count, octets[index] == UInt8(ascii: ".") {
            isPlain = false
            index += 1
            let fraction = index
            skipDigits()
            isRight = index > fraction
        }
        if isRight, index < octets.count, octets[index] | 0x20 == UInt8(ascii: "e") {
            isPlain = false
            index += 1
            if index < octets.count, octets[index] == 0x2B || octets[index] == 0x2D { index += 1 }
            let exponent = index
            skipDigits()
            isRight = index > exponent
        }
        guard isRight else {
            index = start
            return nil
        }
        if isPlain, index - whole <= 15 {
            let value = octets[whole..<index].reduce(0) { $0 * 10 + Int64($1 - 0x30) }
            return Double(whole > start ? -value : value)
        }
        return Double(String(decoding: octets[start..<index], as: UTF8.self))
    }

    private mutating func skipDigits() {
        while index < octets.count, octets[index] >= 0x30, octets[index] <= 0x39 { index += 1 }
    }
}
