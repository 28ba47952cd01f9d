import Foundation

/// Blue, green, red, alpha: one byte each.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// Red, green, blue, alpha: one byte each.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// Red, green, blue: one byte each.
public let kCVPixelFormatType_24RGB: OSType = 24
/// One byte for shades of grey.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038
/// One 16-bit float.
public let kCVPixelFormatType_OneComponent16Half: OSType = 0x4C30_3068
/// One 32-bit float.
public let kCVPixelFormatType_OneComponent32Float: OSType = 0x4C30_3066
/// A luma plane and planes for Cb and Cr with half its width and height; luma 16…235, chroma 16…240. Only names a
/// camera format; there are no buffers in this format.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
/// A luma plane and a plane of interleaved Cb and Cr with half its width and height; luma 16…235, chroma 16…240.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// A luma plane and a plane of interleaved Cb and Cr with half its width and height; both range over 0…255.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// Y, Cb, Y, Cr for two adjacent pixels.
public let kCVPixelFormatType_422YpCbCr8_yuvs: OSType = 0x7975_7673

/// Returns the planes of a pixel format; nil if this module does not support the format.
func planeLayouts(of format: OSType) -> [PlaneLayout]? {
    switch format {
    case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_OneComponent32Float:
        [PlaneLayout(bytesPerElement: 4)]
    case kCVPixelFormatType_24RGB: [PlaneLayout(bytesPerElement: 3)]
    case kCVPixelFormatType_OneComponent8: [PlaneLayout(bytesPerElement: 1)]
    case kCVPixelFormatType_OneComponent16Half: [PlaneLayout(bytesPerElement: 2)]
    case kCVPixelFormatType_422YpCbCr8_yuvs: [PlaneLayout(columns: 2, bytesPerElement: 4)]
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
        [PlaneLayout(bytesPerElement: 1), PlaneLayout(columns: 2, rows: 2, bytesPerElement: 2)]
    default: nil
    }
}

/// The mapping from a plane's elements to the pixels of a buffer.
struct PlaneLayout: Equatable {
    /// The number of pixels that an element covers, in each direction.
    var columns = 1
    var rows = 1
    var bytesPerElement: Int

    func width(ofBuffer width: Int) -> Int { (width - 1) / columns + 1 }
    func height(ofBuffer height: Int) -> Int { (height - 1) / rows + 1 }
}
