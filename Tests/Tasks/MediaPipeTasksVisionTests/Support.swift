import MediaPipeTasksVision
import TegataTestSupport

/// Whether there is a bundle to test with; tests that need one are reported as skipped where there is none.
let hasLandmarker = ModelFiles.have("hand_landmarker.task")

/// The path of the bundle. Only for tests that run where it is there.
let landmarkerPath = ModelFiles.path("hand_landmarker.task") ?? ""

/// The picture of rendered hands called `name`.
func renderedHands(_ name: String) throws -> RGBPicture {
    try RGBPicture(pngAt: ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/\(name).png"))
}

extension RGBPicture {
    /// The picture as a UIImage.
    func uiImage(orientation: UIImage.Orientation = .up) throws -> UIImage {
        guard let pixels = CGImage(width: width, height: height, bitsPerPixel: 24, pixels: bytes) else {
            throw UnfitPixels()
        }
        return UIImage(cgImage: pixels, scale: 1, orientation: orientation)
    }

    /// The picture with four bytes per pixel: the channels numbered so, where 3 is an alpha of `alpha`.
    func channels(_ order: [Int], alpha: UInt8 = 255) -> [UInt8] {
        (0..<width * height).flatMap { pixel in order.map { $0 == 3 ? alpha : bytes[3 * pixel + $0] } }
    }

    /// The picture in a pixel buffer of the usual format.
    func pixelBuffer() throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        guard
            CVPixelBufferCreate(kCFAllocatorDefault, width, height, kCVPixelFormatType_32BGRA, nil, &buffer)
                == kCVReturnSuccess,
            let buffer, let start = CVPixelBufferGetBaseAddress(buffer)
        else { throw UnfitPixels() }
        let pixels = channels([2, 1, 0, 3])
        for row in 0..<height {
            pixels.withUnsafeBytes {
                (start + row * CVPixelBufferGetBytesPerRow(buffer)).copyMemory(
                    from: $0.baseAddress! + row * 4 * width, byteCount: 4 * width)
            }
        }
        return buffer
    }

    /// The picture in a sample buffer.
    func sampleBuffer(milliseconds: Int64 = 0) throws -> CMSampleBuffer {
        let pixels = try pixelBuffer()
        let timing = CMSampleTimingInfo(presentationTimeStamp: CMTime(value: milliseconds, timescale: 1000))
        return try CMSampleBuffer(
            imageBuffer: pixels, formatDescription: CMFormatDescription(imageBuffer: pixels), sampleTiming: timing)
    }

    /// The picture moved to the right by some pixels; what comes in from the left is what goes out.
    func shifted(by columns: Int) -> RGBPicture {
        var shifted = bytes
        for row in 0..<height {
            for column in 0..<width {
                let source = 3 * (row * width + (column + width - columns) % width)
                for channel in 0..<3 { shifted[3 * (row * width + column) + channel] = bytes[source + channel] }
            }
        }
        return RGBPicture(width: width, height: height, bytes: shifted)
    }

    /// The picture turned by 90 degrees counter-clockwise.
    func turnedLeft() -> RGBPicture {
        var turned = [UInt8]()
        for column in (0..<width).reversed() {
            for row in 0..<height { turned += bytes[3 * (row * width + column)..<3 * (row * width + column + 1)] }
        }
        return RGBPicture(width: height, height: width, bytes: turned)
    }

    /// The picture as a mirror shows it.
    func mirrored() -> RGBPicture {
        var result = [UInt8]()
        for row in 0..<height {
            for column in (0..<width).reversed() {
                result += bytes[3 * (row * width + column)..<3 * (row * width + column + 1)]
            }
        }
        return RGBPicture(width: width, height: height, bytes: result)
    }

    func mpImage(orientation: UIImage.Orientation = .up) throws -> MPImage {
        try MPImage(uiImage: uiImage(orientation: orientation))
    }
}

struct UnfitPixels: Error {}

/// Options for the bundle, changed by `change`.
func landmarkerOptions(_ change: (HandLandmarkerOptions) -> Void = { _ in }) -> HandLandmarkerOptions {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = landmarkerPath
    change(options)
    return options
}

/// What makes two results the same: every number and name of them, and not the timestamp.
struct ResultValues: Hashable {
    var points: [[[Float]]]
    var worldPoints: [[[Float]]]
    var handedness: [[String]]

    init(_ result: HandLandmarkerResult) {
        points = result.landmarks.map { $0.map { [$0.x, $0.y, $0.z] } }
        worldPoints = result.worldLandmarks.map { $0.map { [$0.x, $0.y, $0.z] } }
        handedness = result.handedness.map {
            $0.map { "\($0.index) \($0.categoryName ?? "") \($0.displayName ?? "") \($0.score)" }
        }
    }
}

/// The error of the tasks' domain that `body` throws.
func tasksError(_ body: () throws -> Void) -> (code: TasksErrorCode?, text: String)? {
    do {
        try body()
        return nil
    } catch {
        let error = error as NSError
        guard error.domain == TasksErrorDomain else { return (nil, "\(error)") }
        return (TasksErrorCode(rawValue: UInt(error.code)), error.localizedDescription)
    }
}
