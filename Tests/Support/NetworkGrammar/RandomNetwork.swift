import TegataFormats
import TegataGraph
import TegataTestSupport

/// A small network that a seed or bytes make by the rules of a grammar: operators on pictures and vectors, with shapes,
/// windows, paddings, activations and constants of all kinds, each of which fits what is there.
package struct RandomNetwork {
    var builder = TFLiteBuilder()
    private var random: SplitMix64
    /// What is chosen, in place of random numbers; nil where a seed makes the network.
    private var choices: ArraySlice<UInt8>?
    /// Makes the network once more, with constants that are the magnitudes of these.
    private let makeWithMagnitudes: @Sendable () -> RandomNetwork
    /// Whether constants are made positive.
    private let takesMagnitudes: Bool
    /// Whether elements are also seen as other shapes, by reshaping and by products over any last axes, and there are
    /// several pictures, wide ones, groups of channels and constants that operators share.
    private let hasViews: Bool
    /// Whether operators also move elements along any axes, so that there are tensors of one to four.
    private let hasMovements: Bool
    private var constants: [(index: Int, shape: [Int])] = []
    /// How many numbers there are in constants. Where bytes choose, nothing follows many of them: they only take time.
    private var constantElementCount = 0
    var tensors: [Tensor] = []
    var tensorCount = 0

    /// What operators can read.
    struct Tensor {
        let index: Int
        let shape: [Int]
        var isRead = false

        var isPicture: Bool { shape.count == 4 }
        /// Where bytes choose, nothing reads it: it only takes time, as constants of its shape do.
        var isLarge: Bool { shape.reduce(1, *) > 65_536 }
    }

    /// A window that goes over a picture along one axis.
    private struct Axis {
        let size: Int
        let stride: Int
        let dilation: Int
        let output: Int
    }

    /// Makes a network of so many operators; those that make floats of constants do not count. Seeds name the same
    /// network for ever, one without views, one with them, and one with movements as well.
    package init(seed: UInt64, operatorCount: Int, hasViews: Bool, hasMovements: Bool = false) {
        self.init(
            seed: seed, operatorCount: operatorCount, hasViews: hasViews || hasMovements, hasMovements: hasMovements,
            takesMagnitudes: false)
    }

    private init(seed: UInt64, operatorCount: Int, hasViews: Bool, hasMovements: Bool, takesMagnitudes: Bool) {
        random = SplitMix64(seed: seed)
        makeWithMagnitudes = {
            RandomNetwork(
                seed: seed, operatorCount: operatorCount, hasViews: hasViews, hasMovements: hasMovements,
                takesMagnitudes: true)
        }
        self.takesMagnitudes = takesMagnitudes
        self.hasViews = hasViews
        self.hasMovements = hasMovements
        add(operatorCount: operatorCount)
    }

    /// Makes a network of at most so many operators, of which each byte makes one choice, from the first to the last.
    package init(choices: [UInt8], operatorLimit: Int) {
        self.init(choices: choices, operatorLimit: operatorLimit, takesMagnitudes: false)
    }

    private init(choices: [UInt8], operatorLimit: Int, takesMagnitudes: Bool) {
        random = SplitMix64(seed: 0)
        self.choices = ArraySlice(choices)
        makeWithMagnitudes = { RandomNetwork(choices: choices, operatorLimit: operatorLimit, takesMagnitudes: true) }
        self.takesMagnitudes = takesMagnitudes
        hasViews = true
        hasMovements = false
        add(operatorCount: operatorLimit)
    }

    /// Adds inputs and operators, until there are as many or nothing more is chosen.
    private mutating func add(operatorCount: Int) {
        addInput()
        if chance(4) { addInput() }
        var count = 0
        while count < operatorCount, tensorCount < 1_000, choices?.isEmpty != true,
            choices == nil || constantElementCount < 100_000
        {
            if addOperator() { count += 1 }
        }
        for tensor in tensors where !tensor.isRead { builder.outputs.append(tensor.index) }
    }

    /// The file.
    package func bytes() -> [UInt8] { builder.bytes() }

    /// The same network, but for constants, which are the magnitudes of these: what it makes of the magnitudes of
    /// inputs is how large the terms of sums are, also where they cancel out.
    package var ofMagnitudes: RandomNetwork { makeWithMagnitudes() }

    // MARK: Choices

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        guard choices != nil else { return range.lowerBound + Int(random.next() % UInt64(range.count)) }
        return range.lowerBound + Int(choices?.popFirst() ?? 0) % range.count
    }

    /// Once in so many times.
    mutating func chance(_ count: Int) -> Bool { number(1...count) == 1 }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

    /// Numbers of channels around the widths of vectors and tiles.
    private mutating func channelCount() -> Int {
        chance(2) ? number(1...9) : one(of: [12, 15, 16, 17, 24, 31, 32, 33, 40, 47, 48, 49, 64])
    }

    /// Where a tensor is in `tensors`, mostly one of the last.
    mutating func place(where fits: (Tensor) -> Bool) -> Int? {
        let places = tensors.indices.filter { fits(tensors[$0]) && (choices == nil || !tensors[$0].isLarge) }
        guard let last = places.last else { return nil }
        return chance(3) ? one(of: places) : last
    }

    // MARK: Tensors

    private mutating func addInput() {
        let count = hasViews && chance(5) ? number(2...3) : 1
        let shape =
            hasViews && chance(4)
            ? [count, number(1...6), number(29...36), one(of: [1, 3, 8, 16, 17, 32])]
            : [count, number(1...13), number(1...13), channelCount()]
        let index = tensor(shape)
        builder.inputs.append(index)
        tensors.append(Tensor(index: index, shape: shape, isRead: true))
    }

    mutating func tensor(_ shape: [Int]) -> Int {
        tensorCount += 1
        return builder.tensor("t\(tensorCount)", shape)
    }

    private mutating func floats(_ count: Int) -> [Float] {
        (0..<count).map { _ in takesMagnitudes ? abs(random.float()) : random.float() }
    }

    /// A constant of floats, or of halves that an operator makes floats of.
    mutating func constant(_ shape: [Int]) -> Int {
        if hasViews, let known = constants.last(where: { $0.shape == shape }), chance(3) { return known.index }
        let index = newConstant(shape)
        constants.append((index, shape))
        return index
    }

    private mutating func newConstant(_ shape: [Int]) -> Int {
        let values = floats(shape.reduce(1, *))
        constantElementCount += values.count
        tensorCount += 1
        guard chance(3) else { return builder.tensor("c\(tensorCount)", shape, data: values) }
        // Halves between a quarter and 1: three bits of exponent less, ten of fraction.
        let bits = values.map { UInt16($0 < 0 ? 0x8000 : 0) | 0x3400 | UInt16(abs($0) * 0x7ff) }
        let halves = builder.tensor("h\(tensorCount)", shape, halfBits: bits)
        let result = tensor(shape)
        builder.operation(.dequantize, inputs: [halves], outputs: [result])
        return result
    }

    mutating func integers(_ values: [Int]) -> Int {
        tensorCount += 1
        return builder.tensor("i\(tensorCount)", [values.count], int32: values.map { Int32($0) })
    }

    /// Adds an operator on tensors by their places, and its result.
    mutating func apply(
        _ builtin: BuiltinOperator, _ places: [Int], _ constants: [Int] = [], to shape: [Int],
        _ options: (type: UInt8, fields: [Int: FlatValue])? = nil
    ) {
        apply(builtin, places, constants, toAll: [shape], options)
    }

    /// The same with a result for each of the shapes.
    mutating func apply(
        _ builtin: BuiltinOperator, _ places: [Int], _ constants: [Int] = [], toAll shapes: [[Int]],
        _ options: (type: UInt8, fields: [Int: FlatValue])? = nil
    ) {
        let inputs = places.map { tensors[$0].index } + constants
        for place in places { tensors[place].isRead = true }
        let results = shapes.map { tensor($0) }
        builder.operation(builtin, version: 1, inputs: inputs, outputs: results, options: options)
        for (result, shape) in zip(results, shapes) { tensors.append(Tensor(index: result, shape: shape)) }
    }

    // MARK: Operators

    /// None, RELU, RELU_N1_TO_1 or RELU6; magnitudes are not cut off.
    mutating func activation() -> FlatValue {
        let chosen = Int8(one(of: [0, 0, 1, 2, 3]))
        return .int8(takesMagnitudes ? 0 : chosen)
    }

    private mutating func addOperator() -> Bool {
        switch number(0...(hasMovements ? 26 : hasViews ? 18 : 14)) {
        case 0, 1, 2: addConvolution()
        case 3, 4: addDepthwise()
        case 5: addPool()
        case 6: addBinary()
        case 7: addBinaryWithConstant()
        case 8: addUnary()
        case 9: addPRelu()
        case 10: addResize()
        case 11: addPad()
        case 12: addFullyConnected()
        case 13: addReduction()
        case 14: addMovement()
        case 15, 16: addProduct()
        case 17, 18: addReshape()
        case 19: addAxis()
        case 20: addSqueeze()
        case 21: addPack()
        case 22: addUnpack()
        case 23: addStridedSlice()
        case 24: addGather()
        case 25: addReductionOfAxes()
        default: addBroadcast()
        }
    }

    /// How a window of at most the extent goes over it; SAME makes one output per stride begun.
    private mutating func axis(_ extent: Int, isSame: Bool, dilates: Bool) -> Axis? {
        let size = number(1...5)
        let stride = number(1...2)
        let dilation = dilates && stride == 1 ? one(of: [1, 1, 2]) : 1
        let reach = (size - 1) * dilation + 1
        guard isSame || reach <= extent else { return nil }
        let output = isSame ? (extent + stride - 1) / stride : (extent - reach) / stride + 1
        return Axis(size: size, stride: stride, dilation: dilation, output: output)
    }

    private mutating func window(_ shape: [Int], dilates: Bool) -> (isSame: Bool, rows: Axis, columns: Axis)? {
        let isSame = !chance(3)
        guard let rows = axis(shape[1], isSame: isSame, dilates: dilates) else { return nil }
        // Most windows are squares.
        if chance(4) {
            guard let columns = axis(shape[2], isSame: isSame, dilates: dilates) else { return nil }
            return (isSame, rows, columns)
        }
        let reach = (rows.size - 1) * rows.dilation + 1
        guard isSame || reach <= shape[2] else { return nil }
        let output = isSame ? (shape[2] + rows.stride - 1) / rows.stride : (shape[2] - reach) / rows.stride + 1
        return (
            isSame, rows, Axis(size: rows.size, stride: rows.stride, dilation: rows.dilation, output: output)
        )
    }

    private mutating func addConvolution() -> Bool {
        guard let place = place(where: { $0.isPicture }) else { return false }
        let shape = tensors[place].shape
        guard let (isSame, rows, columns) = window(shape, dilates: true) else { return false }
        var channels = channelCount()
        let isPixel = chance(2)
        let (height, width) = isPixel ? (1, 1) : (rows.size, columns.size)
        var groups = 1
        if hasViews, chance(5) {
            groups = one(of: [2, 3, shape[3]].filter { shape[3].isMultiple(of: $0) } + [1])
            channels = groups * number(1...4)
        }
        let output =
            isPixel ? [shape[0], shape[1], shape[2], channels] : [shape[0], rows.output, columns.output, channels]
        let constants = [constant([channels, height, width, shape[3] / groups]), constant([channels])]
        apply(
            .conv2D, [place], constants, to: output,
            (
                1,
                [
                    0: .int8(isSame ? 0 : 1), 1: .int32(Int32(isPixel ? 1 : columns.stride)),
                    2: .int32(Int32(isPixel ? 1 : rows.stride)), 3: activation(),
                    4: .int32(Int32(isPixel ? 1 : columns.dilation)), 5: .int32(Int32(isPixel ? 1 : rows.dilation)),
                ]
            ))
        return true
    }

    private mutating func addDepthwise() -> Bool {
        guard let place = place(where: { $0.isPicture }) else { return false }
        let shape = tensors[place].shape
        guard let (isSame, rows, columns) = window(shape, dilates: true) else { return false }
        let multiplier = shape[3] < 16 && chance(4) ? 2 : 1
        let channels = shape[3] * multiplier
        let constants = [constant([1, rows.size, columns.size, channels]), constant([channels])]
        apply(
            .depthwiseConv2D, [place], constants, to: [shape[0], rows.output, columns.output, channels],
            (
                2,
                [
                    0: .int8(isSame ? 0 : 1), 1: .int32(Int32(columns.stride)), 2: .int32(Int32(rows.stride)),
                    3: .int32(Int32(multiplier)), 4: activation(), 5: .int32(Int32(columns.dilation)),
                    6: .int32(Int32(rows.dilation)),
                ]
            ))
        return true
    }

    private mutating func addPool() -> Bool {
        guard let place = place(where: { $0.isPicture }) else { return false }
        let shape = tensors[place].shape
        guard let (isSame, rows, columns) = window(shape, dilates: false) else { return false }
        apply(
            chance(2) ? .maxPool2D : .averagePool2D, [place], to: [shape[0], rows.output, columns.output, shape[3]],
            (
                5,
                [
                    0: .int8(isSame ? 0 : 1), 1: .int32(Int32(columns.stride)), 2: .int32(Int32(rows.stride)),
                    3: .int32(Int32(columns.size)), 4: .int32(Int32(rows.size)), 5: activation(),
                ]
            ))
        return true
    }

    /// Element by element, both of one shape.
    private mutating func addBinary() -> Bool {
        guard let first = place(where: { _ in true }) else { return false }
        let shape = tensors[first].shape
        guard let second = place(where: { $0.shape == shape }) else { return false }
        addBinary([first, second], [], shape)
        return true
    }

    /// With a constant for each channel, for all elements, or for none but one.
    private mutating func addBinaryWithConstant() -> Bool {
        guard let place = place(where: { _ in true }) else { return false }
        let shape = tensors[place].shape
        let other = constant(one(of: [[shape[shape.count - 1]], shape, [1]]))
        addBinary([place], [other], shape)
        return true
    }

    private mutating func addBinary(_ places: [Int], _ constants: [Int], _ shape: [Int]) {
        switch number(0...4) {
        case 0: apply(.maximum, places, constants, to: shape)
        case 1: apply(.minimum, places, constants, to: shape)
        case 2: apply(.mul, places, constants, to: shape, (21, [0: activation()]))
        case 3: apply(.sub, places, constants, to: shape, (28, [0: activation()]))
        default: apply(.add, places, constants, to: shape, (11, [0: activation()]))
        }
    }

    private mutating func addUnary() -> Bool {
        guard let place = place(where: { _ in true }) else { return false }
        let shape = tensors[place].shape
        let builtin = one(of: unaryOperators.map(\.builtin) + [.softmax])
        apply(builtin, [place], to: shape, builtin == .softmax ? (9, [0: .float(1)]) : nil)
        return true
    }

    private mutating func addPRelu() -> Bool {
        guard let place = place(where: { $0.isPicture }) else { return false }
        let shape = tensors[place].shape
        let slopes = constant([1, 1, shape[3]])
        apply(.prelu, [place], [slopes], to: shape)
        return true
    }

    private mutating func addResize() -> Bool {
        guard let place = place(where: { $0.isPicture }) else { return false }
        let shape = tensors[place].shape
        let (height, width) = chance(2) ? (2 * shape[1], 2 * shape[2]) : (number(1...20), number(1...20))
        guard height * width <= 1_000 else { return false }
        let size = integers([height, width])
        let aligns = chance(3)
        apply(
            .resizeBilinear, [place], [size], to: [shape[0], height, width, shape[3]],
            (15, [2: .bool(aligns), 3: .bool(!aligns && chance(2))]))
        return true
    }

    private mutating func addPad() -> Bool {
        guard let place = place(where: { $0.isPicture }) else { return false }
        let shape = tensors[place].shape
        let pads = [0, 0, number(0...2), number(0...2), number(0...2), number(0...2), 0, one(of: [0, 0, 5, 16])]
        var output = shape
        for axis in 0..<4 { output[axis] += pads[2 * axis] + pads[2 * axis + 1] }
        tensorCount += 1
        let sizes = builder.tensor("p\(tensorCount)", [4, 2], int32: pads.map { Int32($0) })
        apply(.pad, [place], [sizes], to: output)
        return true
    }

    private mutating func addFullyConnected() -> Bool {
        guard let place = place(where: { $0.shape.reduce(1, *) <= 4_000 }) else { return false }
        let depth = tensors[place].shape.reduce(1, *)
        let flat = integers([1, depth])
        apply(.reshape, [place], [flat], to: [1, depth], (17, [0: .int32s([1, Int32(depth)])]))
        let units = channelCount()
        let constants = [constant([units, depth]), constant([units])]
        apply(.fullyConnected, [tensors.count - 1], constants, to: [1, units], (8, [0: activation()]))
        return true
    }

    /// A matrix product over the last axes of anything as it stands.
    private mutating func addProduct() -> Bool {
        guard let place = place(where: { _ in true }) else { return false }
        let shape = tensors[place].shape
        let keepsAxes = chance(2)
        let depth = shape.suffix(keepsAxes ? 1 : number(1...shape.count)).reduce(1, *)
        let rows = shape.reduce(1, *) / depth
        let units = channelCount()
        guard depth <= 4_000, rows * units <= 40_000 else { return false }
        let constants = [constant([units, depth]), constant([units])]
        apply(
            .fullyConnected, [place], constants, to: keepsAxes ? shape.dropLast() + [units] : [rows, units],
            (8, [0: activation(), 2: .bool(keepsAxes)]))
        return true
    }
}
