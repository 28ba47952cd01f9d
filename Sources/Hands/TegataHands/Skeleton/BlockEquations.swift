/// Least squares for a hand: six unknowns of the palm, on which all residuals may depend, and six for each finger, on
/// which only the residuals of this finger depend. Eliminating the fingers one by one leaves six equations.
package struct BlockEquations {
    /// The sum of the squared residuals.
    package private(set) var cost = 0.0
    private var palm = [36 of Double](repeating: 0)
    private var right = [6 of Double](repeating: 0)
    private var fingers = [5 of FingerEquations](repeating: FingerEquations())

    /// Adds the square of a residual, with the derivatives `slopes`, and `fingerSlopes` for a finger's unknowns.
    mutating func add(
        _ residual: Double, _ slopes: [6 of Double], finger: Int, _ fingerSlopes: [6 of Double]
    ) {
        add(residual, slopes)
        fingers[finger].add(residual, slopes, fingerSlopes)
    }

    /// Adds the square of a residual that depends only on the palm.
    mutating func add(_ residual: Double, _ slopes: [6 of Double]) {
        cost += residual * residual
        for row in 0..<6 {
            right[row] -= slopes[row] * residual
            for column in 0...row { palm[6 * row + column] += slopes[row] * slopes[column] }
        }
    }

    /// Adds the square of a residual that depends only on one unknown of the palm.
    mutating func add(_ residual: Double, palm unknown: Int, slope: Double) {
        cost += residual * residual
        right[unknown] -= slope * residual
        palm[7 * unknown] += slope * slope
    }

    /// Adds the square of a residual that depends only on one angle of a finger.
    mutating func add(_ residual: Double, finger: Int, angle: Int, slope: Double) {
        cost += residual * residual
        fingers[finger].right[angle] -= slope * residual
        fingers[finger].matrix[7 * angle] += slope * slope
    }

    /// Adds the square of a residual that depends on two angles of a finger, the later one first.
    mutating func add(_ residual: Double, finger: Int, _ angle: Int, slope: Double, _ other: Int, otherSlope: Double) {
        add(residual, finger: finger, angle: angle, slope: slope)
        fingers[finger].right[other] -= otherSlope * residual
        fingers[finger].matrix[7 * other] += otherSlope * otherSlope
        fingers[finger].matrix[6 * angle + other] += slope * otherSlope
    }

    /// Returns the change of all unknowns that minimises the sum; nil if it is undefined. All squared derivatives are
    /// first increased by the fraction `damping`.
    func change(damping: Double) -> PoseChange? {
        var (matrix, right) = (palm, right)
        for row in 0..<6 { matrix[7 * row] *= 1 + damping }
        var eliminated = [5 of FingerElimination?](repeating: nil)
        for finger in 0..<5 {
            guard let elimination = FingerElimination(fingers[finger], damping) else { return nil }
            elimination.reduce(&matrix, &right)
            eliminated[finger] = elimination
        }
        guard let solution = Cholesky(matrix)?.solution(right) else { return nil }
        var change = PoseChange()
        change.palm = solution
        for finger in 0..<5 {
            guard let own = eliminated[finger]?.changes(palm: solution) else { return nil }
            for angle in 0..<6 { change.angles[6 * finger + angle] = own[angle] }
        }
        return change
    }
}

/// The equations of a finger's unknowns.
private struct FingerEquations {
    var matrix = [36 of Double](repeating: 0)
    /// The products of the finger's derivatives and the palm's, one row for each unknown of the palm.
    var mixed = [36 of Double](repeating: 0)
    var right = [6 of Double](repeating: 0)

    mutating func add(_ residual: Double, _ palmSlopes: [6 of Double], _ slopes: [6 of Double]) {
        for row in 0..<6 {
            right[row] -= slopes[row] * residual
            for column in 0...row { matrix[6 * row + column] += slopes[row] * slopes[column] }
            for column in 0..<6 { mixed[6 * row + column] += palmSlopes[row] * slopes[column] }
        }
    }
}

/// A finger's unknowns as functions of the palm's.
private struct FingerElimination {
    private let factor: Cholesky
    /// The solutions of the lower triangle for the mixed products, one row for each unknown of the palm.
    private var rows = [6 of [6 of Double]](repeating: [6 of Double](repeating: 0))
    private let right: [6 of Double]

    init?(_ equations: FingerEquations, _ damping: Double) {
        var matrix = equations.matrix
        for row in 0..<6 { matrix[7 * row] *= 1 + damping }
        guard let factor = Cholesky(matrix) else { return nil }
        self.factor = factor
        right = factor.forward(equations.right)
        for row in 0..<6 {
            var products = [6 of Double](repeating: 0)
            for column in 0..<6 { products[column] = equations.mixed[6 * row + column] }
            rows[row] = factor.forward(products)
        }
    }

    /// Subtracts from the palm's equations what the finger explains.
    func reduce(_ matrix: inout [36 of Double], _ palmRight: inout [6 of Double]) {
        for row in 0..<6 {
            for inner in 0..<6 { palmRight[row] -= rows[row][inner] * right[inner] }
            for column in 0...row {
                for inner in 0..<6 { matrix[6 * row + column] -= rows[row][inner] * rows[column][inner] }
            }
        }
    }

    /// Returns the changes of the finger's unknowns for changes of the palm's.
    func changes(palm: [6 of Double]) -> [6 of Double] {
        var result = right
        for row in 0..<6 {
            for inner in 0..<6 { result[inner] -= rows[row][inner] * palm[row] }
        }
        return factor.backward(result)
    }
}
