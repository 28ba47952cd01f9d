/// The schema's element types, with its numbers.
package enum TFLiteType: UInt8, Sendable, CaseIterable {
    case float32, float16, int32, uint8, int64, string, bool, int16, complex64, int8, float64, complex128, uint64
    case resource, variant, uint32, uint16, int4, bfloat16, int2, uint4, float8E4M3FN, float8E5M2

    /// The schema's name.
    package var name: String {
        switch self {
        case .float32: "FLOAT32"
        case .float16: "FLOAT16"
        case .int32: "INT32"
        case .uint8: "UINT8"
        case .int64: "INT64"
        case .string: "STRING"
        case .bool: "BOOL"
        case .int16: "INT16"
        case .complex64: "COMPLEX64"
        case .int8: "INT8"
        case .float64: "FLOAT64"
        case .complex128: "COMPLEX128"
        case .uint64: "UINT64"
        case .resource: "RESOURCE"
        case .variant: "VARIANT"
        case .uint32: "UINT32"
        case .uint16: "UINT16"
        case .int4: "INT4"
        case .bfloat16: "BFLOAT16"
        case .int2: "INT2"
        case .uint4: "UINT4"
        case .float8E4M3FN: "FLOAT8_E4M3FN"
        case .float8E5M2: "FLOAT8_E5M2"
        }
    }

    /// The size of an element in bits, or nil if elements have no fixed size.
    package var bitCount: Int? {
        switch self {
        case .int2: 2
        case .int4, .uint4: 4
        case .uint8, .bool, .int8, .float8E4M3FN, .float8E5M2: 8
        case .float16, .int16, .uint16, .bfloat16: 16
        case .float32, .int32, .uint32: 32
        case .int64, .complex64, .float64, .uint64: 64
        case .complex128: 128
        case .string, .resource, .variant: nil
        }
    }

    /// Returns the size in bytes of a tensor with this type and shape, packed without gaps; nil if elements have no
    /// fixed size.
    func byteCount(shape: [Int], orThrow failure: (ModelFormatError.Problem) -> ModelFormatError)
        throws(ModelFormatError) -> Int?
    {
        var bits = bitCount ?? 8
        for dimension in shape {
            let (product, overflow) = bits.multipliedReportingOverflow(by: dimension)
            guard !overflow else { throw failure(.shapeTooLarge(shape)) }
            bits = product
        }
        return bitCount == nil ? nil : bits / 8 + (bits % 8 == 0 ? 0 : 1)
    }
}
