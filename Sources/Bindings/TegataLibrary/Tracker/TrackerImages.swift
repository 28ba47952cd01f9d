import CTegataLibrary
import TegataBuffers
import TegataHands
import TegataImages
import TegataSystem

extension PixelFormat {
    /// Converts a `tegata_format`; nil for unknown formats and for formats that require copying.
    fileprivate init?(_ format: tegata_format) {
        switch format {
        case TEGATA_RGB: self = .rgb
        case TEGATA_RGBA: self = .rgba
        case TEGATA_BGRA: self = .bgra
        case TEGATA_GRAY: self = .gray
        case TEGATA_NV12: self = .nv12
        case TEGATA_NV21: self = .nv21
        case TEGATA_I420: self = .i420
        case TEGATA_YUYV: self = .yuyv
        default: return nil
        }
    }
}

/// Calls `body` with a view of a caller's image.
package func withView<Result>(
    of image: UnsafePointer<tegata_image>?, _ body: (ImageView) throws(CallError) -> Result
) throws(CallError) -> Result {
    guard let image = image?.pointee else { throw .nullPointer("image") }
    // Everything but the call is common to all types of results.
    let format = tegata_format(rawValue: UInt32(bitPattern: image.format))
    guard format == TEGATA_BGR else { return try body(view(of: image, format)) }
    let copy = try rgbCopy(of: image)
    defer { extendLifetime(copy) }
    return try body(copy.view())
}

private func view(of image: tegata_image, _ format: tegata_format) throws(CallError) -> ImageView {
    try image.planes.0.check()
    guard let pixelFormat = PixelFormat(format) else {
        throw CallError(.invalidArgument, "There is no format \(image.format); choose one of tegata_format.")
    }
    guard image.matrix == 0 || image.matrix == 1 else {
        throw CallError(.invalidArgument, "There is no matrix \(image.matrix); choose one of tegata_matrix.")
    }
    let encoding = ColorEncoding(image.matrix == 0 ? .bt601 : .bt709, isFullRange: image.is_full_range != 0)
    let (width, height) = (Int(image.width), Int(image.height))
    let planes = image.planes
    if pixelFormat.planeCount > 1 { try planes.1.check() }
    if pixelFormat.planeCount > 2 { try planes.2.check() }
    return try withCallErrors { () throws(TegataError) in
        guard pixelFormat.planeCount > 1, planes.1.bytes != nil else {
            return try ImageView(
                pixelFormat, width: width, height: height, bytes: planes.0.memory,
                rowStride: planes.0.row_stride == 0 ? nil : planes.0.stride(0), encoding: encoding)
        }
        let chroma = pixelFormat.rowByteCount(plane: 1, width: max(0, width))
        return try ImageView(
            pixelFormat, width: width, height: height,
            ImageView.Plane(planes.0.memory, rowStride: planes.0.stride(width)),
            ImageView.Plane(planes.1.memory, rowStride: planes.1.stride(chroma)),
            pixelFormat.planeCount > 2 ? ImageView.Plane(planes.2.memory, rowStride: planes.2.stride(chroma)) : nil,
            encoding: encoding)
    }
}

/// Returns a copy in which red and blue are swapped.
private func rgbCopy(of image: tegata_image) throws(CallError) -> Picture {
    try image.planes.0.check()
    let plane = image.planes.0
    let (width, height) = (Int(image.width), Int(image.height))
    let stride = plane.stride(3 * width)
    // Check it as an image of the same size before copying.
    _ = try withCallErrors { () throws(TegataError) in
        try ImageView(.rgb, width: width, height: height, bytes: plane.memory, rowStride: stride)
    }
    return try Picture(format: .srgb, width: width, height: height) { row, target in
        guard let source = plane.bytes.map({ $0 + row * stride }) else { return }
        let from = source.assumingMemoryBound(to: UInt8.self)
        let to = target.assumingMemoryBound(to: UInt8.self)
        for offset in Swift.stride(from: 0, to: 3 * width, by: 3) {
            to[offset] = from[offset + 2]
            to[offset + 1] = from[offset + 1]
            to[offset + 2] = from[offset]
        }
    }
}

/// Returns the pixels of an image file for Tegata's C interface, in one block of memory that is freed as a whole.
func report(imageFileAt path: String) throws(CallError) -> UnsafeMutablePointer<tegata_image> {
    let image: RGBImage
    do { image = try RGBImage(readingFileAt: path, acceptingPipes: false) } catch { throw CallError(reading: error) }
    var block = Block()
    block.add(1, tegata_image.self)
    block.add(image.pixels.count, UInt8.self)
    guard block.allocate(), let report = block.take(1, tegata_image.self) else { throw .outOfMemory }
    let pixels = block.take(image.pixels.count, UInt8.self)
    pixels?.update(from: image.pixels, count: image.pixels.count)
    report.pointee.format = Int32(TEGATA_RGB.rawValue)
    report.pointee.width = Int32(image.width)
    report.pointee.height = Int32(image.height)
    report.pointee.planes.0 = tegata_plane(
        bytes: pixels, byte_count: image.pixels.count, row_stride: 3 * image.width)
    return report
}

extension CallError {
    fileprivate init(reading error: ImageFileError) {
        let status: Status =
            switch error.problem {
            case .unreadable(.notFound): .notFound
            case .unreadable(.permissionDenied): .permissionDenied
            case let problem where problem.isWantOfMemory: .resourceExhausted
            default: .unknown
            }
        self.init(status, error.description)
        file = error.file
    }
}

extension tegata_plane {
    /// Throws if there are more bytes than memory can hold.
    fileprivate func check() throws(CallError) {
        try checkCount(byte_count, "byte_count of a plane")
        try checkCount(row_stride, "row_stride of a plane")
    }

    /// The bytes, whose number is not negative; see ``check()``.
    fileprivate var memory: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : byte_count)
    }

    /// Returns the row stride or, if it is 0, the stride of rows without gaps.
    fileprivate func stride(_ rowByteCount: Int) -> Int {
        row_stride == 0 ? rowByteCount : row_stride
    }
}

extension FrameOptions {
    /// Reads the options of Tegata's C interface.
    init(_ frame: UnsafePointer<tegata_frame>?) {
        self.init()
        guard let frame = frame?.pointee else { return }
        rotationDegrees = Int(frame.rotation_degrees)
        isMirrored = frame.is_mirrored != 0
        if frame.has_region != 0 {
            region = RegionOfInterest(left: frame.left, top: frame.top, right: frame.right, bottom: frame.bottom)
        }
    }
}
