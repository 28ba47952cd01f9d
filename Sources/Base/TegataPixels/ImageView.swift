import TegataBuffers

/// A view of an image in existing memory; nothing is copied.
///
/// The memory must stay valid and unchanged while the view is in use.
public struct ImageView {
    /// The maximum width and height, because coordinates are 16-bit numbers.
    public static let maximumSide = 32767

    /// The maximum number of pixels in images and video frames, which then need 512 MiB.
    package static let maximumPixelCount = (512 << 20) / 3

    /// The layout of the pixels.
    public let format: PixelFormat
    /// The width in pixels.
    public private(set) var width: Int
    /// The height in pixels.
    public private(set) var height: Int
    /// How luma and chroma represent colours; ignored for other formats.
    public let encoding: ColorEncoding

    /// The planes: luma or all channels first, then chroma. Formats with fewer planes repeat the first.
    package private(set) var planes: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer)
    package let rowStrides: (Int, Int, Int)
    /// 1 if the first column or row is the second one of its chroma samples, otherwise 0.
    package private(set) var phaseX = 0
    package private(set) var phaseY = 0

    /// A plane of an image: its bytes, and the number of bytes from the start of one row to the next.
    public struct Plane {
        /// The bytes, starting with the first row.
        public var bytes: UnsafeRawBufferPointer
        /// The number of bytes from the start of one row to the next.
        public var rowStride: Int

        /// Creates a plane in existing memory.
        public init(_ bytes: UnsafeRawBufferPointer, rowStride: Int) {
            self.bytes = bytes
            self.rowStride = rowStride
        }
    }

    /// Creates a view of an image whose planes may be anywhere; there must be as many planes as the format requires.
    /// The last row of a plane may end with its last pixel.
    public init(
        _ format: PixelFormat, width: Int, height: Int, _ first: Plane, _ second: Plane? = nil, _ third: Plane? = nil,
        encoding: ColorEncoding = ColorEncoding()
    ) throws(TegataError) {
        guard width > 0, height > 0 else { throw TegataError(ImageError.empty(width: width, height: height)) }
        guard width <= Self.maximumSide, height <= Self.maximumSide else {
            throw TegataError(ImageError.tooLarge(width: width, height: height))
        }
        let given = third != nil ? 3 : second != nil ? 2 : 1
        guard given == format.planeCount, third == nil || second != nil else {
            throw TegataError(ImageError.planeCount(format, given: given))
        }
        func address(_ index: Int, _ plane: Plane) throws(TegataError) -> UnsafeRawPointer {
            let rowBytes = format.rowByteCount(plane: index, width: width)
            guard plane.rowStride >= rowBytes else {
                throw TegataError(
                    ImageError.rowStrideTooSmall(plane: index, rowStride: plane.rowStride, needed: rowBytes))
            }
            let rows = format.rowCount(plane: index, height: height)
            let (before, overflow) = plane.rowStride.multipliedReportingOverflow(by: rows - 1)
            let (needed, overflowAtEnd) = before.addingReportingOverflow(rowBytes)
            guard !overflow, !overflowAtEnd else {
                throw TegataError(ImageError.sizeOverflow(plane: index, rowStride: plane.rowStride))
            }
            guard let start = plane.bytes.baseAddress, plane.bytes.count >= needed else {
                throw TegataError(ImageError.memoryTooSmall(plane: index, byteCount: plane.bytes.count, needed: needed))
            }
            return start
        }
        self.format = format
        self.width = width
        self.height = height
        self.encoding = encoding
        let (second, third) = (second ?? first, third ?? first)
        let start = try address(0, first)
        planes = (
            start, format.planeCount > 1 ? try address(1, second) : start,
            format.planeCount > 2 ? try address(2, third) : start
        )
        rowStrides = (first.rowStride, second.rowStride, third.rowStride)
    }

    /// Creates a view of an image in one block of memory. If no row stride is given, there are no gaps between rows.
    ///
    /// Chroma planes follow the luma plane directly. Their row stride equals the luma plane's for `nv12` and `nv21`,
    /// and half of it, rounded up, for `i420`.
    public init(
        _ format: PixelFormat, width: Int, height: Int, bytes: UnsafeRawBufferPointer, rowStride: Int? = nil,
        encoding: ColorEncoding = ColorEncoding()
    ) throws(TegataError) {
        guard width > 0, height > 0 else { throw TegataError(ImageError.empty(width: width, height: height)) }
        guard width <= Self.maximumSide, height <= Self.maximumSide else {
            throw TegataError(ImageError.tooLarge(width: width, height: height))
        }
        let rowStride = rowStride ?? format.rowByteCount(plane: 0, width: width)
        let first = Plane(bytes, rowStride: rowStride)
        guard format.planeCount > 1 else {
            try self.init(format, width: width, height: height, first, encoding: encoding)
            return
        }
        let chromaBytes = format.rowByteCount(plane: 1, width: width)
        let chromaStride = format == .i420 ? rowStride / 2 + rowStride % 2 : max(rowStride, chromaBytes)
        let (lumaEnd, overflow) = rowStride.multipliedReportingOverflow(by: height)
        let (chromaSize, chromaOverflow) = chromaStride.multipliedReportingOverflow(by: (height + 1) / 2)
        guard !overflow, !chromaOverflow else {
            throw TegataError(ImageError.sizeOverflow(plane: 0, rowStride: rowStride))
        }
        func rest(from start: Int) -> UnsafeRawBufferPointer {
            let start = max(0, min(start, bytes.count))
            return UnsafeRawBufferPointer(rebasing: bytes[start...])
        }
        let (thirdStart, endOverflow) = lumaEnd.addingReportingOverflow(chromaSize)
        guard !endOverflow else { throw TegataError(ImageError.sizeOverflow(plane: 1, rowStride: rowStride)) }
        try self.init(
            format, width: width, height: height, first, Plane(rest(from: lumaEnd), rowStride: chromaStride),
            format.planeCount > 2 ? Plane(rest(from: thirdStart), rowStride: chromaStride) : nil, encoding: encoding)
    }

    /// Returns the start of a plane, and the number of bytes from the start of one row to the next.
    package func plane(_ index: Int) -> (start: UnsafeRawPointer, rowStride: Int) {
        switch index {
        case 0: (planes.0, rowStrides.0)
        case 1: (planes.1, rowStrides.1)
        default: (planes.2, rowStrides.2)
        }
    }

    /// Returns the part with the given pixels, which must lie inside the image.
    package func cropped(to part: PixelRectangle) -> ImageView {
        precondition(
            part.x >= 0 && part.y >= 0 && part.width > 0 && part.height > 0 && part.x <= width - part.width
                && part.y <= height - part.height, "outside the image")
        var result = self
        result.width = part.width
        result.height = part.height
        let (x, y) = (phaseX + part.x, phaseY + part.y)
        let luma = part.y * rowStrides.0
        switch format {
        case .rgb: result.planes.0 += luma + 3 * part.x
        case .rgba, .bgra: result.planes.0 += luma + 4 * part.x
        case .gray: result.planes.0 += luma + part.x
        case .yuyv:
            // Pairs of pixels stay together; `phaseX` is the position of the first column within its pair.
            result.planes.0 += luma + 4 * (x / 2)
            result.phaseX = x % 2
        case .nv12, .nv21, .i420:
            result.planes.0 += luma + part.x
            let step = format == .i420 ? 1 : 2
            result.planes.1 += y / 2 * rowStrides.1 + x / 2 * step
            result.planes.2 += y / 2 * rowStrides.2 + x / 2 * step
            result.phaseX = x % 2
            result.phaseY = y % 2
        }
        return result
    }
}

/// The memory layout of an image's luma and chroma.
package struct LumaChroma {
    /// The first luma sample, and the number of bytes from one to the next in a row.
    package let luma: UnsafeRawPointer
    package let lumaStep: Int
    package let lumaRowStride: Int
    /// The chroma samples of the first pixel.
    package let u: UnsafeRawPointer
    package let v: UnsafeRawPointer
    package let uRowStride: Int
    package let vRowStride: Int
    /// The number of bytes from one chroma sample to the next in a row.
    package let chromaStep: Int
    /// 1 if two rows of pixels share a row of chroma samples, otherwise 0.
    package let chromaRowShift: Int
}

extension ImageView {
    /// The luma and chroma; nil for other formats.
    package var lumaChroma: LumaChroma? {
        func planar(
            _ u: UnsafeRawPointer, _ v: UnsafeRawPointer, vRowStride: Int? = nil, chromaStep: Int
        ) -> LumaChroma {
            LumaChroma(
                luma: planes.0, lumaStep: 1, lumaRowStride: rowStrides.0, u: u, v: v, uRowStride: rowStrides.1,
                vRowStride: vRowStride ?? rowStrides.1, chromaStep: chromaStep, chromaRowShift: 1)
        }
        switch format {
        case .rgb, .rgba, .bgra, .gray: return nil
        case .nv12: return planar(planes.1, planes.1 + 1, chromaStep: 2)
        case .nv21: return planar(planes.1 + 1, planes.1, chromaStep: 2)
        case .i420: return planar(planes.1, planes.2, vRowStride: rowStrides.2, chromaStep: 1)
        case .yuyv:
            return LumaChroma(
                luma: planes.0 + 2 * phaseX, lumaStep: 2, lumaRowStride: rowStrides.0, u: planes.0 + 1,
                v: planes.0 + 3, uRowStride: rowStrides.0, vRowStride: rowStrides.0, chromaStep: 4, chromaRowShift: 0)
        }
    }
}

extension ImageView {
    /// Returns a copy of the pixels as red, green and blue without gaps. Every pixel uses the chroma sample that covers
    /// it.
    package func rgbBytes() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 3 * width * height) { bytes, count in
            count = 3 * width * height
            guard let target = bytes.baseAddress else { return }
            if let lumaChroma {
                convert(lumaChroma, to: target)
            } else {
                rearrange(to: target)
            }
        }
    }

    private func convert(_ source: LumaChroma, to target: UnsafeMutablePointer<UInt8>) {
        let table = ColorTable(encoding)
        var target = target
        for y in 0..<height {
            let luma = source.luma + y * source.lumaRowStride
            let chromaRow = (y + phaseY) >> source.chromaRowShift
            let (u, v) = (source.u + chromaRow * source.uRowStride, source.v + chromaRow * source.vRowStride)
            for x in 0..<width {
                let chroma = (x + phaseX) >> 1 * source.chromaStep
                let color = table.color(
                    luma.load(fromByteOffset: x * source.lumaStep, as: UInt8.self),
                    u.load(fromByteOffset: chroma, as: UInt8.self), v.load(fromByteOffset: chroma, as: UInt8.self))
                target[0] = color.red
                target[1] = color.green
                target[2] = color.blue
                target += 3
            }
        }
    }

    /// Copies the pixels of an image with a single plane.
    private func rearrange(to target: UnsafeMutablePointer<UInt8>) {
        // The positions of red, green and blue in a pixel, and its size in bytes.
        let (red, green, blue, step) =
            switch format {
            case .bgra: (2, 1, 0, 4)
            case .rgba: (0, 1, 2, 4)
            case .gray: (0, 0, 0, 1)
            case .rgb, .nv12, .nv21, .i420, .yuyv: (0, 1, 2, 3)
            }
        var target = target
        for y in 0..<height {
            var pixel = (planes.0 + y * rowStrides.0).assumingMemoryBound(to: UInt8.self)
            for _ in 0..<width {
                target[0] = pixel[red]
                target[1] = pixel[green]
                target[2] = pixel[blue]
                target += 3
                pixel += step
            }
        }
    }
}
