/// A stand-in for the numbers that Core ML's shaped arrays hold.
public protocol MLShapedArrayScalar {
    /// The type of the numbers in an ``MLMultiArray``.
    static var multiArrayDataType: MLMultiArrayDataType { get }
}

extension Double: MLShapedArrayScalar {
    /// ``MLMultiArrayDataType/double``.
    public static var multiArrayDataType: MLMultiArrayDataType { .double }
}

extension Float: MLShapedArrayScalar {
    /// ``MLMultiArrayDataType/float32``.
    public static var multiArrayDataType: MLMultiArrayDataType { .float32 }
}

extension Float16: MLShapedArrayScalar {
    /// ``MLMultiArrayDataType/float16``.
    public static var multiArrayDataType: MLMultiArrayDataType { .float16 }
}

extension Int32: MLShapedArrayScalar {
    /// ``MLMultiArrayDataType/int32``.
    public static var multiArrayDataType: MLMultiArrayDataType { .int32 }
}

extension Int8: MLShapedArrayScalar {
    /// ``MLMultiArrayDataType/int8``.
    public static var multiArrayDataType: MLMultiArrayDataType { .int8 }
}
