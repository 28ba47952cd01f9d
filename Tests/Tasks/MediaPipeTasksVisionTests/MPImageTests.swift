import MediaPipeTasksVision
import Synchronization
import TegataTestSupport
import Testing

@Suite("Images for tasks")
struct MPImageTests {
    private let picture = RGBPicture(width: 6, height: 4, bytes: [UInt8](repeating: 90, count: 72))

    @Test("images of a UIImage keep its pixels and orientation")
    func uiImages() throws {
        let uiImage = try picture.uiImage(orientation: .left)
        let image = try MPImage(uiImage: uiImage)
        #expect(image.imageSourceType == .image)
        #expect(image.image === uiImage)
        #expect(image.pixelBuffer == nil && image.sampleBuffer == nil)
        #expect(image.orientation == .left)
        // The size as displayed.
        #expect(image.width == 4 && image.height == 6)
        #expect(try MPImage(uiImage: uiImage, orientation: .up).orientation == .up)
    }

    @Test("images have their size in pixels at any scale")
    func scale() throws {
        let pixels = try #require(CGImage(width: 6, height: 4, bitsPerPixel: 24, pixels: picture.bytes))
        let image = try MPImage(uiImage: UIImage(cgImage: pixels, scale: 2, orientation: .up))
        #expect(image.width == 6 && image.height == 4)
    }

    @Test("rejects a UIImage without pixels")
    func empty() {
        let error = tasksError { _ = try MPImage(uiImage: UIImage()) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.text.contains("no pixels") == true)
    }

    @Test("images of buffers are upright by default")
    func buffers() throws {
        let pixels = try picture.pixelBuffer()
        let image = try MPImage(pixelBuffer: pixels)
        #expect(image.imageSourceType == .pixelBuffer)
        #expect(image.pixelBuffer === pixels)
        #expect(image.image == nil && image.sampleBuffer == nil)
        #expect(image.orientation == .up)
        #expect(image.width == 6 && image.height == 4)
        #expect(try MPImage(pixelBuffer: pixels, orientation: .right).orientation == .right)

        let sample = try picture.sampleBuffer()
        let sampled = try MPImage(sampleBuffer: sample)
        #expect(sampled.imageSourceType == .sampleBuffer)
        #expect(sampled.sampleBuffer === sample)
        #expect(sampled.image == nil && sampled.pixelBuffer == nil)
        #expect(sampled.width == 6 && sampled.height == 4)
        #expect(try MPImage(sampleBuffer: sample, orientation: .down).orientation == .down)
    }

    @Test("rejects invalidated sample buffers")
    func invalidSamples() throws {
        let sample = try picture.sampleBuffer()
        try sample.invalidate()
        #expect(tasksError { _ = try MPImage(sampleBuffer: sample) }?.code == .invalidArgument)
    }

    @Test("rejects sample buffers without an image")
    func soundSamples() {
        let sample = CMSampleBuffer(sampleTiming: CMSampleTimingInfo())
        let error = tasksError { _ = try MPImage(sampleBuffer: sample) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.text.contains("no image buffer") == true)
    }

    @Test("source types have the published numbers")
    func sourceTypes() {
        #expect(MPImageSourceType.image.rawValue == 0)
        #expect(MPImageSourceType.pixelBuffer.rawValue == 1)
        #expect(MPImageSourceType.sampleBuffer.rawValue == 2)
    }

    @Test("accepts memory in any format, if it is large enough", arguments: PixelFormat.allCases)
    func formats(format: PixelFormat) throws {
        let needed: Int =
            switch format {
            case .rgb: 5 * 3 * 3
            case .rgba, .bgra: 5 * 3 * 4
            case .gray: 5 * 3
            case .nv12, .nv21, .i420: 5 * 3 + 6 * 2
            case .yuyv: 12 * 3
            }
        let image = try MPImage(bytes: [UInt8](repeating: 0, count: needed), width: 5, height: 3, format: format)
        #expect(image.width == 5 && image.height == 3)
        #expect(image.imageSourceType == .memory)
        #expect(image.image == nil && image.pixelBuffer == nil && image.sampleBuffer == nil)
        let error = tasksError {
            _ = try MPImage(bytes: [UInt8](repeating: 0, count: needed - 1), width: 5, height: 3, format: format)
        }
        #expect(error?.code == .invalidArgument)
    }

    @Test(
        "rejects invalid sizes",
        arguments: [
            (0, 0, nil), (0, 4, nil), (6, 0, nil), (-6, 4, nil), (6, 4, 17), (6, 4, -18), (6, 4, .max),
            (30_000, 30_000, nil),
            (40_000, 1, nil), (.max, .max, nil), (6, .max, .max),
        ] as [(Int, Int, Int?)])
    func sizes(width: Int, height: Int, bytesPerRow: Int?) {
        for format in PixelFormat.allCases {
            let error = tasksError {
                _ = try MPImage(
                    bytes: picture.bytes, width: width, height: height, bytesPerRow: bytesPerRow, format: format)
            }
            // For half of the formats, 17 bytes per row are enough.
            if bytesPerRow != 17 || format == .rgb { #expect(error?.code == .invalidArgument) }
            if let error { #expect(error.text.isEmpty == false) }
        }
    }

    @Test("calls the deallocator of their memory once")
    func deallocator() throws {
        func make(_ byteCount: Int) throws -> MPImage {
            nonisolated(unsafe) let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 72, alignment: 1)
            return try MPImage(
                bytesNoCopy: UnsafeRawBufferPointer(rebasing: memory[..<byteCount]), width: 6, height: 4, format: .rgb,
                deallocator: {
                    memory.deallocate()
                    released.withLock { $0 += 1 }
                })
        }
        do {
            let image = try make(72)
            #expect(image.width == 6)
            #expect(released.withLock { $0 } == 0)
        }
        #expect(released.withLock { $0 } == 1)
        #expect(throws: NSError.self) { try make(71) }
        #expect(released.withLock { $0 } == 2)
    }

    @Test("rejects a wrong number of planes")
    func planes() throws {
        let luma = [UInt8](repeating: 100, count: 8 * 4)
        let chroma = [UInt8](repeating: 128, count: 8 * 2)
        try luma.withUnsafeBytes { luma in
            try chroma.withUnsafeBytes { chroma in
                let planes = [ImagePlane(luma, rowStride: 8), ImagePlane(chroma, rowStride: 8)]
                let image = try MPImage(planesNoCopy: planes, width: 6, height: 4, format: .nv12)
                #expect(image.width == 6)
                for count in [0, 1, 3, 4] {
                    let wrong = [ImagePlane](repeating: planes[1], count: count)
                    #expect(
                        tasksError { _ = try MPImage(planesNoCopy: wrong, width: 6, height: 4, format: .nv12) }?.code
                            == .invalidArgument)
                }
            }
        }
    }
}

private let released = Mutex(0)
