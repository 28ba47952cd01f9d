import MediaPipeTasksVision
import TegataTestSupport

/// Whether the landmarker bundle is available. Tests that need a missing bundle are reported as skipped.
let hasLandmarker = ModelFiles.have("hand_landmarker.task")

/// The path of the bundle, for tests that run only if the bundle is available.
let landmarkerPath = ModelFiles.path("hand_landmarker.task") ?? ""

/// Returns the rendered image called `name`.
func renderedHands(_ name: String) throws -> RGBPicture {
    try RGBPicture(pngAt: ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/\(name).png"))
}

extension RGBPicture {
    /// Returns the image as a UIImage.
    func uiImage(orientation: UIImage.Orientation = .up) throws -> UIImage {
        guard let pixels = CGImage(width: width, height: height, bitsPerPixel: 24, pixels: bytes) else {
            throw UnfitPixels()
        }
        return UIImage(cgImage: pixels, scale: 1, orientation: orientation)
    }

    /// Returns four bytes per pixel, with the channels in the given order; 3 stands for `alpha`.
    func channels(_ order: [Int], alpha: UInt8 = 255) -> [UInt8] {
        (0..<width * height).flatMap { pixel in order.map { $0 == 3 ? alpha : bytes[3 * pixel + $0] } }
    }

    /// Returns the image in a BGRA pixel buffer.
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

    /// Returns the image in a sample buffer.
    func sampleBuffer(milliseconds: Int64 = 0) throws -> CMSampleBuffer {
        let pixels = try pixelBuffer()
        let timing = CMSampleTimingInfo(presentationTimeStamp: CMTime(value: milliseconds, timescale: 1000))
        return try CMSampleBuffer(
            imageBuffer: pixels, formatDescription: CMFormatDescription(imageBuffer: pixels), sampleTiming: timing)
    }

    /// Returns the image moved to the right; columns that leave it on the right enter it on the left.
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

    /// Returns the image turned counterclockwise by 90 degrees.
    func turnedLeft() -> RGBPicture {
        var turned = [UInt8]()
        for column in (0..<width).reversed() {
            for row in 0..<height { turned += bytes[3 * (row * width + column)..<3 * (row * width + column + 1)] }
        }
        return RGBPicture(width: height, height: width, bytes: turned)
    }

    /// Returns the image mirrored left to right.
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

/// Returns options for the bundle, changed by `change`.
func landmarkerOptions(_ change: (HandLandmarkerOptions) -> Void = { _ in }) -> HandLandmarkerOptions {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = landmarkerPath
    change(options)
    return options
}

/// All numbers and names in a result except its timestamp, for comparing results.
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

/// Returns the code and text of the error that `body` throws, or nil if it throws none; the code is nil for errors from
/// other domains.
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
