import CTegataShims

// Vectors of halves. The standard library has loops for what some of them can do in one instruction.
#if HALF
    extension Float16: Vector {
        @inline(__always) static var lanes: Int { 1 }
        @inline(__always) init(repeating value: Float) { self = Float16(value) }
        @inline(__always) init(repeating value: Float16) { self = value }
        @inline(__always) init(repeatingElementAt address: UnsafePointer<Float16>) { self = address.pointee }
        @inline(__always) init(at address: UnsafePointer<Float16>) { self = address.pointee }
        @inline(__always) func store(at address: UnsafeMutablePointer<Float16>) { address.pointee = self }
        @inline(__always) func adding(_ a: Float16, times b: Float16) -> Float16 { addingProduct(a, b) }
        @inline(__always) static func larger(_ a: Float16, _ b: Float16) -> Float16 { a > b ? a : b }
        @inline(__always) static func smaller(_ a: Float16, _ b: Float16) -> Float16 { a < b ? a : b }
        @inline(__always) func ifNegative(_ whenNegative: Float16, otherwise: Float16) -> Float16 {
            self < 0 ? whenNegative : otherwise
        }
        @inline(__always) init(floatsAt address: UnsafePointer<Float>) { self = Float16(address.pointee) }
        @inline(__always) init(halvesAt address: UnsafePointer<UInt16>) {
            self = Float16(bitPattern: address.pointee)
        }
    }

    #if LANES_32
        extension SIMD32: Vector where Scalar == Float16 {
            @inline(__always) static var lanes: Int { 32 }
            @inline(__always) init(repeating value: Float) { self = tegata_repeated32h(Float16(value)) }
            @inline(__always) init(repeatingElementAt address: UnsafePointer<Float16>) {
                self = tegata_repeated32h(address.pointee)
            }
            @inline(__always) init(repeating value: Float16) { self = tegata_repeated32h(value) }
            @inline(__always) init(at address: UnsafePointer<Float16>) {
                self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
            }
            @inline(__always) func store(at address: UnsafeMutablePointer<Float16>) {
                UnsafeMutableRawPointer(address).storeBytes(of: self, as: Self.self)
            }
            @inline(__always) static func + (a: Self, b: Self) -> Self { tegata_sum32h(a, b) }
            @inline(__always) static func - (a: Self, b: Self) -> Self { tegata_difference32h(a, b) }
            @inline(__always) static func * (a: Self, b: Self) -> Self { tegata_product32h(a, b) }
            @inline(__always) static func / (a: Self, b: Self) -> Self { tegata_ratio32h(a, b) }
            @inline(__always) func adding(_ a: Self, times b: Self) -> Self { tegata_multiply_add32h(a, b, self) }
            @inline(__always) static func larger(_ a: Self, _ b: Self) -> Self { tegata_larger32h(a, b) }
            @inline(__always) static func smaller(_ a: Self, _ b: Self) -> Self { tegata_smaller32h(a, b) }
            @inline(__always) func ifNegative(_ whenNegative: Self, otherwise: Self) -> Self {
                tegata_select_negative32h(self, whenNegative, otherwise)
            }
            @inline(__always) init(floatsAt address: UnsafePointer<Float>) {
                self = tegata_halves32(UnsafeRawPointer(address).loadUnaligned(as: SIMD32<Float>.self))
            }
            @inline(__always) init(halvesAt address: UnsafePointer<UInt16>) {
                self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
            }
        }
    #endif

    #if LANES_32
        extension SIMD16: Vector where Scalar == Float16 {
            @inline(__always) static var lanes: Int { 16 }
            @inline(__always) init(repeating value: Float) { self = tegata_repeated16h(Float16(value)) }
            @inline(__always) init(repeatingElementAt address: UnsafePointer<Float16>) {
                self = tegata_repeated16h(address.pointee)
            }
            @inline(__always) init(repeating value: Float16) { self = tegata_repeated16h(value) }
            @inline(__always) init(at address: UnsafePointer<Float16>) {
                self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
            }
            @inline(__always) func store(at address: UnsafeMutablePointer<Float16>) {
                UnsafeMutableRawPointer(address).storeBytes(of: self, as: Self.self)
            }
            @inline(__always) static func + (a: Self, b: Self) -> Self { tegata_sum16h(a, b) }
            @inline(__always) static func - (a: Self, b: Self) -> Self { tegata_difference16h(a, b) }
            @inline(__always) static func * (a: Self, b: Self) -> Self { tegata_product16h(a, b) }
            @inline(__always) static func / (a: Self, b: Self) -> Self { tegata_ratio16h(a, b) }
            @inline(__always) func adding(_ a: Self, times b: Self) -> Self { tegata_multiply_add16h(a, b, self) }
            @inline(__always) static func larger(_ a: Self, _ b: Self) -> Self { tegata_larger16h(a, b) }
            @inline(__always) static func smaller(_ a: Self, _ b: Self) -> Self { tegata_smaller16h(a, b) }
            @inline(__always) func ifNegative(_ whenNegative: Self, otherwise: Self) -> Self {
                tegata_select_negative16h(self, whenNegative, otherwise)
            }
            @inline(__always) init(floatsAt address: UnsafePointer<Float>) {
                self = tegata_halves16(UnsafeRawPointer(address).loadUnaligned(as: SIMD16<Float>.self))
            }
            @inline(__always) init(halvesAt address: UnsafePointer<UInt16>) {
                self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
            }
        }
    #endif

    #if LANES_8
        extension SIMD8: Vector where Scalar == Float16 {
            @inline(__always) static var lanes: Int { 8 }
            @inline(__always) init(repeating value: Float) { self = tegata_repeated8h(Float16(value)) }
            @inline(__always) init(repeatingElementAt address: UnsafePointer<Float16>) {
                self = tegata_repeated8h(address.pointee)
            }
            @inline(__always) init(repeating value: Float16) { self = tegata_repeated8h(value) }
            @inline(__always) init(at address: UnsafePointer<Float16>) {
                self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
            }
            @inline(__always) func store(at address: UnsafeMutablePointer<Float16>) {
                UnsafeMutableRawPointer(address).storeBytes(of: self, as: Self.self)
            }
            @inline(__always) static func + (a: Self, b: Self) -> Self { tegata_sum8h(a, b) }
            @inline(__always) static func - (a: Self, b: Self) -> Self { tegata_difference8h(a, b) }
            @inline(__always) static func * (a: Self, b: Self) -> Self { tegata_product8h(a, b) }
            @inline(__always) static func / (a: Self, b: Self) -> Self { tegata_ratio8h(a, b) }
            @inline(__always) func adding(_ a: Self, times b: Self) -> Self { tegata_multiply_add8h(a, b, self) }
            @inline(__always) static func larger(_ a: Self, _ b: Self) -> Self { tegata_larger8h(a, b) }
            @inline(__always) static func smaller(_ a: Self, _ b: Self) -> Self { tegata_smaller8h(a, b) }
            @inline(__always) func ifNegative(_ whenNegative: Self, otherwise: Self) -> Self {
                tegata_select_negative8h(self, whenNegative, otherwise)
            }
            @inline(__always) init(floatsAt address: UnsafePointer<Float>) {
                self = tegata_halves8(UnsafeRawPointer(address).loadUnaligned(as: SIMD8<Float>.self))
            }
            @inline(__always) init(halvesAt address: UnsafePointer<UInt16>) {
                self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
            }
        }
    #endif
#endif
