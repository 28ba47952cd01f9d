import CTegataShims
import TegataKernelABI

/// The operations that kernels need from a vector. Each one inlines to one or a few instructions; none may use the
/// generic loops of the standard library's SIMD protocols. A single element is also a vector, so that the last channels
/// of a row go through the same source, with the same rounding, as all others.
protocol Vector {
    static var lanes: Int { get }
    init(repeating value: Float)
    /// Loads a single input and repeats it.
    init(repeatingInputAt address: UnsafePointer<Input>)
    /// Loads from any address that is aligned for a single input.
    init(at address: UnsafePointer<Input>)
    func store(at address: UnsafeMutablePointer<Input>)
    #if !FLOAT16
        /// Stores the low byte of each lane's bits.
        func store(lowBytesAt address: UnsafeMutableRawPointer)
    #endif
    static func + (a: Self, b: Self) -> Self
    static func - (a: Self, b: Self) -> Self
    static func * (a: Self, b: Self) -> Self
    static func / (a: Self, b: Self) -> Self
    /// `self + a * b`, fused if the level has an instruction for it.
    func adding(_ a: Self, times b: Self) -> Self
    /// This vector, computed before the code that follows it in the source. When there are few registers, the compiler
    /// would otherwise reorder the operations in such a way that they wait for each other.
    var inOrder: Self { get }
    /// `a > b ? a : b`
    static func larger(_ a: Self, _ b: Self) -> Self
    /// `a < b ? a : b`
    static func smaller(_ a: Self, _ b: Self) -> Self
    /// `whenNegative` in lanes below zero, `otherwise` in all others.
    func ifNegative(_ whenNegative: Self, otherwise: Self) -> Self
    /// Converts `lanes` floats.
    init(floatsAt address: UnsafePointer<Float>)
    /// Converts `lanes` float16 numbers.
    init(float16At address: UnsafePointer<UInt16>)
}

/// A vector of floats, for functions that need float precision. If inputs are float16, it widens them when loading and
/// narrows them when storing.
protocol FloatVector: Vector {
    var magnitude: Self { get }
    /// This vector, which must not be negative, with the sign of another vector.
    func withSign(of sign: Self) -> Self
    /// This vector times 2ⁿ, where `shifted` is n + 1.5 · 2²³. The result must be a normal number.
    func scaled(byPowerIn shifted: Self) -> Self
    func store(floatsAt address: UnsafeMutablePointer<Float>)
}

extension Vector {
    @inline(__always) var inOrder: Self { self }
    /// Clamps to `low ... high`; NaN stays NaN.
    @inline(__always) func clamped(_ low: Self, _ high: Self) -> Self {
        .smaller(high, .larger(low, self))
    }

    /// Multiplies negative lanes by their slope.
    @inline(__always) func prelu(_ slopes: Self) -> Self {
        ifNegative(self * slopes, otherwise: self)
    }
}

extension Float: FloatVector {
    @inline(__always) static var lanes: Int { 1 }
    @inline(__always) init(repeating value: Float) { self = value }
    @inline(__always) init(repeatingInputAt address: UnsafePointer<Input>) { self = Float(address.pointee) }
    @inline(__always) init(at address: UnsafePointer<Input>) { self = Float(address.pointee) }
    @inline(__always) func store(at address: UnsafeMutablePointer<Input>) { address.pointee = Input(self) }
    @inline(__always) func store(lowBytesAt address: UnsafeMutableRawPointer) {
        address.storeBytes(of: UInt8(truncatingIfNeeded: bitPattern), as: UInt8.self)
    }
    @inline(__always) func adding(_ a: Float, times b: Float) -> Float {
        #if arch(wasm32)
            tegata_multiply_add4(SIMD4(repeating: a), SIMD4(repeating: b), SIMD4(repeating: self))[0]
        #else
            hasFusedMultiplyAdd ? addingProduct(a, b) : self + a * b
        #endif
    }
    @inline(__always) static func larger(_ a: Float, _ b: Float) -> Float { a > b ? a : b }
    @inline(__always) static func smaller(_ a: Float, _ b: Float) -> Float { a < b ? a : b }
    @inline(__always) func ifNegative(_ whenNegative: Float, otherwise: Float) -> Float {
        self < 0 ? whenNegative : otherwise
    }
    @inline(__always) func withSign(of sign: Float) -> Float {
        Float(bitPattern: bitPattern | (sign.bitPattern & 0x8000_0000))
    }
    @inline(__always) func scaled(byPowerIn shifted: Float) -> Float {
        Float(bitPattern: bitPattern &+ (shifted.bitPattern &<< 23))
    }
    @inline(__always) init(floatsAt address: UnsafePointer<Float>) { self = address.pointee }
    @inline(__always) init(float16At address: UnsafePointer<UInt16>) { self = tegata_widen1(address.pointee) }
    @inline(__always) func store(floatsAt address: UnsafeMutablePointer<Float>) { address.pointee = self }
}

#if LANES_16
    extension SIMD16: Vector, FloatVector where Scalar == Float {
        @inline(__always) static var lanes: Int { 16 }
        @inline(__always) init(repeatingInputAt address: UnsafePointer<Input>) {
            self.init(repeating: Float(address.pointee))
        }
        @inline(__always) init(at address: UnsafePointer<Input>) { self.init(floatsAt: address) }
        @inline(__always) func store(at address: UnsafeMutablePointer<Input>) { store(floatsAt: address) }
        @inline(__always) func store(lowBytesAt address: UnsafeMutableRawPointer) {
            address.storeBytes(of: tegata_low_bytes16(self), as: SIMD16<UInt8>.self)
        }
        @inline(__always) init(floatsAt address: UnsafePointer<Float>) {
            self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
        }
        @inline(__always) func store(floatsAt address: UnsafeMutablePointer<Float>) {
            UnsafeMutableRawPointer(address).storeBytes(of: self, as: Self.self)
        }
        @inline(__always) func adding(_ a: Self, times b: Self) -> Self {
            hasFusedMultiplyAdd ? addingProduct(a, b) : self + a * b
        }
        @inline(__always) static func larger(_ a: Self, _ b: Self) -> Self { tegata_larger16(a, b) }
        @inline(__always) static func smaller(_ a: Self, _ b: Self) -> Self { tegata_smaller16(a, b) }
        @inline(__always) func ifNegative(_ whenNegative: Self, otherwise: Self) -> Self {
            tegata_select_negative16(self, whenNegative, otherwise)
        }
        @inline(__always) var magnitude: Self { tegata_magnitude16(self) }
        @inline(__always) func withSign(of sign: Self) -> Self { tegata_with_sign16(self, sign) }
        @inline(__always) func scaled(byPowerIn shifted: Self) -> Self { tegata_scale16(self, shifted) }
        @inline(__always) init(float16At address: UnsafePointer<UInt16>) {
            self = tegata_widen16(UnsafeRawPointer(address).loadUnaligned(as: SIMD16<UInt16>.self))
        }
    }
#endif

#if LANES_16 || (LANES_8 && !FLOAT16) || LANES_32
    extension SIMD8: Vector, FloatVector where Scalar == Float {
        @inline(__always) static var lanes: Int { 8 }
        @inline(__always) init(repeatingInputAt address: UnsafePointer<Input>) {
            self.init(repeating: Float(address.pointee))
        }
        #if FLOAT16
            @inline(__always) init(at address: UnsafePointer<Input>) {
                self.init(float16At: UnsafeRawPointer(address).assumingMemoryBound(to: UInt16.self))
            }
            @inline(__always) func store(at address: UnsafeMutablePointer<Input>) {
                UnsafeMutableRawPointer(address).storeBytes(of: tegata_narrow8(self), as: SIMD8<UInt16>.self)
            }
        #else
            @inline(__always) init(at address: UnsafePointer<Input>) { self.init(floatsAt: address) }
            @inline(__always) func store(at address: UnsafeMutablePointer<Input>) { store(floatsAt: address) }
            @inline(__always) func store(lowBytesAt address: UnsafeMutableRawPointer) {
                address.storeBytes(of: tegata_low_bytes8(self), as: SIMD8<UInt8>.self)
            }
        #endif
        @inline(__always) init(floatsAt address: UnsafePointer<Float>) {
            self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
        }
        @inline(__always) func store(floatsAt address: UnsafeMutablePointer<Float>) {
            UnsafeMutableRawPointer(address).storeBytes(of: self, as: Self.self)
        }
        @inline(__always) func adding(_ a: Self, times b: Self) -> Self {
            hasFusedMultiplyAdd ? addingProduct(a, b) : self + a * b
        }
        @inline(__always) var inOrder: Self { tegata_in_order8(self) }
        @inline(__always) static func larger(_ a: Self, _ b: Self) -> Self { tegata_larger8(a, b) }
        @inline(__always) static func smaller(_ a: Self, _ b: Self) -> Self { tegata_smaller8(a, b) }
        @inline(__always) func ifNegative(_ whenNegative: Self, otherwise: Self) -> Self {
            tegata_select_negative8(self, whenNegative, otherwise)
        }
        @inline(__always) var magnitude: Self { tegata_magnitude8(self) }
        @inline(__always) func withSign(of sign: Self) -> Self { tegata_with_sign8(self, sign) }
        @inline(__always) func scaled(byPowerIn shifted: Self) -> Self { tegata_scale8(self, shifted) }
        @inline(__always) init(float16At address: UnsafePointer<UInt16>) {
            self = tegata_widen8(UnsafeRawPointer(address).loadUnaligned(as: SIMD8<UInt16>.self))
        }
    }
#endif

#if LANES_4 || (LANES_8 && FLOAT16)
    extension SIMD4: Vector, FloatVector where Scalar == Float {
        @inline(__always) static var lanes: Int { 4 }
        @inline(__always) init(repeatingInputAt address: UnsafePointer<Input>) {
            self.init(repeating: Float(address.pointee))
        }
        #if FLOAT16
            @inline(__always) init(at address: UnsafePointer<Input>) {
                self.init(float16At: UnsafeRawPointer(address).assumingMemoryBound(to: UInt16.self))
            }
            @inline(__always) func store(at address: UnsafeMutablePointer<Input>) {
                UnsafeMutableRawPointer(address).storeBytes(of: tegata_narrow4(self), as: SIMD4<UInt16>.self)
            }
        #else
            @inline(__always) init(at address: UnsafePointer<Input>) { self.init(floatsAt: address) }
            @inline(__always) func store(at address: UnsafeMutablePointer<Input>) { store(floatsAt: address) }
            @inline(__always) func store(lowBytesAt address: UnsafeMutableRawPointer) {
                address.storeBytes(of: tegata_low_bytes4(self), as: SIMD4<UInt8>.self)
            }
        #endif
        @inline(__always) init(floatsAt address: UnsafePointer<Float>) {
            self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
        }
        @inline(__always) func store(floatsAt address: UnsafeMutablePointer<Float>) {
            UnsafeMutableRawPointer(address).storeBytes(of: self, as: Self.self)
        }
        @inline(__always) func adding(_ a: Self, times b: Self) -> Self {
            #if arch(wasm32)
                tegata_multiply_add4(a, b, self)
            #else
                hasFusedMultiplyAdd ? addingProduct(a, b) : self + a * b
            #endif
        }
        @inline(__always) var inOrder: Self { tegata_in_order4(self) }
        @inline(__always) static func larger(_ a: Self, _ b: Self) -> Self { tegata_larger4(a, b) }
        @inline(__always) static func smaller(_ a: Self, _ b: Self) -> Self { tegata_smaller4(a, b) }
        @inline(__always) func ifNegative(_ whenNegative: Self, otherwise: Self) -> Self {
            tegata_select_negative4(self, whenNegative, otherwise)
        }
        @inline(__always) var magnitude: Self { tegata_magnitude4(self) }
        @inline(__always) func withSign(of sign: Self) -> Self { tegata_with_sign4(self, sign) }
        @inline(__always) func scaled(byPowerIn shifted: Self) -> Self { tegata_scale4(self, shifted) }
        @inline(__always) init(float16At address: UnsafePointer<UInt16>) {
            self = tegata_widen4(UnsafeRawPointer(address).loadUnaligned(as: SIMD4<UInt16>.self))
        }
    }
#endif

/// Calls a loop body for each vector that fits into `0 ..< count`, then for each remaining element. It is a struct with
/// a generic method rather than a closure, because it is then specialised for both.
protocol VectorLoopBody {
    func run<V: Vector>(_: V.Type, _ index: Int)
}

@inline(__always)
func forEachVector(_ count: Int, _ body: some VectorLoopBody) {
    var index = 0
    while index + Lane.lanes <= count {
        body.run(Lane.self, index)
        index += Lane.lanes
    }
    while index < count {
        body.run(Accumulator.self, index)
        index += 1
    }
}

/// The body of a loop over vectors of floats.
protocol FloatLoopBody {
    func run<V: FloatVector>(_: V.Type, _ index: Int)
}

@inline(__always)
func forEachFloatVector(_ count: Int, _ body: some FloatLoopBody) {
    var index = 0
    while index + FloatLane.lanes <= count {
        body.run(FloatLane.self, index)
        index += FloatLane.lanes
    }
    while index < count {
        body.run(Float.self, index)
        index += 1
    }
}
