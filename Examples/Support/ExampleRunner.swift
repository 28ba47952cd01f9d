import AVFoundation
import ExampleGestures
import TegataImages
import Vision

/// Runs an example on an image, a video or a camera: detects hands with Vision's requests, passes them to the example,
/// prints its text and stores its drawing.
package struct ExampleRunner<Program: ExampleProgram> {
    private var program: Program
    private let request = VNDetectHumanHandPoseRequest()
    /// Follows hands from frame to frame.
    private let handler = VNSequenceRequestHandler()
    private var output: ExampleOutput?
    private var start: Double?
    private let print: @Sendable (String) -> Void

    package init(_ program: Program, output: ExampleOutput?, print: @escaping @Sendable (String) -> Void) {
        self.program = program
        self.output = output
        self.print = print
        request.maximumHandCount = 2
    }

    /// Processes an image, and writes the drawing if there is a path.
    package mutating func run(pictureAt path: String, to outputPath: String?) throws {
        let picture = try RGBImage(readingFileAt: path)
        guard
            let image = CGImage(
                width: picture.width, height: picture.height, bitsPerPixel: 24, pixels: picture.pixels)
        else { throw ExampleError("\(path) has no pixels") }
        try VNImageRequestHandler(cgImage: image).perform([request])
        let frame = try look(at: picture, seconds: 0)
        for line in frame.lines { print(line) }
        if let outputPath { try frame.picture.write(toFileAt: outputPath) }
    }

    /// Processes the next frame of a camera or video.
    package mutating func run(_ sample: CMSampleBuffer) throws {
        try handler.perform([request], on: sample)
        guard let pixels = CMSampleBufferGetImageBuffer(sample), let picture = RGBImage(bgra: pixels) else { return }
        let time = CMSampleBufferGetPresentationTimeStamp(sample).seconds
        let seconds = time - (start ?? time)
        start = start ?? time
        let frame = try look(at: picture, seconds: seconds)
        for line in frame.lines { print(String(format: "%.2f s: ", seconds) + line) }
        try output?.append(frame.picture, seconds: seconds)
    }

    /// Finishes the output.
    package func finish() throws {
        try output?.finish()
    }

    private mutating func look(at picture: RGBImage, seconds: Double) throws -> ExampleFrame {
        let size = CGSize(width: picture.width, height: picture.height)
        let hands = try (request.results ?? []).map { try SeenHand($0, in: size) }
        var frame = ExampleFrame(picture, hands: hands, seconds: seconds)
        program.look(at: &frame)
        return frame
    }
}

extension RGBImage {
    /// Returns a copy of a camera frame, or nil if its format is not BGRA.
    fileprivate init?(bgra buffer: CVPixelBuffer) {
        guard CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA else { return nil }
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * width * height)
        for y in 0..<height {
            let row = base + y * CVPixelBufferGetBytesPerRow(buffer)
            for x in 0..<width {
                for component in [2, 1, 0] {
                    pixels.append(row.load(fromByteOffset: 4 * x + component, as: UInt8.self))
                }
            }
        }
        self.init(width: width, height: height, pixels: pixels)
    }
}

extension SeenHand {
    /// Returns a hand that Vision found in an image of this size, with points in pixels.
    package init(_ observation: VNHumanHandPoseObservation, in size: CGSize) throws {
        var points = HandPoints([:])
        for (joint, name) in zip(HandJoint.allCases, Self.names) {
            let point = try observation.recognizedPoint(name)
            points[joint] = HandPoints.Point(
                CGPoint(x: point.location.x * size.width, y: point.location.y * size.height),
                confidence: point.confidence)
        }
        let side: Side? =
            switch observation.chirality {
            case .left: .left
            case .right: .right
            default: nil
            }
        self.init(points, side: side)
    }

    private static let names: [VNHumanHandPoseObservation.JointName] = [
        .wrist, .thumbCMC, .thumbMP, .thumbIP, .thumbTip, .indexMCP, .indexPIP, .indexDIP, .indexTip, .middleMCP,
        .middlePIP, .middleDIP, .middleTip, .ringMCP, .ringPIP, .ringDIP, .ringTip, .littleMCP, .littlePIP, .littleDIP,
        .littleTip,
    ]
}
