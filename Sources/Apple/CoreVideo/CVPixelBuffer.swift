@_exported import CoreGraphics

/// An image buffer: pixels in memory, in one plane or two.
///
/// As with Core Video, the program must make sure that nothing reads the memory while it is being written.
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

/// A pixel buffer, as all buffers are.
public typealias CVImageBuffer = CVBuffer
/// A pixel buffer, as all buffers are.
public typealias CVPixelBuffer = CVBuffer

/// The status of a Core Video function.
public typealias CVReturn = Int32

/// Success.
public let kCVReturnSuccess: CVReturn = 0
/// An unspecified error; not used on Linux.
public let kCVReturnError: CVReturn = -6660
/// An argument is invalid, such as rows that are too short.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There is not enough memory.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// The pixel format is not supported, or not by this function.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// The width or height is not positive, or too large.
public let kCVReturnInvalidSize: CVReturn = -6681

/// A callback for releasing the existing memory that a pixel buffer was created over. It receives the context that was
/// passed with it, and the address of the memory.
public typealias CVPixelBufferReleaseBytesCallback =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

// MARK: Making buffers

/// Creates a pixel buffer in its own memory, filled with zeros. Attributes are ignored.
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

/// The alignment of rows, in bytes.
private let rowAlignment = 64

/// Creates a pixel buffer with one plane over existing memory without copying it. Attributes are ignored.
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

/// Does nothing on Linux, because the memory is always accessible.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn
{
    kCVReturnSuccess
}

/// Does nothing on Linux, because the memory is always accessible.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags)
    -> CVReturn
{
    kCVReturnSuccess
}

/// Returns the width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }
/// Returns the height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }
/// Returns the pixel format, such as ``kCVPixelFormatType_32BGRA``.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.pixelFormat }
/// Returns the address of the first row, in the first plane if there are several; never nil on Linux.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.planes[0].baseAddress
}
/// Returns the number of bytes from one row to the next, in the first plane if there are several.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.planes[0].bytesPerRow }
/// Returns the total number of bytes in all rows of all planes.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.planes.reduce(0) { $0 + $1.bytesPerRow * $1.height }
}

// MARK: Planes

/// Whether the buffer has more than one plane.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.planes.count > 1 }
/// Returns the number of planes; 0 for a buffer that is not planar.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.planes.count : 0
}
/// Returns the number of elements in a row of a plane, such as pairs of Cb and Cr; 0 if there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.width ?? 0
}
/// Returns the number of rows in a plane; 0 if there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.height ?? 0
}
/// Returns the number of bytes from one row of a plane to the next; 0 if there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}
/// Returns the address of the first row of a plane; nil if there is no such plane.
public func CVPixelBufferGetBaseAddressOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int)
    -> UnsafeMutableRawPointer?
{
    pixelBuffer.plane(planeIndex)?.baseAddress
}

extension CVBuffer {
    fileprivate func plane(_ index: Int) -> Plane? { planes.indices.contains(index) ? planes[index] : nil }
}

// Attributes for creating pixel buffers, and for the frames that a camera should deliver. The keys are Swift strings;
// they convert with `as String` and `String(…)` like Apple's.

/// The pixel format, as a number.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The width in pixels, as a number.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// The height in pixels, as a number.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// The alignment of rows in bytes, as a number.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// Whether Core Graphics images can be created from the buffer.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// Whether Core Graphics can draw into the buffer.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// Whether Metal can use the buffer.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// Whether OpenGL ES can use the buffer.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// The properties for sharing the buffer between processes, as a dictionary.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"

/// Flags of Core Video's functions.
public typealias CVOptionFlags = UInt64

/// The intended use of memory while it is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    /// One bit for each flag.
    public let rawValue: CVOptionFlags

    /// Creates flags from their bits.
    public init(rawValue: CVOptionFlags) {
        self.rawValue = rawValue
    }

    /// The memory is only read; ignored on Linux.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}
