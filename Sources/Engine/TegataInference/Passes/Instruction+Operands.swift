import TegataGraph

extension Instruction {
    /// The values that the instruction reads, constants included.
    package var inputs: [Int] {
        func activation(_ activation: LoweredActivation) -> [Int] {
            if case .prelu(let slopes) = activation { return [slopes] }
            return []
        }
        switch self {
        case .convolution(let instruction):
            return [instruction.input, instruction.filter] + [instruction.bias, instruction.residual].compactMap { $0 }
                + activation(instruction.activation)
        case .depthwise(let instruction):
            return [instruction.input, instruction.filter] + [instruction.bias].compactMap { $0 }
                + activation(instruction.activation)
        case .binary(let instruction): return [instruction.a, instruction.b]
        case .unary(let instruction): return [instruction.input]
        case .pool(let instruction): return [instruction.input]
        case .reduce(let instruction): return [instruction.input]
        case .resize(let instruction):
            return [instruction.input] + [instruction.residual].compactMap { $0 } + activation(instruction.activation)
        case .softmax(let instruction): return [instruction.input]
        case .copy(let instruction): return [instruction.input]
        case .fill: return []
        case .convert(let instruction): return [instruction.input]
        case .block(let instruction):
            var inputs = instruction.expansion.map { Instruction.convolution($0).inputs } ?? []
            inputs += Instruction.depthwise(instruction.depthwise).inputs
            inputs += instruction.projection.map { Instruction.convolution($0).inputs } ?? []
            return inputs.filter {
                $0 != instruction.expansion?.output
                    && ($0 != instruction.depthwise.output || instruction.projection == nil)
                    && $0 != instruction.pooling?.output
            }
        case .heads(let instruction):
            // All have the same input.
            return instruction.heads.prefix(1).map { $0.input }
                + instruction.heads.flatMap { Instruction.convolution($0).inputs.dropFirst() }
        case .evaluate(let instruction): return instruction.inputs.compactMap { $0 }
        }
    }

    /// The same instruction reading other values in place of its own: of all but those that are packed.
    func reading(_ value: (Int) -> Int) -> Instruction {
        switch self {
        case .convolution(var instruction):
            instruction.input = value(instruction.input)
            instruction.residual = instruction.residual.map(value)
            return .convolution(instruction)
        case .depthwise(var instruction):
            instruction.input = value(instruction.input)
            return .depthwise(instruction)
        case .binary(var instruction):
            instruction.a = value(instruction.a)
            instruction.b = value(instruction.b)
            return .binary(instruction)
        case .unary(var instruction):
            instruction.input = value(instruction.input)
            return .unary(instruction)
        case .pool(var instruction):
            instruction.input = value(instruction.input)
            return .pool(instruction)
        case .reduce(var instruction):
            instruction.input = value(instruction.input)
            return .reduce(instruction)
        case .resize(var instruction):
            instruction.input = value(instruction.input)
            instruction.residual = instruction.residual.map(value)
            if case .prelu(let slopes) = instruction.activation {
                instruction.activation = .prelu(slopes: value(slopes))
            }
            return .resize(instruction)
        case .softmax(var instruction):
            instruction.input = value(instruction.input)
            return .softmax(instruction)
        case .copy(var instruction):
            instruction.input = value(instruction.input)
            return .copy(instruction)
        case .fill: return self
        case .convert(var instruction):
            instruction.input = value(instruction.input)
            return .convert(instruction)
        case .block(var instruction):
            let input = value(instruction.input)
            if instruction.expansion == nil {
                instruction.depthwise.input = input
            } else {
                instruction.expansion?.input = input
            }
            instruction.pooling?.input = input
            if instruction.pooling == nil, let residual = instruction.projection?.residual {
                instruction.projection?.residual = value(residual)
            }
            return .block(instruction)
        case .heads(var instruction):
            for index in instruction.heads.indices {
                instruction.heads[index].input = value(instruction.heads[index].input)
            }
            return .heads(instruction)
        case .evaluate(var instruction):
            instruction.inputs = instruction.inputs.map { $0.map(value) }
            return .evaluate(instruction)
        }
    }

    /// The values that the instruction writes, wholly or in part.
    package var outputs: [Int] {
        switch self {
        case .convolution(let instruction): [instruction.output]
        case .depthwise(let instruction): [instruction.output]
        case .binary(let instruction): [instruction.output]
        case .unary(let instruction): [instruction.output]
        case .pool(let instruction): [instruction.output]
        case .reduce(let instruction): [instruction.output]
        case .resize(let instruction): [instruction.output]
        case .softmax(let instruction): [instruction.output]
        case .copy(let instruction): [instruction.output]
        case .fill(let instruction): [instruction.output]
        case .convert(let instruction): [instruction.output]
        case .block(let instruction): [instruction.output]
        case .heads(let instruction): instruction.heads.map { $0.output }
        case .evaluate(let instruction): instruction.outputs
        }
    }
}
