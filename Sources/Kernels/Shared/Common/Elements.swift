import TegataKernelABI

// This level's element types, and typed access to arguments. Levels with other element types define in this file how
// vectors of sums load them.

#if FLOAT16
    /// The type of values between steps: inputs, outputs and residuals.
    typealias Input = Float16
    /// The type of packed weights.
    typealias Weight = Float16
    /// The type of sums, bias and slopes.
    typealias Accumulator = Float16
    @inline(__always) var kernelElements: KernelElements {
        KernelElements(input: .float16, weight: .float16, accumulator: .float16)
    }
#else
    /// The type of values between steps: inputs, outputs and residuals.
    typealias Input = Float
    /// The type of packed weights.
    typealias Weight = Float
    /// The type of sums, bias and slopes.
    typealias Accumulator = Float
    @inline(__always) var kernelElements: KernelElements {
        KernelElements(input: .float32, weight: .float32, accumulator: .float32)
    }
#endif

/// Whether depthwise convolutions can store bytes, for the level's 8-bit kernels.
@inline(__always) var storesBytes: Bool {
    #if !FLOAT16 && (LANES_16 || LANES_8 || arch(arm64))
        true
    #else
        false
    #endif
}

extension Vector {
    /// Loads packed weights.
    @inline(__always) init(weightsAt address: UnsafePointer<Weight>) { self.init(at: address) }
    /// Loads bias or slopes.
    @inline(__always) init(sumsAt address: UnsafePointer<Accumulator>) { self.init(at: address) }
    /// Stores packed weights.
    @inline(__always) func store(weightsAt address: UnsafeMutablePointer<Weight>) { store(at: address) }
    /// Stores sums as they are.
    @inline(__always) func store(sumsAt address: UnsafeMutablePointer<Accumulator>) { store(at: address) }
}

extension UnsafeRawPointer {
    @inline(__always) var inputs: UnsafePointer<Input> { assumingMemoryBound(to: Input.self) }
    @inline(__always) var weights: UnsafePointer<Weight> { assumingMemoryBound(to: Weight.self) }
    @inline(__always) var sums: UnsafePointer<Accumulator> { assumingMemoryBound(to: Accumulator.self) }
}

extension UnsafeMutableRawPointer {
    @inline(__always) var outputs: UnsafeMutablePointer<Input> { assumingMemoryBound(to: Input.self) }
    @inline(__always) var weights: UnsafeMutablePointer<Weight> { assumingMemoryBound(to: Weight.self) }
    @inline(__always) var sums: UnsafeMutablePointer<Accumulator> { assumingMemoryBound(to: Accumulator.self) }
}

extension UnsafePointer<UnsafeRawPointer> {
    @inline(__always) var rows: UnsafePointer<UnsafePointer<Input>> {
        UnsafeRawPointer(self).assumingMemoryBound(to: UnsafePointer<Input>.self)
    }
}

extension RawRepresentable<UInt8> {
    /// Creates the choice from the raw value in the arguments. The value is not checked, because a comparison would
    /// call code that the levels share.
    @inline(__always) init(choice: UInt8) { self = unsafeBitCast(choice, to: Self.self) }
}
