/// The Cholesky decomposition of a positive definite matrix with six rows, in row-major order.
struct Cholesky {
    private static let count = 6
    private var lower: [36 of Double]

    /// Decomposes a matrix, of which only the lower triangle is read; nil if it is not positive definite.
    init?(_ matrix: [36 of Double]) {
        let count = Self.count
        lower = matrix
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
    }

    /// Returns the solution of the equations with this right side.
    func solution(_ right: [6 of Double]) -> [6 of Double] { backward(forward(right)) }

    /// Returns the solution of the equations of the lower triangle.
    func forward(_ right: [6 of Double]) -> [6 of Double] {
        var result = right
        for row in 0..<Self.count {
            for inner in 0..<row { result[row] -= lower[row * Self.count + inner] * result[inner] }
            result[row] /= lower[row * Self.count + row]
        }
        return result
    }

    /// Returns the solution of the equations of the transposed lower triangle.
    func backward(_ right: [6 of Double]) -> [6 of Double] {
        var result = right
        for row in (0..<Self.count).reversed() {
            for inner in row + 1..<Self.count { result[row] -= lower[inner * Self.count + row] * result[inner] }
            result[row] /= lower[row * Self.count + row]
        }
        return result
    }
}
