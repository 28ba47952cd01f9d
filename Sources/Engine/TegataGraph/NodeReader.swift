import TegataBuffers
import TegataFormats

/// The data that an operator may read while being decoded: its options and the known properties of its operands.
struct NodeReader {
    let place: GraphError.Node
    let file: String
    let version: Int
    let options: FlatBufferTable?
    let optionsType: UInt8
    let inputs: [Value?]
    /// The declared types of the outputs.
    let declaredOutputs: [TensorType]
    /// The quantisation of each output; nil for outputs that are not quantised.
    let outputQuantizations: [TFLiteQuantization?]

    // MARK: Operands

    var inputCount: Int { inputs.count }
    var outputCount: Int { declaredOutputs.count }

    /// Throws unless the node has as many operands as the operator takes.
    func expectOperands(
        inputs expectedInputs: ClosedRange<Int>, outputs expectedOutputs: ClosedRange<Int> = 1...1
    )
        throws(GraphError)
    {
        func text(_ range: ClosedRange<Int>) -> String {
            if range.upperBound == Int.max { return "at least \(range.lowerBound)" }
            return range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        }
        guard expectedInputs.contains(inputCount) else {
            throw failure(.operandCount(kind: "inputs", found: inputCount, expected: text(expectedInputs)))
        }
        guard expectedOutputs.contains(outputCount) else {
            throw failure(.operandCount(kind: "outputs", found: outputCount, expected: text(expectedOutputs)))
        }
    }

    /// Returns the type of a required input.
    func input(_ index: Int) throws(GraphError) -> TensorType {
        guard let type = optionalInput(index) else { throw failure(.missingOperand(index)) }
        return type
    }

    /// Returns the type of an input; nil if it is absent.
    func optionalInput(_ index: Int) -> TensorType? {
        index < inputs.count ? inputs[index]?.type : nil
    }

    /// Returns the type of a required input, which must contain float32 values.
    func floatInput(_ index: Int) throws(GraphError) -> TensorType {
        let type = try input(index)
        guard type.element == .float32 else {
            throw failure(
                .unsupportedAttribute("element type of input \(index)", found: "\(type.element)", supported: "float32"))
        }
        return type
    }

    /// Whether the input's elements are known when the network is loaded.
    func isConstant(_ index: Int) -> Bool {
        index < inputs.count && inputs[index]?.constant != nil
    }

    /// Returns the elements of an integer input that must be known when the network is loaded.
    func constantIntegers(_ index: Int) throws(GraphError) -> [Int] {
        let type = try input(index)
        guard type.element == .int32 || type.element == .int64 else {
            throw failure(
                .unsupportedAttribute(
                    "element type of input \(index)", found: "\(type.element)", supported: "int32 or int64"))
        }
        // An empty list has no bytes in the file, and hence no constant.
        guard type.shape.count > 0 else { return [] }
        guard let view = inputs[index]?.constantView else { throw failure(.operandNotConstant(index)) }
        return (0..<type.shape.count).map { view.integer(at: $0) }
    }

    /// Returns an input's affine quantisation; nil if its tensor has none.
    func quantization(ofInput index: Int) -> TFLiteQuantization? {
        index < inputs.count ? inputs[index]?.quantization : nil
    }

    // MARK: Options

    /// Throws if the node has another operator's options. A node without options uses the defaults.
    func expectOptions(ofType expected: UInt8) throws(GraphError) {
        guard optionsType == expected || optionsType == 0 && options == nil else {
            throw invalid("type of the options", optionsType, expected: "\(expected)")
        }
    }

    /// Returns an option of the operator's options table by its field number in the schema.
    func integerOption(_ field: Int, default fallback: Int = 0) throws(GraphError) -> Int {
        try option { (table) throws(ModelFormatError) in
            Int(try table.int32(FlatBufferField(field), default: Int32(fallback)))
        } ?? fallback
    }

    /// Returns an option stored as a single byte: an enumeration.
    func byteOption(_ field: Int, default fallback: Int = 0) throws(GraphError) -> Int {
        try option { (table) throws(ModelFormatError) in
            Int(try table.int8(FlatBufferField(field), default: Int8(fallback)))
        } ?? fallback
    }

    func boolOption(_ field: Int, default fallback: Bool = false) throws(GraphError) -> Bool {
        try option { (table) throws(ModelFormatError) in try table.bool(FlatBufferField(field), default: fallback) }
            ?? fallback
    }

    func floatOption(_ field: Int, default fallback: Float = 0) throws(GraphError) -> Float {
        try option { (table) throws(ModelFormatError) in try table.float(FlatBufferField(field), default: fallback) }
            ?? fallback
    }

    /// Returns a vector of 32-bit integers; nil if the option is absent.
    func integersOption(_ field: Int) throws(GraphError) -> [Int]? {
        try option { (table) throws(ModelFormatError) in try table.intVector(FlatBufferField(field), atMost: 64) }
            ?? nil
    }

    private func option<Result>(_ read: (FlatBufferTable) throws(ModelFormatError) -> Result) throws(GraphError)
        -> Result?
    {
        guard let options else { return nil }
        do {
            return try read(options)
        } catch {
            throw failure(.malformed(error))
        }
    }

    // MARK: Failures

    func failure(_ problem: GraphError.Problem) -> GraphError {
        GraphError(file: file, node: place, problem: problem)
    }

    func unsupported(_ attribute: String, _ found: some CustomStringConvertible, supported: String)
        -> GraphError
    {
        failure(.unsupportedAttribute(attribute, found: found.description, supported: supported))
    }

    func invalid(_ attribute: String, _ found: some CustomStringConvertible, expected: String) -> GraphError {
        failure(.invalidAttribute(attribute, found: found.description, expected: expected))
    }

    /// Returns a shape that the operator produces. Throws if extents are negative or there are too many elements.
    func shape(_ dimensions: [Int], of what: String = "output shape") throws(GraphError) -> Shape {
        guard let shape = Shape(dimensions) else {
            // Embedded Swift cannot convert arrays to text.
            var extents = ""
            for extent in dimensions { extents += extents.isEmpty ? "\(extent)" : ", \(extent)" }
            throw invalid(what, "[\(extents)]", expected: "non-negative extents with a product below 2³¹")
        }
        return shape
    }

    // MARK: Axes and images

    /// Returns an axis below `rank`; negative values count from the end.
    func axis(_ value: Int, rank: Int, _ name: String = "axis") throws(GraphError) -> Int {
        guard value >= -rank, value < rank else {
            throw invalid(
                name, value, expected: rank == 0 ? "none, because the tensor is a scalar" : "\(-rank) to \(rank - 1)")
        }
        return value < 0 ? value + rank : value
    }

    /// Returns the shape of a float32 input that must contain batches of images.
    func picture(_ index: Int) throws(GraphError) -> ImageShape {
        let type = try floatInput(index)
        guard let picture = ImageShape(type.shape) else {
            throw invalid("rank of input \(index)", type.shape.rank, expected: "4")
        }
        return picture
    }

    /// Returns the shape of an image that the operator produces.
    func shape(of picture: ImageShape) throws(GraphError) -> Shape {
        try shape([picture.batches, picture.height, picture.width, picture.channels])
    }

    /// Checks that a bias, if present, has one element per output channel.
    func checkBias(_ index: Int, channels: Int) throws(GraphError) {
        guard optionalInput(index) != nil else { return }
        let bias = try floatInput(index)
        guard bias.shape.count == channels else {
            throw invalid(
                "shape of input \(index)", bias.shape, expected: "\(channels) elements, one per output channel")
        }
    }
}
