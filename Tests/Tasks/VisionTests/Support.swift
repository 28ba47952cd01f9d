import Foundation
import TegataBuffers
import TegataHands
import TegataInference
import TegataTestSupport
import Vision

/// Whether the networks are available. Tests that need missing networks are reported as skipped.
let hasModel: Bool = {
    guard let path = ModelFiles.path("hand_landmarker.task") else { return false }
    VisionModels.folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    return true
}()

/// The names of the rendered images in the package.
let renderedNames = ["victory_left", "thumb_up_right", "two_hands_mixed", "no_hand"]

/// Returns the file of the rendered image called `name`.
func renderedFile(_ name: String) -> URL {
    ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/\(name).png")
}

/// Returns the rendered image called `name`.
func renderedHands(_ name: String) throws -> RGBPicture {
    try RGBPicture(pngAt: renderedFile(name))
}

extension RGBPicture {
    func cgImage() throws -> CGImage {
        guard let image = CGImage(width: width, height: height, bitsPerPixel: 24, pixels: bytes) else {
            throw UnfitPixels()
        }
        return image
    }

    /// Returns the image in a BGRA pixel buffer.
    func pixelBuffer() throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        guard
            CVPixelBufferCreate(kCFAllocatorDefault, width, height, kCVPixelFormatType_32BGRA, nil, &buffer)
                == kCVReturnSuccess,
            let buffer, let start = CVPixelBufferGetBaseAddress(buffer)
        else { throw UnfitPixels() }
        for row in 0..<height {
            let target = start + row * CVPixelBufferGetBytesPerRow(buffer)
            for column in 0..<width {
                for channel in 0..<3 {
                    let byte = bytes[3 * (row * width + column) + 2 - channel]
                    target.storeBytes(of: byte, toByteOffset: 4 * column + channel, as: UInt8.self)
                }
            }
        }
        return buffer
    }

    /// Returns the image in a sample buffer with the given timing.
    func sampleBuffer(_ timing: CMSampleTimingInfo = CMSampleTimingInfo()) throws -> CMSampleBuffer {
        let pixels = try pixelBuffer()
        return try CMSampleBuffer(
            imageBuffer: pixels, formatDescription: CMFormatDescription(imageBuffer: pixels), sampleTiming: timing)
    }

    /// Returns the image as stored by a camera held in `orientation`; turning it by `orientation` gives this image
    /// again.
    func stored(_ orientation: CGImagePropertyOrientation) -> RGBPicture {
        let swaps = orientation.rawValue >= CGImagePropertyOrientation.leftMirrored.rawValue
        let (storedWidth, storedHeight) = swaps ? (height, width) : (width, height)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for row in 0..<storedHeight {
            for column in 0..<storedWidth {
                // The position of the pixel in the upright image, by EXIF's definition of the first row and column.
                let (x, y) =
                    switch orientation {
                    case .up: (column, row)
                    case .upMirrored: (width - 1 - column, row)
                    case .down: (width - 1 - column, height - 1 - row)
                    case .downMirrored: (column, height - 1 - row)
                    case .leftMirrored: (row, column)
                    case .right: (width - 1 - row, column)
                    case .rightMirrored: (width - 1 - row, height - 1 - column)
                    case .left: (row, height - 1 - column)
                    }
                result += bytes[3 * (y * width + x)..<3 * (y * width + x + 1)]
            }
        }
        return RGBPicture(width: storedWidth, height: storedHeight, bytes: result)
    }

    /// Returns the given rows of the image.
    func rows(_ range: Range<Int>) -> RGBPicture {
        let bytes = Array(bytes[3 * width * range.lowerBound..<3 * width * range.upperBound])
        return RGBPicture(width: width, height: range.count, bytes: bytes)
    }

    /// Returns the given columns of the image; columns outside it are black.
    func columns(_ range: Range<Int>) -> RGBPicture {
        var result = [UInt8](repeating: 0, count: 3 * range.count * height)
        for row in 0..<height {
            for column in range where column >= 0 && column < width {
                for channel in 0..<3 {
                    result[3 * (row * range.count + column - range.lowerBound) + channel] =
                        bytes[3 * (row * width + column) + channel]
                }
            }
        }
        return RGBPicture(width: range.count, height: height, bytes: result)
    }
}

struct UnfitPixels: Error {}

let allOrientations = (1...8).compactMap { CGImagePropertyOrientation(rawValue: $0) }

/// Returns the pipeline's own results, in its own coordinates.
func pipelineHands(_ picture: RGBPicture, count: Int = 2) throws -> [HandResult] {
    let path = ModelFiles.path("hand_landmarker.task") ?? ""
    var options = HandPipelineOptions()
    options.maximumHandCount = count
    let pipeline = try HandPipeline(
        HandNetworks(bundle: Bytes(mappingFileAt: path), file: path), options: options, team: ThreadTeam(count: 1))
    return try picture.bytes.withUnsafeBytes {
        try pipeline.detect(ImageView(.rgb, width: picture.width, height: picture.height, bytes: $0)).hands
    }
}

/// Returns a request's results for an image.
func hands(
    _ picture: RGBPicture, orientation: CGImagePropertyOrientation = .up,
    _ change: (VNDetectHumanHandPoseRequest) -> Void = { _ in }
) throws -> [VNHumanHandPoseObservation] {
    let request = VNDetectHumanHandPoseRequest()
    change(request)
    try VNImageRequestHandler(cgImage: picture.cgImage(), orientation: orientation).perform([request])
    return request.results ?? []
}

extension VNHumanHandPoseObservation {
    /// Returns all joints in the order of key-point arrays.
    func points() throws -> [VNRecognizedPoint] { try availableJointNames.map { try recognizedPoint($0) } }

    /// Returns the largest distance between a joint and the same joint of another hand.
    func distance(to other: VNHumanHandPoseObservation) throws -> Double {
        try zip(points(), other.points()).map { $0.distance($1) }.max() ?? .infinity
    }
}

/// Returns the code of the error that `body` throws, or nil if it throws no class API error.
func errorCode(_ body: () throws -> Void) -> VNErrorCode? {
    do {
        try body()
        return nil
    } catch {
        let error = error as NSError
        return error.domain == VNErrorDomain ? VNErrorCode(rawValue: error.code) : nil
    }
}
