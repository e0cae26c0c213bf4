import Foundation
import PhotoRecords

/// A point that a message may not tell, and how near to it anything may come.
struct ForbiddenPoint {
    /// Where the photo was taken.
    let point: Coordinate
    /// The grade that it leaves in.
    let grade: LocationGrade
    /// Degrees of latitude and longitude within which numbers are taken for the point's.
    private let reach: (latitude: Double, longitude: Double)
    /// The coarsest step of a number that tells more than the grade does, in degrees.
    private let step: Double

    init(_ point: Coordinate, _ grade: LocationGrade) {
        (self.point, self.grade) = (point, grade)
        let half = GridCell(of: point, grade.cell ?? .coarse).reach
        // Around a pole a cell goes a third of the way round: any number would be near.
        reach = (half.latitude * 2, min(half.longitude * 2, 2))
        // Two decimals, or whole minutes, tell more than a coarse cell.
        step = grade == .kilometre ? 0.001_1 : 1.01 / 60
    }

    /// The numbers of a text that tell the point: a pair of them within the reach of it, or one alone
    /// that has its digits to the fourth decimal (11 m). Numbers of the points that may be told do
    /// not count, however they are rounded.
    ///
    /// - Parameters:
    ///   - tokens: the text's numbers, in their order.
    ///   - allowed: the points that the message may tell.
    ///   - small: whether single numbers below one degree count, which outlines are full of.
    /// - Returns: the numbers that tell it; nil where none does.
    func told(
        by tokens: [CoordinateTokens.Token], allowed: [Coordinate], small: Bool = true
    ) -> [CoordinateTokens.Token]? {
        let sizes = allowed.map { (abs($0.latitude), abs($0.longitude)) }
        let singles = Set(sizes.flatMap { [$0.0, $0.1] })
        let tokens = tokens.filter { !$0.isClock && $0.step <= max(step, 0.001_01) }
        if let token = tokens.first(where: { tells($0, singles, small) }) { return [token] }
        for (index, first) in tokens.enumerated() where first.step <= step {
            for second in tokens[(index + 1)...].prefix(3)
            where second.step <= step && second.offset - first.offset < 200 {
                for (up, along) in [(first, second), (second, first)] where isNear(up, along) {
                    // Beside a number that may be told stand lengths and sizes of any kind.
                    let isAllowed = sizes.contains {
                        Self.is(up, $0.0) && Self.is(along, $0.1)
                            || abs(up.degrees - $0.0) < 2e-7 || abs(along.degrees - $0.1) < 2e-7
                    }
                    if !isAllowed { return [first, second] }
                }
            }
        }
        return nil
    }

    /// The first of a text's grid references that tells the point more finely than the grade does.
    /// Of the cell's own middle and other points that may be told none does.
    func told(by references: [GridReference], allowed: [Coordinate]) -> GridReference? {
        references.first { reference in
            let step = reference.step / Self.metresToDegree
            guard step <= self.step,
                abs(reference.coordinate.latitude - point.latitude) <= reach.latitude,
                abs(reference.coordinate.longitude - point.longitude) <= reach.longitude
            else { return false }
            return !allowed.contains {
                abs($0.latitude - reference.coordinate.latitude) <= step
                    && abs($0.longitude - reference.coordinate.longitude)
                        * cos($0.latitude * .pi / 180) <= step
            }
        }
    }

    private static let metresToDegree = 111_195.0

    private func isNear(
        _ up: CoordinateTokens.Token, _ along: CoordinateTokens.Token
    ) -> Bool {
        abs(up.degrees - abs(point.latitude)) <= reach.latitude
            && abs(along.degrees - abs(point.longitude)) <= reach.longitude
    }

    /// One number alone that has the point's digits.
    private func tells(
        _ token: CoordinateTokens.Token, _ allowed: Set<Double>, _ small: Bool
    ) -> Bool {
        guard token.step <= 0.001_01, small || token.degrees >= 1 else {
            return false
        }
        let isFine = token.step <= 0.000_11
        return [abs(point.latitude), abs(point.longitude)].contains { degrees in
            let difference = abs(token.degrees - degrees)
            // Three decimals are told only by a number that has no more.
            guard degrees >= 0.001, isFine ? difference < 0.000_1 : difference < 1e-9 else {
                return false
            }
            return !allowed.contains { Self.is(token, $0) }
        }
    }

    /// Whether a number is a value rounded, or cut off.
    private static func `is`(_ token: CoordinateTokens.Token, _ degrees: Double) -> Bool {
        let rest = degrees - token.degrees
        let slack = 2e-7
        return abs(rest) <= token.step / 2 + slack || rest >= 0 && rest < token.step - slack
    }
}
