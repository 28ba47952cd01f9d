import TegataClassifiers

/// Computes the space in which the spread of classes is the same in all directions, and the class centres in it.
enum NoveltyFit {
    /// Returns the model. `rows` has `dimensions` numbers for each element of `labels`; labels below 0 and `background`
    /// have no prototypes.
    static func fit(
        rows: [Float], labels: [Int], dimensions: Int, background: Int?, space: NoveltyModel.Space,
        prototypesPerLabel: Int, shrinkage: Double = 0.05
    ) -> NoveltyModel? {
        let used = labels.indices.filter { labels[$0] >= 0 && labels[$0] != background }
        guard !used.isEmpty else { return nil }
        let labelCount = (labels.max() ?? 0) + 1
        var means = [Double](repeating: 0, count: labelCount * dimensions)
        var counts = [Double](repeating: 0, count: labelCount)
        for index in used {
            counts[labels[index]] += 1
            for channel in 0..<dimensions {
                means[labels[index] * dimensions + channel] += Double(rows[index * dimensions + channel])
            }
        }
        for label in 0..<labelCount where counts[label] > 0 {
            for channel in 0..<dimensions { means[label * dimensions + channel] /= counts[label] }
        }
        // A fraction of its mean is added to the diagonal of the within-class covariance, so that it can be inverted.
        var covariance = [Double](repeating: 0, count: dimensions * dimensions)
        var difference = [Double](repeating: 0, count: dimensions)
        for index in used {
            for channel in 0..<dimensions {
                difference[channel] =
                    Double(rows[index * dimensions + channel]) - means[labels[index] * dimensions + channel]
            }
            addSquare(difference, to: &covariance)
        }
        var trace = 0.0
        for channel in 0..<dimensions {
            for other in 0...channel { covariance[channel * dimensions + other] /= Double(used.count) }
            trace += covariance[channel * dimensions + channel]
        }
        let floor = max(trace / Double(dimensions), 1e-9)
        for channel in 0..<dimensions {
            for other in 0..<channel { covariance[channel * dimensions + other] *= 1 - shrinkage }
            covariance[channel * dimensions + channel] =
                (1 - shrinkage) * covariance[channel * dimensions + channel] + shrinkage * floor
        }
        guard let inverse = inverseOfCholeskyFactor(covariance, dimensions) else { return nil }
        var whitening = [Float](repeating: 0, count: dimensions * dimensions)
        for row in 0..<dimensions {
            for column in 0...row {
                whitening[column * dimensions + row] = Float(inverse[row * dimensions + column])
            }
        }
        let model = NoveltyModel(space: space, whitening: whitening, prototypes: [], dimensions: dimensions)
        var prototypes: [Float] = []
        for label in 0..<labelCount where counts[label] > 0 {
            let members = used.filter { labels[$0] == label }
            let places = members.map { whiten(rows, $0, model) }
            prototypes += centers(of: places, count: prototypesPerLabel, dimensions: dimensions)
        }
        return NoveltyModel(space: space, whitening: whitening, prototypes: prototypes, dimensions: dimensions)
    }

    private static func addSquare(_ vector: [Double], to matrix: inout [Double]) {
        let count = vector.count
        matrix.withUnsafeMutableBufferPointer { matrix in
            vector.withUnsafeBufferPointer { vector in
                for row in 0..<count {
                    let factor = vector[row]
                    for column in 0...row { matrix[row &* count &+ column] += factor * vector[column] }
                }
            }
        }
    }

    private static func whiten(_ rows: [Float], _ index: Int, _ model: NoveltyModel) -> [Float] {
        var place = [Float](repeating: 0, count: model.dimensions)
        rows.withUnsafeBufferPointer { rows in
            model.whitening.withUnsafeBufferPointer { whitening in
                place.withUnsafeMutableBufferPointer { place in
                    guard let input = rows.baseAddress, let weights = whitening.baseAddress,
                        let output = place.baseAddress
                    else { return }
                    addDenseProduct(
                        rows: 1, inputs: model.dimensions, outputs: model.dimensions,
                        input: input + index * model.dimensions, inputStride: 0, weights: weights, output: output)
                }
            }
        }
        return place
    }

    /// Returns the inverse of the lower triangular matrix L with L·Lᵀ = `matrix`; nil if there is none.
    private static func inverseOfCholeskyFactor(_ matrix: [Double], _ count: Int) -> [Double]? {
        var factor = matrix
        for row in 0..<count {
            for column in 0...row {
                var sum = matrix[row * count + column]
                for index in 0..<column { sum -= factor[row * count + index] * factor[column * count + index] }
                if row == column {
                    guard sum > 0 else { return nil }
                    factor[row * count + row] = sum.squareRoot()
                } else {
                    factor[row * count + column] = sum / factor[column * count + column]
                }
            }
        }
        var inverse = [Double](repeating: 0, count: count * count)
        for column in 0..<count {
            inverse[column * count + column] = 1 / factor[column * count + column]
            for row in column + 1..<max(count, column + 1) {
                var sum = 0.0
                for index in column..<row { sum -= factor[row * count + index] * inverse[index * count + column] }
                inverse[row * count + column] = sum / factor[row * count + row]
            }
        }
        return inverse
    }

    /// Returns up to `count` cluster centres (k-means, starting from points that are far apart).
    private static func centers(of places: [[Float]], count: Int, dimensions: Int) -> [Float] {
        func distance(_ a: [Float], _ b: [Float]) -> Float {
            a.withUnsafeBufferPointer { a in
                b.withUnsafeBufferPointer { b in
                    var sum: Float = 0
                    for index in 0..<dimensions {
                        let difference = a[index] - b[index]
                        sum += difference * difference
                    }
                    return sum
                }
            }
        }
        func mean(_ members: [[Float]]) -> [Float] {
            var result = [Float](repeating: 0, count: dimensions)
            for member in members { for index in 0..<dimensions { result[index] += member[index] } }
            return result.map { $0 / Float(max(members.count, 1)) }
        }
        var centers = [mean(places)]
        // Each centre should represent at least eight points.
        let wanted = max(min(count, places.count / 8), 1)
        if wanted > 1 {
            var nearest = places.map { distance($0, centers[0]) }
            centers = []
            while centers.count < wanted {
                guard let farthest = nearest.indices.max(by: { nearest[$0] < nearest[$1] }) else { break }
                centers.append(places[farthest])
                for index in places.indices {
                    nearest[index] = min(nearest[index], distance(places[index], places[farthest]))
                }
            }
            for _ in 0..<8 {
                var members = [[[Float]]](repeating: [], count: centers.count)
                for place in places {
                    let distances = centers.map { distance(place, $0) }
                    let own = distances.indices.min { distances[$0] < distances[$1] } ?? 0
                    members[own].append(place)
                }
                for index in centers.indices where !members[index].isEmpty { centers[index] = mean(members[index]) }
            }
        }
        return centers.flatMap { $0 }
    }
}
