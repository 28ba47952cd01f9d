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
