/// A type of elements that kernels compute with.
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

    /// As names of kernels begin.
    var shortName: String {
        switch self {
        case .float32: "f32"
        case .float16: "f16"
        }
    }
}

/// The types of elements that kernel arguments of a level point at.
package struct KernelElements: Sendable {
    /// Of values between steps: inputs, outputs and residuals.
    package let input: KernelElement
    /// Of packed weights.
    package let weight: KernelElement
    /// Of sums, and with them of bias and slopes.
    package let accumulator: KernelElement

    package init(input: KernelElement, weight: KernelElement, accumulator: KernelElement) {
        self.input = input
        self.weight = weight
        self.accumulator = accumulator
    }
}
