import JSON
import OutputText
import RegionGeometry

/// A stroke as a line of JSON: `{"points": [[x, y, milliseconds], …]}`.
///
/// A point is an array of two numbers or more: x and y in screen pixels, then milliseconds, which may
/// be null; what follows is passed over. Points are read as they come, without a value in memory for each
/// of their numbers: a line may have millions.
public struct StrokeLine: Sendable {
    /// The stroke.
    public let stroke: Stroke
    /// The other members of the object.
    public let members: JSONObject

    /// The most octets of a line.
    public static let limit = 128 << 20
    /// The most octets of a line without its points.
    static let membersLimit = 1 << 20

    /// Reads a line.
    ///
    /// - Throws: `not-understood` for what is no JSON object, has no points, or points that are no stroke.
    public init(_ octets: [UInt8]) throws(WitError) {
        guard let range = Self.points(of: octets) else {
            if octets.count <= Self.membersLimit { _ = try Self.object(octets[...]) }
            throw Self.fault("the object has no “points” array")
        }
        var reader = PointsReader(octets, at: range)
        let points = try reader.read()
        // The rest of the line is any JSON.
        let rest = octets[..<range] + Array("null".utf8) + octets[reader.index...]
        guard rest.count <= Self.membersLimit else {
            throw Self.fault(
                "the members besides “points” are longer than \(Self.membersLimit) bytes")
        }
        members = try Self.object(rest).filter { $0.key != "points" }
        do throws(StrokeFault) { stroke = try Stroke(points) } catch {
            throw Self.fault(Self.sentence(of: error))
        }
    }

    /// Why a line is no stroke: what is wrong, to go on behind a colon and the line's name.
    package static func fault(_ reason: String) -> WitError { WitError(.notUnderstood, reason) }

    private static func object(_ octets: ArraySlice<UInt8>) throws(WitError) -> JSONObject {
        do throws(JSONSyntaxError) {
            if let object = try JSONValue(parsingForeign: octets).object { return object }
        } catch {
            throw Self.fault("not JSON: \(error.message)")
        }
        throw Self.fault("not an object with “points”")
    }

    private static func sentence(of fault: StrokeFault) -> String {
        switch fault {
        case .noPoints: "the stroke has no points"
        case .notFinite(let index): "point \(index + 1) has a coordinate that is not a number"
        case .tooFar(let index):
            "point \(index + 1) is farther out than any screen: more than \(Int(Stroke.farthest)) pixels"
        case .tooManyPoints: "the stroke has more than \(Stroke.pointLimit) points"
        }
    }

    /// Where the array of the object's first member `points` begins.
    private static func points(of octets: [UInt8]) -> Int? {
        var depth = 0
        var index = 0
        while index < octets.count {
            switch octets[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let start = index + 1
                index = start
                while index < octets.count, octets[index] != UInt8(ascii: "\"") {
                    index += octets[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                let isName = depth == 1 && index < octets.count
                if isName, octets[start..<index].elementsEqual("points".utf8),
                    let colon = next(octets, index + 1), octets[colon] == UInt8(ascii: ":"),
                    let array = next(octets, colon + 1), octets[array] == UInt8(ascii: "[")
                {
                    return array
                }
            default: break
            }
            index += 1
        }
        return nil
    }

    private static func next(_ octets: [UInt8], _ start: Int) -> Int? {
        octets[min(start, octets.count)...].firstIndex { !PointsReader.isBlank($0) }
    }
}
