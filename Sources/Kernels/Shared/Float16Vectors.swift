import CTegataShims

// Vectors of float16. They use C functions, because for some operations that are a single instruction, the standard
// library uses loops.
#if FLOAT16
    extension Float16: Vector {
        @inline(__always) static var lanes: Int { 1 }
        @inline(__always) init(repeating value: Float) { self = Float16(value) }
        @inline(__always) init(repeating value: Float16) { self = value }
        @inline(__always) init(repeatingInputAt address: UnsafePointer<Float16>) { self = address.pointee }
        @inline(__always) init(at address: UnsafePointer<Float16>) { self = address.pointee }
        @inline(__always) func store(at address: UnsafeMutablePointer<Float16>) { address.pointee = self }
        @inline(__always) func adding(_ a: Float16, times b: Float16) -> Float16 { addingProduct(a, b) }
        @inline(__always) static func larger(_ a: Float16, _ b: Float16) -> Float16 { a > b ? a : b }
        @inline(__always) static func smaller(_ a: Float16, _ b: Float16) -> Float16 { a < b ? a : b }
        @inline(__always) func ifNegative(_ whenNegative: Float16, otherwise: Float16) -> Float16 {
            self < 0 ? whenNegative : otherwise
        }
        @inline(__always) init(floatsAt address: UnsafePointer<Float>) { self = Float16(address.pointee) }
        @inline(__always) init(float16At address: UnsafePointer<UInt16>) {
            self = Float16(bitPattern: address.pointee)
        }
    }

    #if LANES_32
        extension SIMD32: Vector where Scalar == Float16 {
            @inline(__always) static var lanes: Int { 32 }
            @inline(__always) init(repeating value: Float) { self = tegata_repeated32_f16(Float16(value)) }
            @inline(__always) init(repeatingInputAt address: UnsafePointer<Float16>) {
                self = tegata_repeated32_f16(address.pointee)
            }
            @inline(__always) init(repeating value: Float16) { self = tegata_repeated32_f16(value) }
            @inline(__always) init(at address: UnsafePointer<Float16>) {
                self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
            }
            @inline(__always) func store(at address: UnsafeMutablePointer<Float16>) {
                UnsafeMutableRawPointer(address).storeBytes(of: self, as: Self.self)
            }
            @inline(__always) static func + (a: Self, b: Self) -> Self { tegata_sum32_f16(a, b) }
            @inline(__always) static func - (a: Self, b: Self) -> Self { tegata_difference32_f16(a, b) }
            @inline(__always) static func * (a: Self, b: Self) -> Self { tegata_product32_f16(a, b) }
            @inline(__always) static func / (a: Self, b: Self) -> Self { tegata_ratio32_f16(a, b) }
            @inline(__always) func adding(_ a: Self, times b: Self) -> Self { tegata_multiply_add32_f16(a, b, self) }
            @inline(__always) static func larger(_ a: Self, _ b: Self) -> Self { tegata_larger32_f16(a, b) }
            @inline(__always) static func smaller(_ a: Self, _ b: Self) -> Self { tegata_smaller32_f16(a, b) }
            @inline(__always) func ifNegative(_ whenNegative: Self, otherwise: Self) -> Self {
                tegata_select_negative32_f16(self, whenNegative, otherwise)
            }
            @inline(__always) init(floatsAt address: UnsafePointer<Float>) {
                self = tegata_rounded32_f16(UnsafeRawPointer(address).loadUnaligned(as: SIMD32<Float>.self))
            }
            @inline(__always) init(float16At address: UnsafePointer<UInt16>) {
                self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
            }
        }
    #endif

    #if LANES_32
        extension SIMD16: Vector where Scalar == Float16 {
            @inline(__always) static var lanes: Int { 16 }
            @inline(__always) init(repeating value: Float) { self = tegata_repeated16_f16(Float16(value)) }
            @inline(__always) init(repeatingInputAt address: UnsafePointer<Float16>) {
                self = tegata_repeated16_f16(address.pointee)
            }
            @inline(__always) init(repeating value: Float16) { self = tegata_repeated16_f16(value) }
            @inline(__always) init(at address: UnsafePointer<Float16>) {
                self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
            }
            @inline(__always) func store(at address: UnsafeMutablePointer<Float16>) {
                UnsafeMutableRawPointer(address).storeBytes(of: self, as: Self.self)
            }
            @inline(__always) static func + (a: Self, b: Self) -> Self { tegata_sum16_f16(a, b) }
            @inline(__always) static func - (a: Self, b: Self) -> Self { tegata_difference16_f16(a, b) }
            @inline(__always) static func * (a: Self, b: Self) -> Self { tegata_product16_f16(a, b) }
            @inline(__always) static func / (a: Self, b: Self) -> Self { tegata_ratio16_f16(a, b) }
            @inline(__always) func adding(_ a: Self, times b: Self) -> Self { tegata_multiply_add16_f16(a, b, self) }
            @inline(__always) static func larger(_ a: Self, _ b: Self) -> Self { tegata_larger16_f16(a, b) }
            @inline(__always) static func smaller(_ a: Self, _ b: Self) -> Self { tegata_smaller16_f16(a, b) }
            @inline(__always) func ifNegative(_ whenNegative: Self, otherwise: Self) -> Self {
                tegata_select_negative16_f16(self, whenNegative, otherwise)
            }
            @inline(__always) init(floatsAt address: UnsafePointer<Float>) {
                self = tegata_rounded16_f16(UnsafeRawPointer(address).loadUnaligned(as: SIMD16<Float>.self))
            }
            @inline(__always) init(float16At address: UnsafePointer<UInt16>) {
                self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
            }
        }
    #endif

    #if LANES_8
        extension SIMD8: Vector where Scalar == Float16 {
            @inline(__always) static var lanes: Int { 8 }
            @inline(__always) init(repeating value: Float) { self = tegata_repeated8_f16(Float16(value)) }
            @inline(__always) init(repeatingInputAt address: UnsafePointer<Float16>) {
                self = tegata_repeated8_f16(address.pointee)
            }
            @inline(__always) init(repeating value: Float16) { self = tegata_repeated8_f16(value) }
            @inline(__always) init(at address: UnsafePointer<Float16>) {
                self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
            }
            @inline(__always) func store(at address: UnsafeMutablePointer<Float16>) {
                UnsafeMutableRawPointer(address).storeBytes(of: self, as: Self.self)
            }
            @inline(__always) static func + (a: Self, b: Self) -> Self { tegata_sum8_f16(a, b) }
            @inline(__always) static func - (a: Self, b: Self) -> Self { tegata_difference8_f16(a, b) }
            @inline(__always) static func * (a: Self, b: Self) -> Self { tegata_product8_f16(a, b) }
            @inline(__always) static func / (a: Self, b: Self) -> Self { tegata_ratio8_f16(a, b) }
            @inline(__always) func adding(_ a: Self, times b: Self) -> Self { tegata_multiply_add8_f16(a, b, self) }
            @inline(__always) static func larger(_ a: Self, _ b: Self) -> Self { tegata_larger8_f16(a, b) }
            @inline(__always) static func smaller(_ a: Self, _ b: Self) -> Self { tegata_smaller8_f16(a, b) }
            @inline(__always) func ifNegative(_ whenNegative: Self, otherwise: Self) -> Self {
                tegata_select_negative8_f16(self, whenNegative, otherwise)
            }
            @inline(__always) init(floatsAt address: UnsafePointer<Float>) {
                self = tegata_rounded8_f16(UnsafeRawPointer(address).loadUnaligned(as: SIMD8<Float>.self))
            }
            @inline(__always) init(float16At address: UnsafePointer<UInt16>) {
                self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
            }
        }
    #endif
#endif
