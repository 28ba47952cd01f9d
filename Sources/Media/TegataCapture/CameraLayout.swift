import CTegataCapture
import TegataPixels

/// The supported camera pixel formats, best first.
enum CameraPixels: CaseIterable {
    case yuyv, nv12, yu12, mjpeg, jpeg, grey

    /// The kernel's code for the format.
    var code: UInt32 {
        switch self {
        case .yuyv: tegata_pixels_yuyv
        case .nv12: tegata_pixels_nv12
        case .yu12: tegata_pixels_yu12
        case .mjpeg: tegata_pixels_mjpeg
        case .jpeg: tegata_pixels_jpeg
        case .grey: tegata_pixels_grey
        }
    }

    var isCompressed: Bool { self == .mjpeg || self == .jpeg }

    /// Whether the format is allowed by `options`.
    func satisfies(_ options: CameraOptions) -> Bool {
        if let name = options.pixelFormat, name != Self.name(of: code) { return false }
        return switch options.format {
        case .automatic: true
        case .yuyv: self == .yuyv
        case .mjpeg: isCompressed
        }
    }

    /// Returns the four letters of a code, with dots for unprintable ones.
    static func name(of code: UInt32) -> String {
        var name = ""
        for shift in [0, 8, 16, 24] {
            let byte = UInt8(truncatingIfNeeded: code >> shift)
            if shift == 24, byte == 0x20 { break }
            name.unicodeScalars.append(0x20..<0x7F ~= byte ? Unicode.Scalar(byte) : ".")
        }
        return name
    }
}

/// The memory layout of a camera's uncompressed frames.
struct CameraLayout {
    private let pixels: CameraPixels
    private let width: Int
    private let height: Int
    /// The number of bytes from one row to the next, in the luma plane of planar formats.
    private let rowStride: Int
    /// The number of bytes in a frame, without padding after its last row.
    let byteCount: Int

    /// Creates a layout for a size within the frame size limit; nil if rows overlap. If `bytesPerRow` is zero, there
    /// are no gaps.
    init?(_ pixels: CameraPixels, width: Int, height: Int, bytesPerRow: UInt32) {
        let tight = pixels == .yuyv ? 4 * ((width + 1) / 2) : width
        guard let stride = Int(exactly: bytesPerRow == 0 ? UInt32(clamping: tight) : bytesPerRow), stride >= tight
        else { return nil }
        self.pixels = pixels
        self.width = width
        self.height = height
        rowStride = stride
        // Chroma rows are interleaved, or half as long in two planes.
        let chromaWidth = pixels == .nv12 ? 2 * ((width + 1) / 2) : (width + 1) / 2
        let chromaStride = pixels == .nv12 ? stride : stride / 2
        let rowCount =
            switch pixels {
            case .nv12: height + (height + 1) / 2
            case .yu12: height + 2 * ((height + 1) / 2)
            case .yuyv, .grey, .mjpeg, .jpeg: height
            }
        let isPlanar = pixels == .nv12 || pixels == .yu12
        guard !isPlanar || chromaStride >= chromaWidth else { return nil }
        // Multiply all rows by the luma stride, so that this check also covers the chroma planes.
        guard !rowCount.multipliedReportingOverflow(by: stride).overflow else { return nil }
        byteCount =
            isPlanar
            ? height * stride + (rowCount - height - 1) * chromaStride + chromaWidth
            : (height - 1) * stride + tight
    }

    /// Returns a view of a frame of at least `byteCount` bytes, without a copy; nil if its layout has no view.
    func view(of source: UnsafeRawBufferPointer, isFullRange: Bool) -> ImageView? {
        let encoding = ColorEncoding(isFullRange: isFullRange)
        func plane(_ start: Int, rowStride: Int) -> ImageView.Plane? {
            start <= source.count
                ? ImageView.Plane(UnsafeRawBufferPointer(rebasing: source[start...]), rowStride: rowStride) : nil
        }
        guard let first = plane(0, rowStride: rowStride) else { return nil }
        let chromaStart = height * rowStride
        switch pixels {
        case .yuyv: return try? ImageView(.yuyv, width: width, height: height, first, encoding: encoding)
        case .grey: return try? ImageView(.gray, width: width, height: height, first)
        case .nv12:
            guard let second = plane(chromaStart, rowStride: rowStride) else { return nil }
            return try? ImageView(.nv12, width: width, height: height, first, second, encoding: encoding)
        case .yu12:
            let stride = rowStride / 2
            guard let second = plane(chromaStart, rowStride: stride),
                let third = plane(chromaStart + (height + 1) / 2 * stride, rowStride: stride)
            else { return nil }
            return try? ImageView(.i420, width: width, height: height, first, second, third, encoding: encoding)
        case .mjpeg, .jpeg: return nil
        }
    }

    /// Copies a frame of at least `byteCount` bytes.
    func copy(_ source: UnsafeRawBufferPointer, to frame: inout VideoFrame) {
        switch pixels {
        case .yuyv: frame.reshape(.yuyv, width: width, height: height)
        case .grey: frame.reshape(.gray, width: width, height: height)
        case .nv12, .yu12: frame.reshape(.i420, width: width, height: height)
        case .mjpeg, .jpeg: return
        }
        let (strides, offsets) = (frame.rowStrides, frame.planeOffsets)
        let chromaStart = height * rowStride
        let chromaHeight = (height + 1) / 2
        frame.bytes.withUnsafeMutableBytes { target in
            target.copyRows(height, strides[0], to: offsets[0], from: source, at: 0, every: rowStride)
            if pixels == .yu12 {
                for plane in 1...2 {
                    target.copyRows(
                        chromaHeight, strides[plane], to: offsets[plane], from: source,
                        at: chromaStart + (plane - 1) * chromaHeight * (rowStride / 2), every: rowStride / 2)
                }
            } else if pixels == .nv12 {
                for row in 0..<chromaHeight {
                    let from = chromaStart + row * rowStride
                    for column in 0..<strides[1] {
                        target[offsets[1] + row * strides[1] + column] = source[from + 2 * column]
                        target[offsets[2] + row * strides[2] + column] = source[from + 2 * column + 1]
                    }
                }
            }
        }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Copies rows of `count` bytes, and skips the bytes between them in `source`.
    fileprivate func copyRows(
        _ rows: Int, _ count: Int, to start: Int, from source: UnsafeRawBufferPointer, at sourceStart: Int,
        every stride: Int
    ) {
        let total = stride == count ? rows * count : count
        for row in 0..<(stride == count ? 1 : rows) {
            let part = UnsafeRawBufferPointer(
                rebasing: source[sourceStart + row * stride..<sourceStart + row * stride + total])
            UnsafeMutableRawBufferPointer(rebasing: self[start + row * count..<start + row * count + total]).copyMemory(
                from: part)
        }
    }
}
