import TegataFormats
import TegataGraph
import Testing

/// The instructions into which operators are lowered. Other tests check what the instructions compute.
struct LoweringTests {
    private func instructions(_ network: OneOperator) throws -> [Instruction] {
        LoweredGraph(try network.graph()).instructions
    }

    private func kinds(_ network: OneOperator) throws -> [String] {
        try instructions(network).map { instruction in
            switch instruction {
            case .convolution: "convolution"
            case .depthwise: "depthwise"
            case .binary: "binary"
            case .unary: "unary"
            case .pool: "pool"
            case .reduce: "reduce"
            case .resize: "resize"
            case .softmax: "softmax"
            case .copy: "copy"
            case .fill: "fill"
            case .block: "block"
            case .heads: "heads"
            case .evaluate: "evaluate"
            case .convert: "convert"
            }
        }
    }

    private func convolution(
        _ builtin: BuiltinOperator = .conv2D, weights: OneOperator.Operand = .zeros([2, 3, 3, 2]),
        fields: [Int: OneOperator.Field] = [:]
    ) -> OneOperator {
        let options = OneOperator.Options(builtin == .conv2D ? 1 : 2, [1: .int(1), 2: .int(1)].merging(fields) { $1 })
        return OneOperator(builtin, [.given([1, 4, 4, 2]), weights], options, outputs: [[1, 4, 4, 2]])
    }

    @Test func lowersConvolutionsWithConstantWeightsToKernels() throws {
        #expect(try kinds(convolution()) == ["convolution"])
        #expect(try kinds(convolution(weights: .given([2, 3, 3, 2]))) == ["evaluate"])
        #expect(try kinds(convolution(.depthwiseConv2D, weights: .zeros([1, 3, 3, 2]))) == ["depthwise"])
        #expect(try kinds(convolution(.depthwiseConv2D, weights: .given([1, 3, 3, 2]))) == ["evaluate"])
        #expect(
            try kinds(OneOperator(.fullyConnected, [.given([3, 4]), .zeros([2, 4])], outputs: [[3, 2]])) == [
                "convolution"
            ])
    }

    /// A window far larger than the image would need memory for the whole border that it covers.
    @Test func evaluatesExtremeDilations() throws {
        #expect(try kinds(convolution(fields: [4: .int(4), 5: .int(3)])) == ["convolution"])
        #expect(try kinds(convolution(fields: [5: .int(Int32.max)])) == ["evaluate"])
        #expect(
            try kinds(convolution(.depthwiseConv2D, weights: .zeros([1, 3, 3, 2]), fields: [5: .int(1 << 20)])) == [
                "evaluate"
            ])
    }

    @Test func cropsPoolingWindowsToTheImage() throws {
        let fields: [Int: OneOperator.Field] = [1: .int(2), 2: .int(1), 3: .int(Int32.max), 4: .int(5)]
        let network = OneOperator(.maxPool2D, [.given([1, 4, 6, 1])], .init(5, fields), outputs: [[1, 4, 3, 1]])
        guard case .pool(let instruction) = try instructions(network).first else {
            Issue.record("no pool")
            return
        }
        #expect(
            instruction.window == Window(height: 5, width: 10, strideHeight: 1, strideWidth: 2, padTop: 2, padLeft: 4))
    }

    @Test func lowersTanhToASeparateStep() throws {
        #expect(try kinds(convolution(fields: [3: .byte(4)])) == ["convolution", "unary"])
        #expect(
            try kinds(OneOperator(.add, [.given([2]), .given([2])], .init(11, [0: .byte(4)]), outputs: [[2]])) == [
                "binary", "unary",
            ])
    }

    @Test func repeatsOperandsByStrides() throws {
        let network = OneOperator(.mul, [.given([2, 3, 4, 5]), .given([4, 1])], outputs: [[2, 3, 4, 5]])
        guard case .binary(let instruction) = try instructions(network).first else {
            Issue.record("no binary instruction")
            return
        }
        #expect(instruction.extents == [6, 4, 5])
        #expect(instruction.aStrides == [20, 5, 1])
        #expect(instruction.bStrides == [0, 1, 0])
    }

    @Test func lowersReductionsOfAdjacentAxesToAKernel() throws {
        func mean(_ axes: Int32..., outputs: [Int]) -> OneOperator {
            OneOperator(.mean, [.given([2, 3, 4, 5]), .integers(axes)], outputs: [outputs])
        }
        guard case .reduce(let instruction) = try instructions(mean(1, 2, outputs: [2, 5])).first else {
            Issue.record("no reduction")
            return
        }
        #expect([instruction.outer, instruction.reduced, instruction.inner] == [2, 12, 5])
        #expect(try kinds(mean(0, 2, outputs: [3, 5])) == ["evaluate"])
    }

    @Test func lowersMovementsToCopies() throws {
        #expect(
            try kinds(OneOperator(.pad, [.given([2]), .integers([1, 0], shape: [1, 2])], outputs: [[3]])) == [
                "fill", "copy",
            ])
        #expect(
            try kinds(OneOperator(.pad, [.given([2], .int8), .integers([1, 0], shape: [1, 2])], outputs: [[3]])) == [
                "evaluate"
            ])
        #expect(
            try kinds(OneOperator(.unpack, [.given([2, 3])], .init(64, [0: .int(2)]), outputs: [[3], [3]])) == [
                "copy", "copy",
            ])
        #expect(
            try kinds(OneOperator(.reshape, [.given([2, 3])], .init(17, [0: .ints([6])]), outputs: [[6]])) == ["copy"])
    }

    @Test func copiesRunsOfGatheredIndices() throws {
        func gather(_ places: [Int32]) -> OneOperator {
            OneOperator(.gather, [.given([8, 3]), .integers(places)], outputs: [[places.count, 3]])
        }
        #expect(try kinds(gather([1, 2, 3, 6, 0])) == ["copy", "copy", "copy"])
        // Too many pieces for one instruction each.
        #expect(try kinds(gather((0..<100).map { $0 * 3 % 8 })) == ["evaluate"])
        let atRunTime = OneOperator(.gather, [.given([8, 3]), .given([2], .int32)], outputs: [[2, 3]])
        #expect(try kinds(atRunTime) == ["evaluate"])
    }
}
