import Foundation

/// Three numbers.
struct Vector3 {
    var x, y, z: Double

    init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    static func + (left: Self, right: Self) -> Self {
        Self(left.x + right.x, left.y + right.y, left.z + right.z)
    }
    static func * (vector: Self, times: Double) -> Self {
        Self(vector.x * times, vector.y * times, vector.z * times)
    }
    func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }
    func cross(_ other: Self) -> Self {
        Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
}

/// A matrix of three rows and columns.
struct Matrix3 {
    var rows = (Vector3(0, 0, 0), Vector3(0, 0, 0), Vector3(0, 0, 0))

    init() {}
    init(_ first: Vector3, _ second: Vector3, _ third: Vector3) { rows = (first, second, third) }

    /// Adds the product of a column and a row.
    mutating func add(_ column: Vector3, _ row: Vector3) {
        rows.0 = rows.0 + row * column.x
        rows.1 = rows.1 + row * column.y
        rows.2 = rows.2 + row * column.z
    }

    var transposed: Self {
        Self(
            Vector3(rows.0.x, rows.1.x, rows.2.x), Vector3(rows.0.y, rows.1.y, rows.2.y),
            Vector3(rows.0.z, rows.1.z, rows.2.z))
    }

    var determinant: Double { rows.0.dot(rows.1.cross(rows.2)) }

    /// The inverse; nil where there is none that could be trusted.
    var inverse: Self? {
        let determinant = determinant
        let size = [rows.0, rows.1, rows.2].map { $0.dot($0).squareRoot() }.reduce(1, *)
        guard abs(determinant) > size * 1e-12 else { return nil }
        return Self(rows.1.cross(rows.2), rows.2.cross(rows.0), rows.0.cross(rows.1)).transposed
            * (1 / determinant)
    }

    static func + (left: Self, right: Self) -> Self {
        Self(left.rows.0 + right.rows.0, left.rows.1 + right.rows.1, left.rows.2 + right.rows.2)
    }
    static func * (matrix: Self, times: Double) -> Self {
        Self(matrix.rows.0 * times, matrix.rows.1 * times, matrix.rows.2 * times)
    }
    static func * (matrix: Self, vector: Vector3) -> Vector3 {
        Vector3(matrix.rows.0.dot(vector), matrix.rows.1.dot(vector), matrix.rows.2.dot(vector))
    }
    static func * (left: Self, right: Self) -> Self {
        let columns = right.transposed
        return Self(
            columns * left.rows.0, columns * left.rows.1, columns * left.rows.2)
    }

    /// The real eigenvalues, by the characteristic polynomial.
    private var realEigenvalues: [Double] {
        let trace = rows.0.x + rows.1.y + rows.2.z
        let minors =
            rows.0.x * rows.1.y - rows.0.y * rows.1.x + rows.0.x * rows.2.z - rows.0.z * rows.2.x
            + rows.1.y * rows.2.z - rows.1.z * rows.2.y
        // λ = μ + trace/3 gives μ³ + p·μ + q = 0.
        let third = trace / 3
        let p = minors - trace * third
        let q = -2 * third * third * third + third * minors - determinant
        let discriminant = q * q / 4 + p * p * p / 27
        var roots: [Double]
        if discriminant > 0 {
            let root = discriminant.squareRoot()
            roots = [cbrt(-q / 2 + root) + cbrt(-q / 2 - root)]
        } else {
            let radius = 2 * max(-p / 3, 0).squareRoot()
            let ratio = radius > 0 ? min(max(3 * q / (p * radius), -1), 1) : 0
            let angle = acos(ratio) / 3
            roots = (0..<3).map { radius * cos(angle - 2 * .pi * Double($0) / 3) }
        }
        roots = roots.map { start in
            // Two of Newton's steps bring back what the formula loses.
            (0..<2).reduce(start) { root, _ in
                let slope = 3 * root * root + p
                return slope == 0 ? root : root - (root * root * root + p * root + q) / slope
            }
        }
        return roots.map { $0 + third }
    }

    /// An eigenvector, of any length but 0, for each real eigenvalue.
    var realEigenvectors: [Vector3] {
        realEigenvalues.compactMap { value in
            let first = rows.0 + Vector3(-value, 0, 0)
            let second = rows.1 + Vector3(0, -value, 0)
            let third = rows.2 + Vector3(0, 0, -value)
            // The rows span a plane at most: the vector is square to it.
            let normals = [first.cross(second), second.cross(third), third.cross(first)]
            let longest = normals.max { $0.dot($0) < $1.dot($1) }
            return longest.flatMap { $0.dot($0) > 0 ? $0 : nil }
        }
    }
}
