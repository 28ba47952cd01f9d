import Foundation
import TegataBuffers
import TegataHands
import TegataInference
import TegataTestSupport
import Vision

/// Whether there are networks to test with; tests that need them are reported as skipped where there are none.
let hasModel: Bool = {
    guard let path = ModelFiles.path("hand_landmarker.task") else { return false }
    VisionModels.folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    return true
}()

/// The pictures that come with the package.
let renderedNames = ["victory_left", "thumb_up_right", "two_hands_mixed", "no_hand"]

/// The file with the picture of rendered hands called `name`.
func renderedFile(_ name: String) -> URL {
    ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/\(name).png")
}

/// The picture of rendered hands called `name`.
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

    /// The picture in a pixel buffer of the usual format.
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

    /// The picture in a sample buffer that is shown at a time.
    func sampleBuffer(_ timing: CMSampleTimingInfo = CMSampleTimingInfo()) throws -> CMSampleBuffer {
        let pixels = try pixelBuffer()
        return try CMSampleBuffer(
            imageBuffer: pixels, formatDescription: CMFormatDescription(imageBuffer: pixels), sampleTiming: timing)
    }

    /// The picture as a camera that held it so would have stored it: turned by `orientation` it is this one again.
    func stored(_ orientation: CGImagePropertyOrientation) -> RGBPicture {
        let swaps = orientation.rawValue >= CGImagePropertyOrientation.leftMirrored.rawValue
        let (storedWidth, storedHeight) = swaps ? (height, width) : (width, height)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for row in 0..<storedHeight {
            for column in 0..<storedWidth {
                // Where the pixel is in the upright picture, by what EXIF says about the first row and column.
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

    /// The part of the picture with these columns, black where there are none.
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

/// What the pipeline itself finds, in its own coordinates.
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

/// What one request finds in a picture.
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
    /// All joints in the order of key-point arrays.
    func points() throws -> [VNRecognizedPoint] { try availableJointNames.map { try recognizedPoint($0) } }

    /// How far the joints are from those of another hand at most.
    func distance(to other: VNHumanHandPoseObservation) throws -> Double {
        try zip(points(), other.points()).map { $0.distance($1) }.max() ?? .infinity
    }
}

/// The code of the error that `body` throws, if it is one of the class API.
func errorCode(_ body: () throws -> Void) -> VNErrorCode? {
    do {
        try body()
        return nil
    } catch {
        let error = error as NSError
        return error.domain == VNErrorDomain ? VNErrorCode(rawValue: error.code) : nil
    }
}
