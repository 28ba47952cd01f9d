import TegataHands
import TegataInference
import TegataKernelABI
import TegataTestSupport
import Testing

/// An image of noise in any format, and the same image converted to RGB with the formula in the documentation.
private struct FormattedPicture {
    let format: PixelFormat
    let width: Int
    let height: Int
    let encoding: ColorEncoding
    let rowStrides: [Int]
    let planes: [[UInt8]]

    init(_ format: PixelFormat, width: Int, height: Int, gap: Int, encoding: ColorEncoding = ColorEncoding()) {
        var noise = SplitMix64(seed: UInt64(width))
        self.format = format
        self.width = width
        self.height = height
        self.encoding = encoding
        // Each plane has a different gap after its rows.
        rowStrides = (0..<format.planeCount).map { format.rowByteCount(plane: $0, width: width) + gap * ($0 + 1) }
        let strides = rowStrides
        planes = (0..<format.planeCount).map { plane in
            let rows = format.rowCount(plane: plane, height: height)
            let count = (rows - 1) * strides[plane] + format.rowByteCount(plane: plane, width: width)
            return (0..<count).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
        }
    }

    func color(_ x: Int, _ y: Int) -> [UInt8] {
        func byte(_ plane: Int, _ row: Int, _ column: Int) -> Int {
            Int(planes[plane][row * rowStrides[plane] + column])
        }
        switch format {
        case .rgb: return (0..<3).map { UInt8(byte(0, y, 3 * x + $0)) }
        case .rgba: return (0..<3).map { UInt8(byte(0, y, 4 * x + $0)) }
        case .bgra: return (0..<3).map { UInt8(byte(0, y, 4 * x + 2 - $0)) }
        case .gray: return [UInt8](repeating: UInt8(byte(0, y, x)), count: 3)
        case .nv12: return color(byte(0, y, x), byte(1, y / 2, x / 2 * 2), byte(1, y / 2, x / 2 * 2 + 1))
        case .nv21: return color(byte(0, y, x), byte(1, y / 2, x / 2 * 2 + 1), byte(1, y / 2, x / 2 * 2))
        case .i420: return color(byte(0, y, x), byte(1, y / 2, x / 2), byte(2, y / 2, x / 2))
        case .yuyv: return color(byte(0, y, 2 * x), byte(0, y, x / 2 * 4 + 1), byte(0, y, x / 2 * 4 + 3))
        }
    }

    private func color(_ luma: Int, _ u: Int, _ v: Int) -> [UInt8] {
        let factors: [Int]
        switch (encoding.matrix, encoding.isFullRange) {
        case (.bt601, false): factors = [76309, 104597, 25675, 53279, 132201]
        case (.bt601, true): factors = [65536, 91881, 22554, 46802, 116130]
        case (.bt709, false): factors = [76309, 117489, 13975, 34925, 138438]
        case (.bt709, true): factors = [65536, 103206, 12276, 30679, 121609]
        }
        let (c, d, e) = (factors[0] * (luma - (encoding.isFullRange ? 0 : 16)), u - 128, v - 128)
        let sums = [c + factors[1] * e, c - factors[2] * d - factors[3] * e, c + factors[4] * d]
        return sums.map { UInt8(min(max(($0 + 32768) >> 16, 0), 255)) }
    }

    var asRGB: RGBPicture {
        RGBPicture(width: width, height: height, bytes: (0..<width * height).flatMap { color($0 % width, $0 / width) })
    }

    func withView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        func plane(_ index: Int) -> ImageView.Plane? {
            index < planes.count ? planes[index].withUnsafeBytes { .init($0, rowStride: rowStrides[index]) } : nil
        }
        return try withExtendedLifetime(planes) {
            try body(
                ImageView(format, width: width, height: height, plane(0)!, plane(1), plane(2), encoding: encoding))
        }
    }
}

extension RGBPicture {
    func withView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        try bytes.withUnsafeBytes { try body(ImageView(.rgb, width: width, height: height, bytes: $0)) }
    }

    /// The image mirrored left to right.
    var flipped: RGBPicture {
        select(
            (0..<height).flatMap { y in (0..<width).reversed().map { y * width + $0 } }, width: width, height: height)
    }

    func part(_ part: PixelRectangle) -> RGBPicture {
        let pixels = (part.y..<part.y + part.height).flatMap { y in
            (part.x..<part.x + part.width).map { y * width + $0 }
        }
        return select(pixels, width: part.width, height: part.height)
    }

    private func select(_ pixels: [Int], width: Int, height: Int) -> RGBPicture {
        var selected: [UInt8] = []
        for pixel in pixels { selected += bytes[3 * pixel..<3 * pixel + 3] }
        return RGBPicture(width: width, height: height, bytes: selected)
    }
}

@Suite struct PixelFormatTests {
    /// Returns the values of a crop that lies partly outside the image.
    private func warp(_ view: ImageView, _ kernels: KernelSet, border: WarpBorder, isMirrored: Bool = false) -> [Float]
    {
        let output = UnsafeMutableBufferPointer<Float>.allocate(capacity: 64 * 64 * 3)
        defer { output.deallocate() }
        let warp = TensorWarp(to: output, side: 64, border: border, kernels: kernels, team: ThreadTeam(count: 1))
        let rectangle = HandRectangle(centerX: 0.4, centerY: 0.6, width: 0.9, height: 1.1, rotation: 0.3)
        warp.run(
            view, PixelRegion(rectangle, PixelSize(width: view.width, height: view.height)), isMirrored: isMirrored)
        return Array(output)
    }

    @Test(arguments: PixelFormat.allCases, supportedSets.map(\.level))
    func convertsEveryFormatToRGB(format: PixelFormat, level: String) throws {
        let kernels = try #require(supportedSets.first { $0.level == level })
        for (width, height, gap) in [(75, 53, 0), (64, 40, 7), (2, 2, 1), (1, 1, 0)] {
            let picture = FormattedPicture(format, width: width, height: height, gap: gap)
            let expected = try picture.asRGB.withView { warp($0, kernels, border: .replicated) }
            #expect(try picture.withView { warp($0, kernels, border: .replicated) } == expected)
        }
    }

    @Test(arguments: PixelFormat.allCases)
    func cropsEveryFormatAtAnyPixel(format: PixelFormat) throws {
        let picture = FormattedPicture(format, width: 75, height: 53, gap: 3)
        for part in [
            PixelRectangle(x: 1, y: 1, width: 70, height: 50), PixelRectangle(x: 10, y: 7, width: 41, height: 33),
            PixelRectangle(x: 33, y: 0, width: 42, height: 53), PixelRectangle(x: 74, y: 52, width: 1, height: 1),
        ] {
            for border in WarpBorder.allCases {
                let expected = try picture.asRGB.part(part).withView { warp($0, supportedSets[0], border: border) }
                let found = try picture.withView { warp($0.cropped(to: part), supportedSets[0], border: border) }
                #expect(found == expected, "\(part)")
                // Crops the cropped image again.
                let inner = PixelRectangle(
                    x: part.width / 3, y: part.height / 3, width: part.width / 2 + 1, height: part.height / 2 + 1)
                let innerExpected = try picture.asRGB.part(part).part(inner).withView {
                    warp($0, supportedSets[0], border: border)
                }
                let innerFound = try picture.withView {
                    warp($0.cropped(to: part).cropped(to: inner), supportedSets[0], border: border)
                }
                #expect(innerFound == innerExpected, "\(part) \(inner)")
            }
        }
    }

    @Test(arguments: PixelFormat.allCases)
    func mirrorsEveryFormat(format: PixelFormat) throws {
        for width in [75, 64, 1] {
            let picture = FormattedPicture(format, width: width, height: 53, gap: 3)
            for border in WarpBorder.allCases {
                let expected = try picture.asRGB.flipped.withView { warp($0, supportedSets[0], border: border) }
                let found = try picture.withView { warp($0, supportedSets[0], border: border, isMirrored: true) }
                #expect(found == expected)
            }
        }
    }

    @Test(arguments: ColorEncoding.Matrix.allCases, [false, true])
    func convertsEveryColourEncoding(matrix: ColorEncoding.Matrix, isFullRange: Bool) throws {
        let encoding = ColorEncoding(matrix, isFullRange: isFullRange)
        let picture = FormattedPicture(.nv12, width: 64, height: 64, gap: 0, encoding: encoding)
        let expected = try picture.asRGB.withView { warp($0, supportedSets[0], border: .replicated) }
        #expect(try picture.withView { warp($0, supportedSets[0], border: .replicated) } == expected)
    }

    @Test func findsThePlanesOfContiguousBuffers() throws {
        for (format, rowStride) in [(PixelFormat.nv12, 80), (.i420, 80), (.i420, 77), (.nv21, 75)] {
            let chromaStride = format == .i420 ? (rowStride + 1) / 2 : max(rowStride, 76)
            var noise = SplitMix64(seed: 3)
            let bytes = (0..<53 * rowStride + 2 * 27 * chromaStride).map { _ in UInt8(truncatingIfNeeded: noise.next())
            }
            try bytes.withUnsafeBytes { bytes in
                func plane(_ start: Int, _ stride: Int) -> ImageView.Plane {
                    .init(UnsafeRawBufferPointer(rebasing: bytes[start...]), rowStride: stride)
                }
                let whole = try ImageView(format, width: 75, height: 53, bytes: bytes, rowStride: rowStride)
                let planes = try ImageView(
                    format, width: 75, height: 53, plane(0, rowStride), plane(53 * rowStride, chromaStride),
                    format == .i420 ? plane(53 * rowStride + 27 * chromaStride, chromaStride) : nil)
                #expect(
                    warp(whole, supportedSets[0], border: .black) == warp(planes, supportedSets[0], border: .black))
            }
        }
    }
}
