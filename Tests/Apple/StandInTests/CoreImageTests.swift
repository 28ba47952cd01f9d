import CoreImage
import TegataTestSupport
import Testing

@Suite("Core Image images")
struct CoreImageTests {
    /// Two rows of three pixels, numbered 0 to 5. Red is the number, and green is ten times the number.
    private func sixPixels() throws -> CIImage {
        CIImage(cgImage: try #require(picture(width: 3, height: 2, [0, 1, 2, 3, 4, 5])))
    }

    private func picture(width: Int, height: Int, _ numbers: [UInt8]) -> CGImage? {
        CGImage(width: width, height: height, bitsPerPixel: 24, pixels: numbers.flatMap { [$0, 10 * $0, 200] })
    }

    /// Returns the red values, row by row from the top.
    private func reds(_ image: CGImage?) -> [UInt8]? {
        image.map { image in
            stride(from: 0, to: image.pixels.count, by: image.bitsPerPixel / 8).map { image.pixels[$0] }
        }
    }

    private func buffer(_ format: OSType, width: Int = 2, height: Int = 2) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &made)
        return try #require(made)
    }

    private func fill(_ buffer: CVPixelBuffer, plane: Int = 0, _ rows: [[UInt8]]) throws {
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        let base = try #require(
            isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane) : CVPixelBufferGetBaseAddress(buffer))
        let bytesPerRow =
            isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer)
        for (index, row) in rows.enumerated() {
            (base + index * bytesPerRow).copyMemory(from: row, byteCount: row.count)
        }
    }

    @Test(
        arguments: [
            (1, 3, [0, 1, 2, 3, 4, 5]), (2, 3, [2, 1, 0, 5, 4, 3]), (3, 3, [5, 4, 3, 2, 1, 0]),
            (4, 3, [3, 4, 5, 0, 1, 2]), (5, 2, [0, 3, 1, 4, 2, 5]), (6, 2, [3, 0, 4, 1, 5, 2]),
            (7, 2, [5, 2, 4, 1, 3, 0]), (8, 2, [2, 5, 1, 4, 0, 3]),
        ] as [(UInt32, Int, [UInt8])])
    func appliesEXIFOrientations(number: UInt32, width: Int, expected: [UInt8]) throws {
        let image = try sixPixels()
        let orientation = try #require(CGImagePropertyOrientation(rawValue: number))
        for turned in [image.oriented(orientation), image.oriented(forExifOrientation: Int32(number))] {
            #expect(turned.extent == CGRect(x: 0, y: 0, width: width, height: 6 / width))
            #expect(reds(turned.cgImage) == expected)
            #expect(turned.pixelBuffer == nil)
        }
    }

    @Test(
        arguments: [
            (
                CGAffineTransform(translationX: 10, y: -3), CGRect(x: 10, y: -3, width: 3, height: 2),
                [0, 1, 2, 3, 4, 5]
            ),
            (CGAffineTransform(scaleX: -1, y: 1), CGRect(x: -3, y: 0, width: 3, height: 2), [2, 1, 0, 5, 4, 3]),
            (
                CGAffineTransform(translationX: 0, y: 2).scaledBy(x: 1, y: -1), CGRect(x: 0, y: 0, width: 3, height: 2),
                [3, 4, 5, 0, 1, 2]
            ),
            (
                CGAffineTransform(rotationAngle: .pi / 2), CGRect(x: -2, y: 0, width: 2, height: 3),
                [2, 5, 1, 4, 0, 3]
            ),
            (
                CGAffineTransform(scaleX: 1, y: 2), CGRect(x: 0, y: 0, width: 3, height: 4),
                // A quarter and three quarters of the way between rows.
                [0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5]
            ),
        ] as [(CGAffineTransform, CGRect, [UInt8])])
    func movesMirrorsRotatesAndScales(matrix: CGAffineTransform, extent: CGRect, expected: [UInt8]) throws {
        let moved = try sixPixels().transformed(by: matrix)
        #expect(moved.extent == extent)
        #expect(reds(moved.cgImage) == expected)
        #expect(moved.cgImage?.bitsPerPixel == 24 && moved.pixelBuffer == nil)
    }

    @Test func averagesPixelsWhenScalingDown() throws {
        let large = CIImage(
            cgImage: try #require(picture(width: 4, height: 2, [0, 2, 4, 6, 8, 10, 12, 14])))
        let small = large.transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5))
        #expect(small.extent == CGRect(x: 0, y: 0, width: 2, height: 1))
        #expect(small.cgImage?.pixels == [5, 50, 200, 9, 90, 200])
        // A buffer, and a width that the fraction only approximates.
        let wide = try buffer(kCVPixelFormatType_OneComponent8, width: 640, height: 1)
        try fill(wide, [[UInt8](repeating: 7, count: 640)])
        let narrow = CIImage(cvPixelBuffer: wide).transformed(by: CGAffineTransform(scaleX: 224 / 640, y: 1))
        #expect(narrow.extent == CGRect(x: 0, y: 0, width: 224, height: 1))
        #expect(reds(narrow.cgImage) == [UInt8](repeating: 7, count: 224))
        // Colours are weighted by their alpha.
        let alpha = try #require(
            CGImage(width: 2, height: 1, bitsPerPixel: 32, pixels: [100, 0, 50, 255, 200, 9, 9, 0]))
        let mixed = CIImage(cgImage: alpha).transformed(by: CGAffineTransform(scaleX: 0.5, y: 1))
        #expect(mixed.cgImage?.pixels == [100, 0, 50, 128])
    }

    @Test func drawsFewPixelsForNearlyFlatTransforms() throws {
        let image = try sixPixels()
        let flat = image.transformed(by: CGAffineTransform(a: 200, b: 200, c: 200, d: 200.01, tx: 0, ty: 0))
        let sides = flat.extent.size
        #expect(sides.width == 200 * (image.extent.width + image.extent.height))
        let pixels = try #require(flat.cgImage)
        let drawn = stride(from: 3, to: pixels.pixels.count, by: 4).count { pixels.pixels[$0] > 0 }
        // About as many pixels as the diagonal has.
        #expect(drawn > 0 && CGFloat(drawn) < 4 * sides.width, "\(drawn)")
    }

    @Test func clearsUncoveredPixelsAndRejectsUnusableTransforms() throws {
        let image = try sixPixels()
        #expect(image.transformed(by: .identity) === image)
        let turned = try #require(image.transformed(by: CGAffineTransform(rotationAngle: .pi / 4)).cgImage)
        #expect(turned.bitsPerPixel == 32 && (turned.width, turned.height) == (5, 4))
        #expect(turned.pixels.prefix(4).allSatisfy { $0 == 0 } && turned.pixels[4 * (2 * 5 + 2) + 3] == 255)
        for matrix in [
            CGAffineTransform(scaleX: 0, y: 1), CGAffineTransform(), CGAffineTransform(scaleX: .nan, y: 1),
            CGAffineTransform(scaleX: 1e9, y: 1), CGAffineTransform(scaleX: 1e6, y: 1e6),
            CGAffineTransform(translationX: .infinity, y: 0), CGAffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0),
            CGAffineTransform(scaleX: .leastNonzeroMagnitude, y: .leastNonzeroMagnitude),
        ] {
            #expect(image.transformed(by: matrix).extent == .zero, "\(matrix)")
        }
        #expect(CIImage.empty().transformed(by: CGAffineTransform(scaleX: 2, y: 2)).extent == .zero)
    }

    @Test func keepsAlphaWhenTurnedAndIgnoresUnknownOrientations() throws {
        let pixels = try #require(
            CGImage(width: 2, height: 1, bitsPerPixel: 32, pixels: [1, 2, 3, 4, 5, 6, 7, 8]))
        let image = CIImage(cgImage: pixels)
        #expect(image.oriented(.left).cgImage?.pixels == [5, 6, 7, 8, 1, 2, 3, 4])
        #expect([-1, 0, 9].allSatisfy { image.oriented(forExifOrientation: $0) === image })
    }

    @Test func cropsWithAnUpwardYAxis() throws {
        let image = try sixPixels()
        let part = image.cropped(to: CGRect(x: 1, y: 0, width: 9, height: 1))
        #expect(part.extent == CGRect(x: 1, y: 0, width: 2, height: 1))
        #expect(reds(part.cgImage) == [4, 5])
        #expect(image.cropped(to: image.extent.insetBy(dx: -1, dy: -1)) === image)
        for rect in [CGRect.null, .zero, CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)] {
            #expect(image.cropped(to: rect).extent == .zero)
        }
        #expect(image.cropped(to: .infinite) === image)
        let nothing = image.cropped(to: CGRect(x: 3, y: 0, width: 1, height: 1))
        #expect(nothing.extent.isEmpty)
        #expect(nothing.cgImage == nil)
        #expect(CIImage().extent == .zero)
        #expect(CIImage.empty().oriented(.left).extent == .zero)
    }

    @Test func drawsPixelsOnATransparentBackground() throws {
        let context = CIContext(options: [.useSoftwareRenderer: false])
        let image = try sixPixels()
        #expect(context.createCGImage(image, from: image.extent) === image.cgImage)
        let part = image.cropped(to: CGRect(x: 1, y: 1, width: 2, height: 1))
        #expect(reds(context.createCGImage(part, from: part.extent)) == [1, 2])
        let around = try #require(context.createCGImage(part, from: CGRect(x: 0.5, y: 0, width: 2, height: 2)))
        #expect(around.bitsPerPixel == 32)
        #expect(around.pixels == [0, 0, 0, 0, 1, 10, 200, 255, 2, 20, 200, 255] + [UInt8](repeating: 0, count: 12))
        #expect(
            CIContext().createCGImage(CIImage.empty(), from: CGRect(x: 0, y: 0, width: 1, height: 1))?.pixels == [
                0, 0, 0, 0,
            ])
    }

    @Test(
        arguments: [
            CGRect.zero, .null, .infinite, CGRect(x: 0, y: 0, width: 1e6, height: 1e6),
            CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), CGRect(x: 0, y: 0, width: 1, height: CGFloat.infinity),
            CGRect(x: 1e300, y: 0, width: 1, height: 1),
        ])
    func returnsNilForNoPixelsOrTooMany(rect: CGRect) throws {
        #expect(CIContext().createCGImage(try sixPixels(), from: rect) == nil)
        #expect(CIContext().createCGImage(CIImage(), from: rect) == nil)
    }

    @Test func readsPixelBuffersOfEveryFormat() throws {
        let context = CIContext()
        func colours(_ buffer: CVPixelBuffer) throws -> [UInt8] {
            let image = CIImage(cvPixelBuffer: buffer)
            #expect(image.extent == CGRect(x: 0, y: 0, width: 2, height: 2))
            #expect(image.pixelBuffer === buffer)
            let drawn = try #require(context.createCGImage(image, from: image.extent))
            #expect(reds(image.oriented(.upMirrored).cgImage) == [3, 0, 9, 6].map { drawn.pixels[$0] })
            return drawn.pixels
        }
        let bgra = try buffer(kCVPixelFormatType_32BGRA)
        try fill(bgra, [[3, 2, 1, 9, 6, 5, 4, 9], [9, 8, 7, 9, 12, 11, 10, 9]])
        #expect(try colours(bgra) == Array(1...12))
        let rgba = try buffer(kCVPixelFormatType_32RGBA)
        try fill(rgba, [[1, 2, 3, 9, 4, 5, 6, 9], [7, 8, 9, 9, 10, 11, 12, 9]])
        #expect(try colours(rgba) == Array(1...12))
        let rgb = try buffer(kCVPixelFormatType_24RGB)
        try fill(rgb, [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]])
        #expect(try colours(rgb) == Array(1...12))
        let gray = try buffer(kCVPixelFormatType_OneComponent8)
        try fill(gray, [[1, 2], [3, 4]])
        #expect(try colours(gray) == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
        let float = try buffer(kCVPixelFormatType_OneComponent32Float)
        try fill(float, [[0, 0.5], [2, .nan]].map { (row: [Float]) in row.withUnsafeBytes { Array($0) } })
        #expect(try colours(float) == [0, 0, 0, 128, 128, 128, 255, 255, 255, 0, 0, 0])
        let full = try buffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        try fill(full, [[0, 50], [100, 255]])
        try fill(full, plane: 1, [[128, 128]])
        #expect(try colours(full) == [0, 0, 0, 50, 50, 50, 100, 100, 100, 255, 255, 255])
        let video = try buffer(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        try fill(video, [[16, 235], [16, 235]])
        try fill(video, plane: 1, [[128, 128]])
        #expect(try colours(video) == [0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 255, 255])
        let yuvs = try buffer(kCVPixelFormatType_422YpCbCr8_yuvs)
        try fill(yuvs, [[235, 128, 16, 128], [16, 128, 235, 128]])
        #expect(try colours(yuvs) == [255, 255, 255, 0, 0, 0, 0, 0, 0, 255, 255, 255])
        #expect(CIImage(cvImageBuffer: yuvs).extent.width == 2)
    }

    @Test func cropsPixelBuffers() throws {
        let buffer = try buffer(kCVPixelFormatType_OneComponent8, width: 4, height: 2)
        try fill(buffer, [[1, 2, 3, 4], [5, 6, 7, 8]])
        let part = CIImage(cvPixelBuffer: buffer).cropped(to: CGRect(x: 2, y: 0, width: 2, height: 1))
        #expect(reds(part.cgImage) == [7, 8])
        #expect(part.pixelBuffer == nil)
    }

    @Test func returnsNothingForBuffersTooWideToDraw() throws {
        let image = CIImage(cvPixelBuffer: try buffer(kCVPixelFormatType_OneComponent8, width: 40_000, height: 1))
        #expect(image.extent.width == 40_000)
        #expect(image.oriented(.down).extent == .zero)
        #expect(CIContext().createCGImage(image, from: image.extent) == nil)
    }

    @Test func rendersIntoPixelBuffers() throws {
        let context = CIContext()
        let image = try sixPixels()
        func rendered(_ format: OSType, count: Int) throws -> [[UInt8]] {
            let buffer = try buffer(format, width: 2, height: 3)
            try fill(buffer, [[UInt8]](repeating: [UInt8](repeating: 77, count: count), count: 3))
            context.render(image, to: buffer)
            let base = try #require(CVPixelBufferGetBaseAddress(buffer))
            return (0..<3).map { row in
                Array(UnsafeRawBufferPointer(start: base + row * CVPixelBufferGetBytesPerRow(buffer), count: count))
            }
        }
        #expect(
            try rendered(kCVPixelFormatType_32BGRA, count: 8)
                == [[0, 0, 0, 0, 0, 0, 0, 0], [200, 0, 0, 255, 200, 10, 1, 255], [200, 30, 3, 255, 200, 40, 4, 255]])
        #expect(try rendered(kCVPixelFormatType_32RGBA, count: 8)[1] == [0, 0, 200, 255, 1, 10, 200, 255])
        #expect(try rendered(kCVPixelFormatType_24RGB, count: 6)[2] == [3, 30, 200, 4, 40, 200])
        #expect(try rendered(kCVPixelFormatType_OneComponent8, count: 2)[1] == [23, 29])
        let float = try rendered(kCVPixelFormatType_OneComponent32Float, count: 8)[1]
        #expect(float.withUnsafeBytes { $0.loadUnaligned(as: Float.self) } == (0.114 * 200 as Float) / 255)
        #expect(try rendered(kCVPixelFormatType_422YpCbCr8_yuvs, count: 4)[1] == [77, 77, 77, 77])
    }

    @Test func loadsFilesAsStoredUnlessUprightIsRequested() throws {
        func url(_ name: String) -> URL {
            ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/images/\(name)")
        }
        let upright = try #require(CIImage(contentsOf: url("jpeg-exif-1.jpg")))
        let stored = try #require(CIImage(contentsOf: url("jpeg-exif-6.jpg")))
        #expect(stored.extent == upright.extent)
        let turned = try #require(
            CIImage(contentsOf: url("jpeg-exif-6.jpg"), options: [.applyOrientationProperty: true]))
        #expect(turned.extent.size == CGSize(width: upright.extent.height, height: upright.extent.width))
        #expect(stored.oriented(.right).cgImage?.pixels == turned.cgImage?.pixels)
        #expect(CIImage(data: try Data(contentsOf: url("jpeg-exif-6.jpg")))?.cgImage?.pixels == stored.cgImage?.pixels)
        #expect(CIImage(data: Data()) == nil)
        #expect(CIImage(data: Data("no picture".utf8)) == nil)
        #expect(CIImage(contentsOf: URL(fileURLWithPath: "/no/such/picture.png")) == nil)
        try withTemporaryFolder { folder in
            let pipe = folder.appendingPathComponent("pipe.png")
            try #require(mkfifo(pipe.path, 0o600) == 0)
            #expect(CIImage(contentsOf: pipe) == nil)
        }
        #expect(URL(string: "https://example.com/picture.png").flatMap { CIImage(contentsOf: $0) } == nil)
    }
}
