import Foundation
import TegataBuffers
import TegataFormats
import TegataHands
import TegataImages
import TegataInference
import TegataQuantization
import TegataTestSupport
import Testing

/// Compares the landmarks of a bundle that `tegata quantize` writes by default with the landmarks of the published
/// bundle, on the same crops. Calibration does not use the images of these tests.
@Suite(.enabled(if: ModelFiles.have("hand_landmarker.task")))
struct QuantizedLandmarkTests {
    private static let drawn = ModelFiles.packageFolder.path + "/Tests/Fixtures/rendered"
    private static let photographs =
        ModelFiles.packageFolder.deletingLastPathComponent().path + "/shared/fixtures/images"

    /// The distances between landmarks, in crop pixels.
    private struct Distances {
        let handCount: Int
        let sorted: [Float]

        var largest: Float { sorted.last ?? .infinity }
        var percentile99: Float { sorted.isEmpty ? .infinity : sorted[(sorted.count - 1) * 99 / 100] }
        var rootMeanSquare: Float {
            (sorted.reduce(0) { $0 + $1 * $1 } / Float(max(sorted.count, 1))).squareRoot()
        }
    }

    /// The bundle that `tegata quantize` writes.
    private static let quantized = Result { () throws -> [UInt8] in
        try withTemporaryFolder { folder in
            let path = folder.path + "/small.task"
            let result = try tegata("quantize", #require(ModelFiles.path("hand_landmarker.task")), "-o", path, "-q")
            try #require(result.status == .success, "\(result.errors)")
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        }
    }

    /// Returns the distances for the hands in the images of a directory.
    private func distances(in folder: String, usesBytes: Bool) throws -> Distances {
        let published = try ModelFiles.bytes("hand_landmarker.task")
        let team = ThreadTeam(count: 2)
        let networks = try HandNetworks(bundle: published, file: "published")
        var options = HandPipelineOptions()
        options.maximumHandCount = 2
        let pipeline = try HandPipeline(networks, options: options, team: team)
        let cropper = try HandCropper(networks, team: team)
        var crops: [[Float]] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        where name.hasSuffix(".png") || name.hasSuffix(".jpg") {
            let image = try RGBImage(readingFileAt: folder + "/" + name)
            crops += try image.withView { view throws(TegataError) in
                try pipeline.detect(view).hands.map { cropper.crop(view, $0.rectangle) }
            }
        }
        let quantizer = try NetworkQuantizer(
            TaskBundle(bytes: published, file: "published").network(.handLandmarks), team: team)
        let network = try TaskBundle(bytes: Bytes(Self.quantized.get()), file: "small.task").network(.handLandmarks)
        let found = try quantizer.outputs(crops, bytes: network.model.bytes.array(), usesBytes: usesBytes)
        var distances: [Float] = []
        for (found, expected) in zip(found, try quantizer.outputs(crops)) {
            // The handedness must not change.
            #expect((found.values[2][0] > 0.5) == (expected.values[2][0] > 0.5))
            for point in stride(from: 0, to: 63, by: 3) {
                let dx = found.values[0][point] - expected.values[0][point]
                let dy = found.values[0][point + 1] - expected.values[0][point + 1]
                distances.append((dx * dx + dy * dy).squareRoot())
            }
        }
        let result = Distances(handCount: crops.count, sorted: distances.sorted())
        print(
            "\(crops.count) hands of \(folder)\(usesBytes ? "" : ", converted weights"): \(result.largest) px at most,"
                + " \(result.percentile99) px at the 99th percentile, \(result.rootMeanSquare) px rms")
        return result
    }

    @Test(arguments: [true, false]) func keepsRenderedHandsWithinHalfAPixel(_ usesBytes: Bool) throws {
        let distances = try distances(in: Self.drawn, usesBytes: usesBytes)
        #expect(distances.handCount == 4)
        #expect(distances.largest < 0.5)
        #expect(distances.rootMeanSquare < 0.2)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: photographs)), arguments: [true, false])
    func keepsPhotographsWithinAboutAPixel(_ usesBytes: Bool) throws {
        let distances = try distances(in: Self.photographs, usesBytes: usesBytes)
        #expect(distances.handCount == 22)
        #expect(distances.largest < 1.2)
        #expect(distances.percentile99 < 0.7)
        #expect(distances.rootMeanSquare < 0.2)
    }

    @Test func writesSmallerFiles() throws {
        let bundle = try Self.quantized.get()
        #expect(bundle.count < 4_900_000)
        let network = try TaskBundle(bytes: Bytes(bundle), file: "small.task").network(.handLandmarks)
        #expect(network.model.bytes.count < 2_500_000)
        #expect(network.model.description.contains("--keep 6, chosen for 128 crops of drawn hands (SHA-256 "))
    }
}
