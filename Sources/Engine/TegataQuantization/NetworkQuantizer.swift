import TegataBuffers
import TegataFormats
import TegataGraph
import TegataInference

/// Chooses 8-bit weights for a network's 1×1 convolutions, so that its outputs change as little as possible on
/// calibration inputs. The network has one float32 input.
///
/// The same network and inputs produce the same bytes for any number of threads, and at every kernel level with fused
/// multiply-adds.
package struct NetworkQuantizer {
    let model: TFLiteModel
    let file: String
    let graph: Graph
    private let team: ThreadTeam
    let options: NetworkOptions
    /// The products whose weights can become bytes, in the order in which they run.
    package let products: [QuantizableProduct]

    /// Creates a quantizer that runs the network with the kernels called `level`; nil selects the usual ones.
    package init(_ network: NetworkFile, team: ThreadTeam, level: String? = nil) throws(QuantizationError) {
        model = network.model
        file = network.file
        self.team = team
        // OpenBLAS would add in a different order.
        options = NetworkOptions(level: level, backend: .simd)
        let graph: Graph
        do { graph = try Graph(model, file: file) } catch { throw .network(.graph(error)) }
        let ports = graph.inputs + graph.outputs
        guard graph.inputs.count == 1, ports.allSatisfy({ graph.values[$0].type.element == .float32 }) else {
            throw .interface(file: file)
        }
        guard !graph.values.contains(where: { $0.byteWeights != nil }) else { throw .hasBytes(file: file) }
        self.graph = graph
        products = QuantizableProduct.all(in: model, graph)
        guard !products.isEmpty else { throw .noProducts(file: file) }
    }

    /// Returns the weights of each product as bytes, chosen for the calibration `inputs`. Calls `progress` after each
    /// input.
    package func chooseWeights(
        for inputs: [[Float]], progress: () -> Void
    ) throws(QuantizationError) -> [TFLiteByteWeights] {
        let moments = try measure(inputs, progress)
        let results = Results(count: products.count)
        let products = products
        team.run(
            TeamJob(taskCount: products.count) { index in
                results[index] = WeightRounding.chosen(products[index], moments[index])
            })
        return products.indices.map { results[$0] ?? WeightRounding.nearest(products[$0]) }
    }

    /// Returns the weights of each product as bytes, rounded to the nearest.
    package func roundWeights() -> [TFLiteByteWeights] { products.map(WeightRounding.nearest) }

    /// Returns the network's file with bytes as the weights of some products, and with a remark in its description.
    package func write(
        _ weights: [TFLiteByteWeights], for chosen: [Int], remark: String? = nil
    ) throws(QuantizationError) -> [UInt8] {
        var constants: [Int: TFLiteNewConstant] = [:]
        for index in chosen {
            constants[products[index].filter] = .bytes(weights[index])
            for (bias, values) in products[index].biases { constants[bias] = .floats(values) }
        }
        do { return try model.replacing(constants, remark: remark) } catch { throw .format(error) }
    }

    /// Returns the outputs of the network for each input.
    ///
    /// - Parameters:
    ///   - bytes: The network's file; nil for the network without bytes.
    ///   - usesBytes: Whether weights are multiplied as bytes if the processor supports it, rather than converted.
    package func outputs(
        _ inputs: [[Float]], bytes: [UInt8]? = nil, usesBytes: Bool = true
    ) throws(QuantizationError) -> [NetworkOutputs] {
        var model = model
        if let bytes { do { model = try TFLiteModel(bytes: Bytes(bytes), file: file) } catch { throw .format(error) } }
        var options = options
        options.usesByteWeights = usesBytes
        let session = try session(model, options)
        let count = model.subgraphs[0].outputs.count
        var results: [NetworkOutputs] = []
        for input in inputs {
            try run(session, input)
            let outputs = NetworkOutputs(values: (0..<count).map { session.output($0) })
            guard outputs.values.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { throw .notFinite(file: file) }
            results.append(outputs)
        }
        return results
    }

    func session(_ model: TFLiteModel, _ options: NetworkOptions) throws(QuantizationError) -> Session {
        let network: Network
        do { network = try Network(model, file: file, options: options) } catch { throw .network(error) }
        return Session(network, team: team)
    }

    func run(_ session: Session, _ input: [Float]) throws(QuantizationError) {
        let target = session.inputFloats(0)
        guard input.count == target.count else {
            throw .inputCount(found: input.count, expected: target.count)
        }
        _ = target.update(from: input)
        session.run()
    }

    /// Returns the second moments of each product's inputs. The network is run with these inputs as its outputs.
    private func measure(
        _ inputs: [[Float]], _ progress: () -> Void
    ) throws(QuantizationError) -> [InputMoments] {
        var tensors: [Int] = []
        for product in products {
            for input in product.inputs where !tensors.contains(input) { tensors.append(input) }
        }
        let session = try session(model.returning(tensors), options)
        let moments = products.map { InputMoments(depth: $0.depth) }
        let images = products.map { product in
            product.inputs.compactMap { input in
                tensors.firstIndex(of: input).map { Image(session.outputFloats($0)) }
            }
        }
        let products = products
        for (phase, input) in inputs.enumerated() {
            try run(session, input)
            team.run(
                TeamJob(taskCount: products.count) { index in
                    for image in images[index] {
                        // Shift by a prime number of pixels, so that different columns are included for each image.
                        moments[index].add(image.pixels, count: products[index].pixels, phase: phase * 7919)
                    }
                })
            progress()
        }
        return moments
    }

    /// A session's pixels, which stay in place.
    private struct Image: @unchecked Sendable {
        let pixels: UnsafePointer<Float>

        init(_ buffer: UnsafeMutableBufferPointer<Float>) {
            guard let base = buffer.baseAddress else { preconditionFailure("an image has pixels") }
            pixels = UnsafePointer(base)
        }
    }

    /// The results of tasks, each of which writes its own result.
    private final class Results: @unchecked Sendable {
        private let weights: UnsafeMutableBufferPointer<TFLiteByteWeights?>

        init(count: Int) {
            weights = .allocate(capacity: count)
            weights.initialize(repeating: nil)
        }

        deinit {
            weights.deinitialize()
            weights.deallocate()
        }

        subscript(index: Int) -> TFLiteByteWeights? {
            get { weights[index] }
            set { weights[index] = newValue }
        }
    }
}

/// The outputs of a network for one input.
package struct NetworkOutputs: Sendable {
    package let values: [[Float]]

    package init(values: [[Float]]) {
        self.values = values
    }
}
