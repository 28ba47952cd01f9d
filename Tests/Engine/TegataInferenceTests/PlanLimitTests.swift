import TegataBuffers
import TegataFormats
import TegataGraph
import TegataInference
import TegataTestSupport
import Testing

/// Small files that would need a lot of time or memory.
struct PlanLimitTests {
    private func problem(_ builder: TFLiteBuilder) throws -> GraphError.Problem? {
        do throws(NetworkError) {
            _ = try Network(try model(builder), file: "a.tflite")
            return nil
        } catch {
            guard case .graph(let error) = error else { return nil }
            return error.problem
        }
    }

    private func model(_ builder: TFLiteBuilder) throws(NetworkError) -> TFLiteModel {
        do { return try TFLiteModel(bytes: Bytes(builder.bytes()), file: "a.tflite") } catch {
            throw .graph(GraphError(file: "a.tflite", node: nil, problem: .malformed(error)))
        }
    }

    @Test func limitsSteps() throws {
        func chain(_ count: Int) -> TFLiteBuilder {
            var builder = TFLiteBuilder()
            var last = builder.tensor("x", [1])
            builder.inputs = [last]
            for index in 0..<count {
                let next = builder.tensor("y\(index)", [1])
                builder.operation(.tanh, inputs: [last], outputs: [next])
                last = next
            }
            builder.outputs = [last]
            return builder
        }
        #expect(try problem(chain(4096)) == nil)
        #expect(try problem(chain(4097)) == .tooMany(what: "steps", count: 4097, limit: 4096))
    }

    /// Parts that take time and memory before there are any steps.
    @Test func limitsTensorsOperandsAndLists() throws {
        var ports = TFLiteBuilder()
        ports.inputs = (0..<4096).map { ports.tensor("x\($0)", [1]) }
        ports.outputs = [ports.inputs[0]]
        #expect(try problem(ports) == .tooMany(what: "inputs and outputs", count: 4097, limit: 4096))

        var operands = TFLiteBuilder()
        let x = operands.tensor("x", [1])
        let joined = operands.tensor("y", [70_000])
        operands.operation(
            .concatenation, inputs: [Int](repeating: x, count: 70_000), outputs: [joined], options: (10, [:]))
        (operands.inputs, operands.outputs) = ([x], [joined])
        #expect(
            try problem(operands) == .tooMany(what: "operators with inputs and outputs", count: 70_002, limit: 1 << 16))

        var tensors = TFLiteBuilder()
        tensors.inputs = [tensors.tensor("x", [1])]
        tensors.outputs = tensors.inputs
        for _ in 0..<1 << 16 { _ = tensors.tensor("", [1]) }
        #expect(try problem(tensors) == .tooMany(what: "tensors", count: 65_537, limit: 1 << 16))

        var lists = TFLiteBuilder()
        let picture = lists.tensor("x", [2])
        let axes = lists.tensor("axes", [1 << 16], int32: [Int32](repeating: 0, count: 1 << 16))
        lists.inputs = [picture]
        for index in 0..<65 {
            let sum = lists.tensor("y\(index)", [])
            lists.operation(.sum, inputs: [picture, axes], outputs: [sum], options: (27, [:]))
            lists.outputs = [sum]
        }
        #expect(try problem(lists) == .tooMany(what: "elements of lists", count: 65 << 16, limit: 1 << 22))

        // A list that another operator creates from constants also counts.
        var made = TFLiteBuilder()
        let values = made.tensor("x", [2])
        let short = made.tensor("short", [1], int32: [0])
        let sides = made.tensor("sides", [1, 2], int32: [0, 4095])
        let long = made.tensor("long", [1 << 12], type: .int32)
        made.operation(.pad, inputs: [short, sides], outputs: [long], options: (22, [:]))
        made.inputs = [values]
        for index in 0..<1024 {
            let sum = made.tensor("y\(index)", [])
            made.operation(.sum, inputs: [values, long], outputs: [sum], options: (27, [:]))
            made.outputs = [sum]
        }
        #expect(try problem(made) == .tooMany(what: "elements of lists", count: 1 << 22 + 3, limit: 1 << 22))
    }

    /// Windows that are higher than the image need many scratch rows.
    @Test func limitsScratchMemory() throws {
        var builder = TFLiteBuilder()
        let x = builder.tensor("x", [1, 1, 1 << 20, 1])
        let filter = builder.tensor("filter", [1, 64, 1, 1], data: [Float](repeating: 1, count: 64))
        let bias = builder.tensor("bias", [1], data: [0])
        let y = builder.tensor("y", [1, 1, 1 << 20, 1])
        builder.operation(
            .conv2D, inputs: [x, filter, bias], outputs: [y],
            options: (1, [0: .int8(0), 1: .int32(1), 2: .int32(1), 4: .int32(1), 5: .int32(1)]))
        builder.inputs = [x]
        builder.outputs = [y]
        #expect(
            try problem(builder) == .tooLarge(what: "each thread's scratch memory", bytes: 256 << 20, limit: 64 << 20))
    }

    /// A step with a table entry for each column.
    @Test func limitsTables() throws {
        var builder = TFLiteBuilder()
        let x = builder.tensor("x", [1, 1, 1, 1])
        let size = builder.tensor("size", [2], int32: [1, 1 << 24])
        let y = builder.tensor("y", [1, 1, 1 << 24, 1])
        builder.operation(.resizeBilinear, inputs: [x, size], outputs: [y], options: (15, [:]))
        builder.inputs = [x]
        builder.outputs = [y]
        let limit = 64 << 20 + 8 * builder.bytes().count
        #expect(try problem(builder) == .tooLarge(what: "the packed weights and tables", bytes: 12 << 24, limit: limit))
    }

    /// Many constant outputs that share one buffer of the file.
    @Test func limitsConstantOutputs() throws {
        var builder = TFLiteBuilder()
        let x = builder.tensor("x", [1])
        builder.inputs = [x]
        let first = builder.tensor("y", [1 << 14], data: [Float](repeating: 1, count: 1 << 14))
        builder.outputs =
            [first] + (1..<4000).map { builder.tensor("y\($0)", [1 << 14], fields: [2: .uint32(1)]) }
        guard case .tooLarge("the packed weights and tables", let bytes, let limit) = try problem(builder) else {
            Issue.record("no error for 250 MiB of outputs from a 64 KiB file")
            return
        }
        #expect(bytes > limit && bytes < limit + 1 << 17)
    }

    /// Operators that become many steps are counted while they are lowered.
    @Test func countsStepsWhileLowering() throws {
        var builder = TFLiteBuilder()
        let x = builder.tensor("x", [2])
        let indices = builder.tensor("indices", [64], int32: [Int32](repeating: 0, count: 64))
        builder.inputs = [x]
        for index in 0..<5000 {
            let y = builder.tensor("y\(index)", [64])
            builder.operation(.gather, inputs: [x, indices], outputs: [y], options: (23, [:]))
            builder.outputs = [y]
        }
        #expect(try problem(builder) == .tooMany(what: "steps", count: 4160, limit: 4096))
    }

    /// Products of one input that share a filter: many panels and heads, each of which overlaps only a few others.
    @Test func mergesManyHeadsIntoOneStep() throws {
        var builder = TFLiteBuilder()
        let x = builder.tensor("x", [1, 1])
        let filter = builder.tensor("filter", [700, 1], data: (0..<700).map { Float($0) })
        builder.inputs = [x]
        for index in 0..<4000 {
            let y = builder.tensor("y\(index)", [1, 700])
            builder.operation(.fullyConnected, inputs: [x, filter], outputs: [y], options: (8, [:]))
            builder.outputs.append(y)
        }
        let model = try model(builder)
        let network = try Network(model, file: "a.tflite")
        #expect(network.plan.steps.count == 1)
        let session = Session(network, team: ThreadTeam(count: 1))
        session.withInput(0) { $0[0] = 2 }
        session.run()
        #expect(session.output(0) == (0..<700).map { 2 * Float($0) } && session.output(3999) == session.output(0))
    }

    /// Joining images must not search all tensors in a file.
    @Test func ignoresUnusedTensors() throws {
        var builder = TFLiteBuilder()
        let x = builder.tensor("x", [1])
        builder.inputs = [x]
        let parts = (0..<2000).map { index in
            let part = builder.tensor("y\(index)", [1])
            builder.operation(.relu, inputs: [x], outputs: [part])
            return part
        }
        let joined = builder.tensor("joined", [2000])
        builder.operation(.concatenation, inputs: parts, outputs: [joined], options: (10, [:]))
        builder.outputs = [joined]
        for index in 0..<60_000 { _ = builder.tensor("unused \(index)", [1]) }
        #expect(try problem(builder) == nil)
    }

    /// Each step packs its own copy of the weights.
    @Test func limitsSharedWeights() throws {
        func products(_ count: Int) -> TFLiteBuilder {
            var builder = TFLiteBuilder()
            let x = builder.tensor("x", [1, 512])
            let weights = builder.tensor("weights", [512, 512], data: [Float](repeating: 1, count: 512 * 512))
            builder.inputs = [x]
            var last = x
            for index in 0..<count {
                let y = builder.tensor("y\(index)", [1, 512])
                builder.operation(.fullyConnected, inputs: [last, weights], outputs: [y], options: (8, [:]))
                last = y
            }
            builder.outputs = [last]
            return builder
        }
        #expect(try problem(products(60)) == nil)
        guard case .tooLarge("the packed weights and tables", let bytes, let limit) = try problem(products(80)) else {
            Issue.record("no error for 80 MiB of packed weights from a 1 MiB file")
            return
        }
        #expect(bytes > limit && limit < 80 << 20)
    }
}
