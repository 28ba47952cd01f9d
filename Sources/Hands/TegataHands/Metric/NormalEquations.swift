/// Sums of weighted squares of six unknowns, three of a turn and three of a place.
struct NormalEquations {
    private static let count = 6
    private var matrix = [36 of Double](repeating: 0)
    private var right = [6 of Double](repeating: 0)

    /// Adds the square of `residual`, which changes with the unknowns as `slopes` says.
    mutating func add(_ residual: Double, _ slopes: [6 of Double], weight: Double) {
        for row in 0..<Self.count {
            right[row] -= weight * slopes[row] * residual
            for column in 0..<Self.count { matrix[row * Self.count + column] += weight * slopes[row] * slopes[column] }
        }
    }

    /// The unknowns that make the sum smallest; nil where it does not depend on some.
    var solution: [6 of Double]? { solved(right) }

    /// The variance of an unknown, where weights are one over variances.
    func variance(_ index: Int) -> Double? {
        var unit = [6 of Double](repeating: 0)
        unit[index] = 1
        return solved(unit)?[index]
    }

    /// By Cholesky's decomposition.
    private func solved(_ right: [6 of Double]) -> [6 of Double]? {
        let count = Self.count
        var (lower, result) = (matrix, right)
        for row in 0..<count {
            for column in 0...row {
                var sum = lower[row * count + column]
                for inner in 0..<column { sum -= lower[row * count + inner] * lower[column * count + inner] }
                if row == column {
                    guard sum > 0, sum.isFinite else { return nil }
                    lower[row * count + row] = sum.squareRoot()
                } else {
                    lower[row * count + column] = sum / lower[column * count + column]
                }
            }
        }
        for row in 0..<count {
            for inner in 0..<row { result[row] -= lower[row * count + inner] * result[inner] }
            result[row] /= lower[row * count + row]
        }
        for row in (0..<count).reversed() {
            for inner in row + 1..<count { result[row] -= lower[inner * count + row] * result[inner] }
            result[row] /= lower[row * count + row]
        }
        return result
    }
}
