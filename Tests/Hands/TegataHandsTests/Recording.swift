import Foundation
import TegataHands
import TegataTestSupport
import Testing

/// All of MediaPipe's intermediate results for some images, as recorded by Tools/make/goldens/pipeline.py.
struct Recording: Decodable, CustomTestStringConvertible, Sendable {
    var picture: PictureFile
    /// `legacy`, or nil for the tasks graph.
    var graph: String?
    /// The bundle whose networks were used, or nil for `hand_landmarker.task`.
    var bundle: String?
    var handCount: Int
    var rotationDegrees: Int
    var isVideo: Bool
    var frames: [Frame]
    var name = ""
    var folder = URL(fileURLWithPath: "/")

    private enum CodingKeys: String, CodingKey {
        case picture, graph, bundle, handCount, rotationDegrees, isVideo, frames
    }

    struct PictureFile: Decodable, Sendable {
        var file: String
        /// The size, for files of raw RGB pixels.
        var width: Int?
        var height: Int?
    }

    struct Frame: Decodable, Sendable {
        /// The x, y, width and height of the part of the image that is the frame.
        var part: [Int]
        var palm: Palm?
        var crops: [Crop]
        /// The indices of the crops that became hands, in the order of the result.
        var hands: [Int]
        var features: [Features]?
    }

    struct Palm: Decodable, Sendable {
        var matrix: [Double]
        var inputCRC: UInt32
        var anchors: [Anchor]
        var candidates: [Detection]
        var joined: [Detection]
        var palms: [Detection]
        var rectangles: [[Double]]
    }

    struct Anchor: Decodable, Sendable {
        var index: Int
        var logit: Double
        var values: [Double]
    }

    struct Detection: Decodable, Sendable {
        var score: Double
        var box: [Double]
        var keypoints: [Double]
    }

    struct Crop: Decodable, Sendable {
        var rectangle: [Double]
        var matrix: [Double]
        var inputCRC: UInt32
        var rawLandmarks: [Double]
        var presence: Double
        var rightProbability: Double
        var rawWorld: [Double]
        var landmarks: [Double]
        var world: [Double]
        var tightRectangle: [Double]
        var nextRectangle: [Double]
    }

    struct Features: Decodable, Sendable {
        var hand: [Double]
        var rightProbability: Double
        var world: [Double]
    }

    var testDescription: String { name }

    /// The project's recordings, and the recordings in the folder that `TEGATA_RECORDINGS` names.
    static let all: [Recording] = {
        var folders = [ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/recordings")]
        if let own = ProcessInfo.processInfo.environment["TEGATA_RECORDINGS"] {
            folders.append(URL(fileURLWithPath: own))
        }
        return folders.flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { (name: String) -> Recording? in
                guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)),
                    var recording = try? JSONDecoder().decode(Recording.self, from: data)
                else { return nil }
                // The legacy graph's bits depend on the C library.
                if recording.isLegacy, !HandAnswer.Tolerance.hasExpectedLibrary { return nil }
                recording.name = String(name.dropLast(5))
                recording.folder = folder
                return recording
            }
        }
    }()

    var isLegacy: Bool { graph == "legacy" }
    var bundleName: String { bundle ?? "hand_landmarker.task" }
    var corners: RegionCorners { isLegacy ? .mirroredAtCenter : .fromAngle }
    var angles: AngleFunctions { isLegacy ? .ofLibrary : .rounded }
    var palmTarget: PalmTarget { isLegacy ? .quarterTurn : .ninetyRadians }

    /// The options that MediaPipe ran with.
    var options: HandPipelineOptions {
        var options = HandPipelineOptions()
        options.maximumHandCount = handCount
        options.graph = isLegacy ? .legacy : .tasks
        return options
    }

    /// The legacy graph swaps left and right.
    func rightProbability(_ crop: Crop) -> Float {
        isLegacy ? 1 - Float(crop.rightProbability) : Float(crop.rightProbability)
    }

    /// Returns the region that the landmark network sees for a rectangle.
    func handRegion(_ rectangle: HandRectangle, _ size: PixelSize) -> PixelRegion {
        var region = PixelRegion(rectangle, size)
        if isLegacy { region.makeSquare() }
        return region
    }

    func loadPicture() throws -> RGBPicture {
        let url = folder.appendingPathComponent(picture.file)
        guard let width = picture.width, let height = picture.height else { return try RGBPicture(pngAt: url) }
        return RGBPicture(width: width, height: height, bytes: [UInt8](try Data(contentsOf: url)))
    }

    /// Calls `body` with each frame's pixels.
    func forEachFrame(_ body: (Int, Frame, ImageView) throws -> Void) throws {
        let picture = try loadPicture()
        try picture.bytes.withUnsafeBytes { bytes in
            for (index, frame) in frames.enumerated() {
                let part = frame.rectangle
                let start = UnsafeRawBufferPointer(rebasing: bytes[(3 * (part.y * picture.width + part.x))...])
                let image = try ImageView(
                    .rgb, width: part.width, height: part.height, bytes: start, rowStride: 3 * picture.width)
                try body(index, frame, image)
            }
        }
    }
}

extension Recording.Frame {
    var rectangle: PixelRectangle { PixelRectangle(x: part[0], y: part[1], width: part[2], height: part[3]) }
    var size: PixelSize { PixelSize(width: part[2], height: part[3]) }
}

extension Recording.Palm {
    /// Returns the network's outputs. Anchors that were not recorded are far from being palms.
    func outputs(anchorCount: Int) -> (boxes: [Float], logits: [Float]) {
        var boxes = [Float](repeating: 0, count: anchorCount * PalmDecoder.valuesPerAnchor)
        var logits = [Float](repeating: -20, count: anchorCount)
        for anchor in anchors {
            logits[anchor.index] = Float(anchor.logit)
            for (place, value) in anchor.values.enumerated() {
                boxes[anchor.index * PalmDecoder.valuesPerAnchor + place] = Float(value)
            }
        }
        return (boxes, logits)
    }
}

extension [Double] {
    var floats: [Float] { map { Float($0) } }
    var rectangle: HandRectangle {
        HandRectangle(
            centerX: Float(self[0]), centerY: Float(self[1]), width: Float(self[2]), height: Float(self[3]),
            rotation: Float(self[4]))
    }
    var points: HandPoints { floats.withUnsafeBufferPointer { HandPoints($0) } }
}

extension HandPoints {
    var floats: [Float] { flatMap { [$0.x, $0.y, $0.z] } }
}

extension HandRectangle {
    var floats: [Float] { [centerX, centerY, width, height, rotation] }
}

extension PalmDetection {
    var boxFloats: [Float] { [box.x, box.y, box.width, box.height] }
    var keypointFloats: [Float] { Keypoint.allCases.flatMap { [self[$0].x, self[$0].y] } }

    func equals(_ recorded: Recording.Detection) -> Bool {
        score == Float(recorded.score) && boxFloats == recorded.box.floats
            && keypointFloats == recorded.keypoints.floats
    }
}

/// Returns the CRC-32 of the bytes that a tensor with values in 0…1 was made from.
func byteCRC(_ tensor: UnsafeMutableBufferPointer<Float>) -> UInt32 {
    crc32(tensor.map { UInt8(($0 * 255).rounded()) })
}
