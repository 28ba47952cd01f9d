import TegataBuffers
import TegataClassifiers

/// A network with gradients, which runs forward and backward passes on batches.
///
/// Everything is computed on one thread in a fixed order, so that the same input always produces the same bits.
package final class TrainableNetwork {
    /// The shape of the input.
    package let input: LayerShape
    /// The layers in order.
    package let layers: [TrainableLayer]
    /// The shape of each layer's input, followed by the shape of the output.
    package let shapes: [LayerShape]
    /// The start of each layer's numbers in `parameters`.
    package let offsets: [Int]
    /// The start of each batch normalisation's means and variances in `statistics`.
    private let statisticsOffsets: [Int]
    /// The weights, biases, scales and shifts of all layers.
    package var parameters: [Float]
    /// The derivatives of the loss with respect to the parameters, after ``backward(_:)``.
    package private(set) var gradients: [Float]
    /// The running means and variances of all batch normalisations.
    package var statistics: [Float]
    /// Whether each parameter is a weight, which the optimiser therefore keeps small.
    package let decays: [Bool]
    /// The maximum number of examples in a batch.
    package let capacity: Int

    private let values: [AlignedBuffer]
    private let valueGradients: [AlignedBuffer]
    /// The values that layers keep from the forward pass for the backward pass: dropout masks, normalised values and
    /// positions of maxima.
    private let kept: [AlignedBuffer]
    /// The batch's spread in each channel of each batch normalisation.
    private var batchSpreads: [[Float]]
    private var count = 0

    static let epsilon: Float = 1e-5
    private static let momentum: Float = 0.9

    /// Creates a network with random weights, scaled to preserve the spread of values from layer to layer.
    package init(input: LayerShape, layers: [TrainableLayer], capacity: Int, generator: inout SeededGenerator) {
        self.input = input
        self.layers = layers
        self.capacity = capacity
        var (shapes, offsets, statisticsOffsets) = ([input], [Int](), [Int]())
        var (parameters, decays, statistics) = ([Float](), [Bool](), [Float]())
        for layer in layers {
            let shape = shapes[shapes.count - 1]
            offsets.append(parameters.count)
            statisticsOffsets.append(statistics.count)
            switch layer {
            case .dense(let outputs):
                let spread = (2 / Float(shape.channels)).squareRoot()
                for _ in 0..<shape.channels * outputs { parameters.append(spread * generator.bell()) }
                parameters += [Float](repeating: 0, count: outputs)
            case .convolution(let kernel, _, let outputs):
                let spread = (2 / Float(kernel * shape.channels)).squareRoot()
                for _ in 0..<kernel * shape.channels * outputs { parameters.append(spread * generator.bell()) }
                parameters += [Float](repeating: 0, count: outputs)
            case .batchNormalization:
                parameters += [Float](repeating: 1, count: shape.channels)
                parameters += [Float](repeating: 0, count: shape.channels)
                statistics += [Float](repeating: 0, count: shape.channels)
                statistics += [Float](repeating: 1, count: shape.channels)
            default: break
            }
            let next = layer.shape(after: shape)
            var biases = 0
            switch layer {
            case .dense, .convolution: biases = next.channels
            default: biases = parameters.count - decays.count
            }
            decays += [Bool](repeating: true, count: parameters.count - decays.count - biases)
            decays += [Bool](repeating: false, count: biases)
            shapes.append(next)
        }
        self.shapes = shapes
        self.offsets = offsets
        self.statisticsOffsets = statisticsOffsets
        self.parameters = parameters
        self.statistics = statistics
        self.decays = decays
        gradients = [Float](repeating: 0, count: parameters.count)
        values = shapes.map { AlignedBuffer(byteCount: 4 * capacity * $0.count) }
        valueGradients = shapes.map { AlignedBuffer(byteCount: 4 * capacity * $0.count) }
        kept = shapes.map { AlignedBuffer(byteCount: 4 * capacity * $0.count) }
        batchSpreads = layers.map { _ in [] }
    }

    /// The number of outputs.
    package var outputCount: Int { shapes[shapes.count - 1].count }

    /// Returns the memory for the features of example `index` in a batch.
    package func inputPlace(_ index: Int) -> UnsafeMutablePointer<Float> { pointer(values, 0) + index * input.count }

    /// Returns the outputs for example `index`.
    package func output(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        UnsafeMutableBufferPointer(start: pointer(values, layers.count) + index * outputCount, count: outputCount)
    }

    /// Returns the memory for the derivatives of the loss with respect to the outputs of example `index`.
    package func outputGradient(_ index: Int) -> UnsafeMutablePointer<Float> {
        pointer(valueGradients, layers.count) + index * outputCount
    }

    /// Returns the derivatives of the loss with respect to the inputs of example `index`, if the first layer computes
    /// them.
    package func inputGradient(_ index: Int) -> UnsafeMutablePointer<Float> {
        pointer(valueGradients, 0) + index * input.count
    }

    private func pointer(_ buffers: [AlignedBuffer], _ index: Int) -> UnsafeMutablePointer<Float> {
        buffers[index].floats(at: 0, count: capacity * shapes[index].count)
    }

    // MARK: Forward pass

    /// Computes the outputs of the first `count` examples.
    package func forward(_ count: Int, isTraining: Bool, generator: inout SeededGenerator) {
        precondition(count <= capacity, "a batch larger than the network was made for")
        self.count = count
        parameters.withUnsafeBufferPointer { parameters in
            for index in layers.indices {
                forward(index, parameters, isTraining: isTraining, generator: &generator)
            }
        }
    }

    private func forward(
        _ index: Int, _ parameters: UnsafeBufferPointer<Float>, isTraining: Bool, generator: inout SeededGenerator
    ) {
        let (shape, next) = (shapes[index], shapes[index + 1])
        let (x, y) = (pointer(values, index), pointer(values, index + 1))
        let total = count * shape.count
        let own = parameters.baseAddress.map { $0 + offsets[index] }
        switch layers[index] {
        case .affine(let scale, let shift):
            for row in 0..<count * shape.frames {
                for channel in 0..<shape.channels {
                    let place = row * shape.channels + channel
                    y[place] = x[place] * scale[channel] + shift[channel]
                }
            }
        case .dense:
            guard let own else { return }
            let rows = count * shape.frames
            setBias(own + shape.channels * next.channels, rows: rows, columns: next.channels, to: y)
            addDenseProduct(
                rows: rows, inputs: shape.channels, outputs: next.channels, input: x, inputStride: shape.channels,
                weights: own, output: y)
        case .convolution(let kernel, let stride, _):
            guard let own else { return }
            let inputs = kernel * shape.channels
            setBias(own + inputs * next.channels, rows: count * next.frames, columns: next.channels, to: y)
            for example in 0..<count {
                addDenseProduct(
                    rows: next.frames, inputs: inputs, outputs: next.channels, input: x + example * shape.count,
                    inputStride: stride * shape.channels, weights: own, output: y + example * next.count)
            }
        case .batchNormalization:
            guard let own else { return }
            normalize(index, own, x, y, isTraining: isTraining)
        case .relu:
            for place in 0..<total { y[place] = max(x[place], 0) }
        case .silu:
            for place in 0..<total { y[place] = x[place] * logistic(x[place]) }
        case .dropout(let rate):
            let mask = pointer(kept, index)
            for place in 0..<total {
                mask[place] = !isTraining ? 1 : generator.unit() < rate ? 0 : 1 / (1 - rate)
                y[place] = x[place] * mask[place]
            }
        case .meanAndMaximum:
            for example in 0..<count {
                poolMeanAndMaximum(x + example * shape.count, shape, to: y + example * next.count)
            }
        }
    }

    private func setBias(
        _ bias: UnsafePointer<Float>, rows: Int, columns: Int, to output: UnsafeMutablePointer<Float>
    ) {
        for row in 0..<rows { (output + row * columns).update(from: bias, count: columns) }
    }

    private func normalize(
        _ index: Int, _ own: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ y: UnsafeMutablePointer<Float>,
        isTraining: Bool
    ) {
        let channels = shapes[index].channels
        let rows = count * shapes[index].frames
        let normal = pointer(kept, index)
        var spreads = [Float](repeating: 1, count: channels)
        for channel in 0..<channels {
            let running = statisticsOffsets[index] + channel
            var (mean, variance) = (statistics[running], statistics[running + channels])
            if isTraining {
                mean = 0
                for row in 0..<rows { mean += x[row * channels + channel] }
                mean /= Float(rows)
                variance = 0
                for row in 0..<rows {
                    let difference = x[row * channels + channel] - mean
                    variance += difference * difference
                }
                variance /= Float(rows)
                statistics[running] += (1 - Self.momentum) * (mean - statistics[running])
                statistics[running + channels] += (1 - Self.momentum) * (variance - statistics[running + channels])
            }
            let spread = (variance + Self.epsilon).squareRoot()
            spreads[channel] = spread
            for row in 0..<rows {
                let place = row * channels + channel
                normal[place] = (x[place] - mean) / spread
                y[place] = normal[place] * own[channel] + own[channels + channel]
            }
        }
        batchSpreads[index] = spreads
    }

    // MARK: Backward pass

    /// Computes a batch's gradients after a training-mode forward pass, from the gradients of its outputs.
    package func backward(inputsToo: Bool = false) {
        for index in gradients.indices { gradients[index] = 0 }
        parameters.withUnsafeBufferPointer { parameters in
            gradients.withUnsafeMutableBufferPointer { gradients in
                // Layers before the first one with weights need no gradient.
                let first = layers.indices.first { layers[$0].parameterCount(shapes[$0]) > 0 } ?? 0
                for index in layers.indices.reversed() where inputsToo || index >= first {
                    backward(index, parameters, gradients, isInputNeeded: inputsToo || index > first)
                }
            }
        }
    }

    private func backward(
        _ index: Int, _ parameters: UnsafeBufferPointer<Float>, _ gradients: UnsafeMutableBufferPointer<Float>,
        isInputNeeded: Bool
    ) {
        let (shape, next) = (shapes[index], shapes[index + 1])
        let (x, dx) = (pointer(values, index), pointer(valueGradients, index))
        let dy = pointer(valueGradients, index + 1)
        let total = count * shape.count
        let own = parameters.baseAddress.map { $0 + offsets[index] }
        let ownGradients = gradients.baseAddress.map { $0 + offsets[index] }
        switch layers[index] {
        case .affine(let scale, _):
            for place in 0..<total { dx[place] = dy[place] * scale[place % shape.channels] }
        case .dense:
            guard let own, let ownGradients else { return }
            let rows = count * shape.frames
            if isInputNeeded { dx.update(repeating: 0, count: total) }
            multiplyBack(
                rows: rows, inputs: shape.channels, outputs: next.channels, x: x, dx: isInputNeeded ? dx : nil,
                stride: shape.channels, dy: dy, weights: own, gradients: ownGradients)
        case .convolution(let kernel, let stride, _):
            guard let own, let ownGradients else { return }
            if isInputNeeded { dx.update(repeating: 0, count: total) }
            for example in 0..<count {
                let start = example * shape.count
                multiplyBack(
                    rows: next.frames, inputs: kernel * shape.channels, outputs: next.channels, x: x + start,
                    dx: isInputNeeded ? dx + start : nil, stride: stride * shape.channels,
                    dy: dy + example * next.count, weights: own, gradients: ownGradients)
            }
        case .batchNormalization:
            guard let own, let ownGradients else { return }
            normalizeBack(index, own, ownGradients, dx: dx, dy: dy)
        case .relu:
            for place in 0..<total { dx[place] = x[place] > 0 ? dy[place] : 0 }
        case .silu:
            for place in 0..<total {
                let part = logistic(x[place])
                dx[place] = dy[place] * part * (1 + x[place] * (1 - part))
            }
        case .dropout:
            let mask = pointer(kept, index)
            for place in 0..<total { dx[place] = dy[place] * mask[place] }
        case .meanAndMaximum:
            poolBack(shape, x: x, dx: dx, dy: dy)
        }
    }

    /// Computes the gradients of a product: for the weights and the bias and, accumulated, for the input.
    private func multiplyBack(
        rows: Int, inputs: Int, outputs: Int, x: UnsafePointer<Float>, dx: UnsafeMutablePointer<Float>?, stride: Int,
        dy: UnsafePointer<Float>, weights: UnsafePointer<Float>, gradients: UnsafeMutablePointer<Float>
    ) {
        let bias = gradients + inputs * outputs
        var row = 0
        while row < rows {
            let four = row + 4 <= rows
            let errors = dy + row * outputs
            let step = four ? outputs : 0
            addMultiples(
                of: errors, stride: step, by: 1, four ? 1 : 0, four ? 1 : 0, four ? 1 : 0, to: bias, count: outputs)
            for index in 0..<inputs {
                let place = x + row * stride + index
                addMultiples(
                    of: errors, stride: step, by: place[0], four ? place[stride] : 0, four ? place[2 * stride] : 0,
                    four ? place[3 * stride] : 0, to: gradients + index * outputs, count: outputs)
            }
            row += four ? 4 : 1
        }
        guard let dx else { return }
        for row in 0..<rows {
            let (place, errors) = (dx + row * stride, dy + row * outputs)
            for index in 0..<inputs {
                place[index] += dotProduct(errors, weights + index * outputs, count: outputs)
            }
        }
    }

    private func normalizeBack(
        _ index: Int, _ own: UnsafePointer<Float>, _ gradients: UnsafeMutablePointer<Float>,
        dx: UnsafeMutablePointer<Float>, dy: UnsafePointer<Float>
    ) {
        let channels = shapes[index].channels
        let rows = count * shapes[index].frames
        let normal = pointer(kept, index)
        for channel in 0..<channels {
            var (sum, product): (Float, Float) = (0, 0)
            for row in 0..<rows {
                let place = row * channels + channel
                sum += dy[place]
                product += dy[place] * normal[place]
            }
            gradients[channel] = product
            gradients[channels + channel] = sum
            let factor = own[channel] / batchSpreads[index][channel]
            for row in 0..<rows {
                let place = row * channels + channel
                dx[place] = factor * (dy[place] - sum / Float(rows) - normal[place] * product / Float(rows))
            }
        }
    }

    private func poolBack(
        _ shape: LayerShape, x: UnsafePointer<Float>, dx: UnsafeMutablePointer<Float>, dy: UnsafePointer<Float>
    ) {
        let channels = shape.channels
        for example in 0..<count {
            let (from, to) = (x + example * shape.count, dx + example * shape.count)
            let errors = dy + example * 2 * channels
            for channel in 0..<channels {
                var largest = 0
                for row in 0..<shape.frames {
                    if from[row * channels + channel] > from[largest * channels + channel] { largest = row }
                    to[row * channels + channel] = errors[channel] / Float(shape.frames)
                }
                to[largest * channels + channel] += errors[channels + channel]
            }
        }
    }

    // MARK: The result

    /// Returns the layers without the parts that only training needs: dropouts are removed, and normalisations become
    /// scales and shifts.
    package func classifierLayers() -> [ClassifierLayer] {
        layers.indices.compactMap { index -> ClassifierLayer? in
            let (shape, next, start) = (shapes[index], shapes[index + 1], offsets[index])
            func part(_ offset: Int, _ count: Int) -> [Float] {
                Array(parameters[start + offset..<start + offset + count])
            }
            switch layers[index] {
            case .affine(let scale, let shift): return .affine(scale: scale, shift: shift)
            case .dense:
                let count = shape.channels * next.channels
                return .dense(weights: part(0, count), bias: part(count, next.channels))
            case .convolution(let kernel, let stride, _):
                let count = kernel * shape.channels * next.channels
                return .convolution(
                    kernel: kernel, stride: stride, weights: part(0, count), bias: part(count, next.channels))
            case .batchNormalization:
                let running = statisticsOffsets[index]
                var (scale, shift) = ([Float](), [Float]())
                for channel in 0..<shape.channels {
                    let spread = (statistics[running + shape.channels + channel] + Self.epsilon).squareRoot()
                    let factor = parameters[start + channel] / spread
                    scale.append(factor)
                    shift.append(
                        parameters[start + shape.channels + channel] - statistics[running + channel] * factor)
                }
                return .affine(scale: scale, shift: shift)
            case .relu: return .relu
            case .silu: return .silu
            case .dropout: return nil
            case .meanAndMaximum: return .meanAndMaximum
            }
        }
    }
}
