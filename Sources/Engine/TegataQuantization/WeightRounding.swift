import TegataFormats

/// The rounding of a product's weights to bytes.
enum WeightRounding {
    private static let largest = 127.0
    /// The fraction of the diagonal's mean that is added to it, so that channels that hardly vary do not absorb the
    /// errors of all others.
    private static let damping = 0.01

    /// Rounds each weight to the nearest byte.
    static func nearest(_ product: QuantizableProduct) -> TFLiteByteWeights {
        let scales = (0..<product.channels).map { scale(of: product, channel: $0, isTight: false) }
        var bytes: [Int8] = []
        bytes.reserveCapacity(product.count)
        for (index, weight) in product.weights.enumerated() {
            bytes.append(byte(Double(weight) / Double(scales[index / product.depth])))
        }
        return TFLiteByteWeights(bytes: bytes, scales: scales)
    }

    /// Rounds weights one input channel after another, so that each channel compensates for the errors of the previous
    /// ones, measured on calibration inputs (GPTQ).
    ///
    /// The mean square error of an output is |Rᵀ (w − q)|², where R Rᵀ are the second moments and R has zeros below its
    /// diagonal. Component k of Rᵀ (w − q) contains only the errors of weights up to k, so each weight is chosen to
    /// make its component as small as possible.
    static func chosen(_ product: QuantizableProduct, _ moments: InputMoments) -> TFLiteByteWeights {
        let (depth, channels) = (product.depth, product.channels)
        // Channels with large inputs come first, because their errors can be compensated for later.
        let energies = (0..<depth).map { moments.mean($0, $0) }
        let order = (0..<depth).sorted { (energies[$1], $0) < (energies[$0], $1) }
        let factor = factor(moments, order, mean: energies.reduce(0, +) / Double(depth))
        let scales = (0..<channels).map { scale(of: product, channel: $0, isTight: true) }
        var bytes = [Int8](repeating: 0, count: product.count)
        var errors = [Double](repeating: 0, count: depth * channels)
        var targets = [Double](repeating: 0, count: channels)
        errors.withUnsafeMutableBufferPointer { errors in
            targets.withUnsafeMutableBufferPointer { targets in
                for (k, input) in order.enumerated() {
                    for channel in 0..<channels { targets[channel] = 0 }
                    for j in 0..<k {
                        let share = factor[j * depth + k]
                        guard share != 0 else { continue }
                        let before = j * channels
                        for channel in 0..<channels { targets[channel] += share * errors[before + channel] }
                    }
                    let diagonal = factor[k * depth + k]
                    for channel in 0..<channels {
                        let weight = Double(product.weights[channel * depth + input])
                        let scale = Double(scales[channel])
                        let byte = byte((weight + targets[channel] / diagonal) / scale)
                        bytes[channel * depth + input] = byte
                        errors[k * channels + channel] = weight - Double(byte) * scale
                    }
                }
            }
        }
        return TFLiteByteWeights(bytes: bytes, scales: scales)
    }

    private static func byte(_ value: Double) -> Int8 {
        Int8(max(-largest, min(largest, value.rounded(.toNearestOrEven))))
    }

    /// Returns the scale for an output channel: the one that maps the largest weight to 127 or, if `isTight`, a smaller
    /// one if that reduces the sum of squared errors.
    private static func scale(of product: QuantizableProduct, channel: Int, isTight: Bool) -> Float {
        let weights = product.weights[channel * product.depth..<(channel + 1) * product.depth]
        let top = weights.reduce(0) { max($0, abs($1)) }
        let widest = top / Float(largest)
        // A channel without weights, or with weights too small for a scale, becomes zeros.
        guard widest >= .leastNormalMagnitude else { return 1 }
        guard isTight else { return widest }
        var best = (scale: widest, error: Double.infinity)
        for step in 0...25 {
            let scale = widest * (1 - Float(step) / 100)
            var error = 0.0
            for weight in weights {
                let rest = Double(weight) - Double(byte(Double(weight) / Double(scale))) * Double(scale)
                error += rest * rest
            }
            if error < best.error { best = (scale, error) }
        }
        return best.scale
    }

    /// Returns the factor R of the second moments R Rᵀ, row by row, with channels in `order`. R has zeros below its
    /// diagonal.
    private static func factor(_ moments: InputMoments, _ order: [Int], mean: Double) -> [Double] {
        let count = order.count
        // If there are no inputs, all channels have the same weight.
        let added = mean > 0 ? damping * mean : 1
        var matrix = [Double](repeating: 0, count: count * count)
        for row in 0..<count {
            for column in 0...row { matrix[row * count + column] = moments.mean(order[row], order[column]) }
            matrix[row * count + row] += added
        }
        // The lower triangle becomes that of Rᵀ, the last row first.
        var column = [Double](repeating: 0, count: count)
        matrix.withUnsafeMutableBufferPointer { matrix in
            column.withUnsafeMutableBufferPointer { column in
                for k in (0..<count).reversed() {
                    let diagonal = max(matrix[k * count + k], added * 1e-6).squareRoot()
                    matrix[k * count + k] = diagonal
                    for i in 0..<k {
                        column[i] = matrix[k * count + i] / diagonal
                        matrix[k * count + i] = column[i]
                    }
                    for i in 0..<k {
                        let share = column[i]
                        guard share != 0 else { continue }
                        let row = i * count
                        for j in 0...i { matrix[row + j] -= share * column[j] }
                    }
                }
            }
        }
        var result = [Double](repeating: 0, count: count * count)
        for row in 0..<count {
            for column in row..<count { result[row * count + column] = matrix[column * count + row] }
        }
        return result
    }
}
