import CTegataShims
import TegataKernelABI

/// The activation that an operator applies to its results.
enum FusedActivation: Sendable {
    case none
    case clamp(low: Float, high: Float)
    case tanh

    /// Reads the option in slot `field`.
    init(_ node: NodeReader, field: Int) throws(GraphError) {
        let attribute = "fused_activation_function"
        switch try node.byteOption(field) {
        case 0: self = .none
        case 1: self = .clamp(low: 0, high: .infinity)
        case 2: self = .clamp(low: -1, high: 1)
        case 3: self = .clamp(low: 0, high: 6)
        case 4: self = .tanh
        case 5: throw node.unsupported(attribute, "SIGN_BIT", supported: "NONE, RELU, RELU_N1_TO_1, RELU6 or TANH")
        case let unknown: throw node.invalid(attribute, unknown, expected: "0 to 5")
        }
    }

    func callAsFunction(_ value: Float) -> Float {
        switch self {
        case .none: value
        case .clamp(let low, let high): value < low ? low : value > high ? high : value
        case .tanh: Float(tegata_tanh(Double(value)))
        }
    }
}

extension Lowering {
    /// Emits an instruction that ends with an activation. For tanh, which no instruction includes, a second instruction
    /// follows.
    mutating func emit(
        to output: Int, _ activation: FusedActivation,
        _ instruction: (_ output: Int, _ activation: LoweredActivation) -> Instruction
    ) {
        switch activation {
        case .none: emit(instruction(output, .none))
        case .clamp(let low, let high): emit(instruction(output, .clamp(low: low, high: high)))
        case .tanh:
            let argument = temporary(type(of: output))
            emit(instruction(argument, .none))
            emit(.unary(UnaryInstruction(function: .tanh, input: argument, output: output)))
        }
    }
}
