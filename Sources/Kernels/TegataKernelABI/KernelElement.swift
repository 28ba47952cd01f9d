/// A type of elements with which kernels compute.
@frozen
package enum KernelElement: UInt8, Sendable {
    case float32
    /// IEEE half precision.
    case float16

    package var byteCount: Int {
        switch self {
        case .float32: 4
        case .float16: 2
        }
    }

    /// The prefix of kernel names.
    var shortName: String {
        switch self {
        case .float32: "f32"
        case .float16: "f16"
        }
    }
}

/// The element types to which a level's kernel arguments point.
package struct KernelElements: Sendable {
    /// The type of values between steps: inputs, outputs and residuals.
    package let input: KernelElement
    /// The type of packed weights.
    package let weight: KernelElement
    /// The type of sums, and hence of bias and slopes.
    package let accumulator: KernelElement

    package init(input: KernelElement, weight: KernelElement, accumulator: KernelElement) {
        self.input = input
        self.weight = weight
        self.accumulator = accumulator
    }
}
