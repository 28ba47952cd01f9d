@_exported import CoreGraphics

/// A stand-in for Core Video's image buffers: pixels in memory, in one plane or two.
///
/// As with the original, whoever writes into the memory sees to it that nobody reads it at that time.
public final class CVBuffer: @unchecked Sendable {
    struct Plane {
        var width: Int
        var height: Int
        var bytesPerRow: Int
        var baseAddress: UnsafeMutableRawPointer
    }

    let width: Int
    let height: Int
    let pixelFormat: OSType
    let planes: [Plane]
    private let release: () -> Void

    init(width: Int, height: Int, pixelFormat: OSType, planes: [Plane], release: @escaping () -> Void) {
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
        self.planes = planes
        self.release = release
    }

    deinit {
        release()
    }
}

/// Pixels in memory, which all buffers are here.
public typealias CVImageBuffer = CVBuffer
/// Pixels in memory, which all buffers are here.
public typealias CVPixelBuffer = CVBuffer

/// Whether a function of Core Video did what it was asked to.
public typealias CVReturn = Int32

/// It did what it was asked to.
public let kCVReturnSuccess: CVReturn = 0
/// It failed, and there is no more to say; nothing here answers this.
public let kCVReturnError: CVReturn = -6660
/// An argument cannot be used, such as rows that are too short.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There is no memory left.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// The pixel format is not one of this module, or not one for this function.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// Width or height are not above zero, or too large.
public let kCVReturnInvalidSize: CVReturn = -6681

/// Is called when a pixel buffer ends that was made over memory: with what was passed for it, and the address of the
/// memory.
public typealias CVPixelBufferReleaseBytesCallback =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

// MARK: Making buffers

/// Makes a pixel buffer with memory of its own, which is zero. Attributes are not looked at.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    guard let layouts = planeLayouts(of: pixelFormatType) else { return kCVReturnInvalidPixelFormat }
    guard width > 0, height > 0 else { return kCVReturnInvalidSize }
    var sizes: [(bytesPerRow: Int, byteCount: Int)] = []
    var total = 0
    for layout in layouts {
        let (rowBytes, rowOverflows) = layout.width(ofBuffer: width).multipliedReportingOverflow(
            by: layout.bytesPerElement)
        let (padded, paddingOverflows) = rowBytes.addingReportingOverflow(rowAlignment - 1)
        let bytesPerRow = padded / rowAlignment * rowAlignment
        let (byteCount, overflows) = bytesPerRow.multipliedReportingOverflow(by: layout.height(ofBuffer: height))
        let (sum, sumOverflows) = total.addingReportingOverflow(byteCount)
        guard !rowOverflows, !paddingOverflows, !overflows, !sumOverflows else { return kCVReturnInvalidSize }
        sizes.append((bytesPerRow, byteCount))
        total = sum
    }
    guard let memory = calloc(total, 1) else { return kCVReturnAllocationFailed }
    var offset = 0
    var planes: [CVBuffer.Plane] = []
    for (layout, size) in zip(layouts, sizes) {
        planes.append(
            CVBuffer.Plane(
                width: layout.width(ofBuffer: width), height: layout.height(ofBuffer: height),
                bytesPerRow: size.bytesPerRow,
                baseAddress: memory + offset))
        offset += size.byteCount
    }
    pixelBufferOut.pointee = CVBuffer(width: width, height: height, pixelFormat: pixelFormatType, planes: planes) {
        free(memory)
    }
    return kCVReturnSuccess
}

/// Rows begin at multiples of this.
private let rowAlignment = 64

/// Makes a pixel buffer of one plane over memory that belongs to somebody else; nothing is copied. Attributes are not
/// looked at.
@discardableResult
public func CVPixelBufferCreateWithBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ baseAddress: UnsafeMutableRawPointer,
    _ bytesPerRow: Int, _ releaseCallback: CVPixelBufferReleaseBytesCallback?,
    _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    guard let layouts = planeLayouts(of: pixelFormatType), layouts.count == 1 else {
        return kCVReturnInvalidPixelFormat
    }
    guard width > 0, height > 0 else { return kCVReturnInvalidSize }
    let (rowBytes, overflows) = layouts[0].width(ofBuffer: width).multipliedReportingOverflow(
        by: layouts[0].bytesPerElement)
    guard !overflows, bytesPerRow >= rowBytes, !bytesPerRow.multipliedReportingOverflow(by: height).overflow else {
        return kCVReturnInvalidArgument
    }
    let plane = CVBuffer.Plane(
        width: layouts[0].width(ofBuffer: width), height: height, bytesPerRow: bytesPerRow, baseAddress: baseAddress)
    pixelBufferOut.pointee = CVBuffer(width: width, height: height, pixelFormat: pixelFormatType, planes: [plane]) {
        releaseCallback?(releaseRefCon, baseAddress)
    }
    return kCVReturnSuccess
}

// MARK: Memory

/// Has nothing to do here, as the memory is always where it is.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn
{
    kCVReturnSuccess
}

/// Has nothing to do here, as the memory is always where it is.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags)
    -> CVReturn
{
    kCVReturnSuccess
}

/// In pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }
/// In pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }
/// How pixels are stored, such as ``kCVPixelFormatType_32BGRA``.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.pixelFormat }
/// Where the rows begin, those of the first plane where there are several; never nil here.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.planes[0].baseAddress
}
/// The bytes from one row to the next, in the first plane where there are several.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.planes[0].bytesPerRow }
/// The bytes of all rows of all planes.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.planes.reduce(0) { $0 + $1.bytesPerRow * $1.height }
}

// MARK: Planes

/// Whether there is more than one plane.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.planes.count > 1 }
/// The number of planes; 0 for a buffer whose pixels are not in planes.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.planes.count : 0
}
/// The elements in a row of a plane, such as pairs of Cb and Cr; 0 where there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.width ?? 0
}
/// The rows of a plane; 0 where there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.height ?? 0
}
/// The bytes from one row of a plane to the next; 0 where there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}
/// Where the rows of a plane begin; nil where there is no such plane.
public func CVPixelBufferGetBaseAddressOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int)
    -> UnsafeMutableRawPointer?
{
    pixelBuffer.plane(planeIndex)?.baseAddress
}

extension CVBuffer {
    fileprivate func plane(_ index: Int) -> Plane? { planes.indices.contains(index) ? planes[index] : nil }
}

// What can be said about a pixel buffer when it is made, and about those that a camera is to give. The keys are Swift
// strings; they convert with `as String` and `String(…)` as the original's do.

/// The pixel format, as a number.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The width in pixels, as a number.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// The height in pixels, as a number.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// Of what number the bytes of a row are to be a multiple.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// Whether images of Core Graphics can be made of the buffer.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// Whether Core Graphics can draw into the buffer.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// Whether Metal can use the buffer.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// Whether OpenGL ES can use the buffer.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// How the buffer is shared between processes, a dictionary.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"

/// Flags of Core Video's functions.
public typealias CVOptionFlags = UInt64

/// How memory is going to be used while it is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    /// One bit for each flag.
    public let rawValue: CVOptionFlags

    /// Flags by their bits.
    public init(rawValue: CVOptionFlags) {
        self.rawValue = rawValue
    }

    /// The memory is not going to be written; not looked at here.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}
