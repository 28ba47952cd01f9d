import TegataHands
import TegataInference
import TegataKernelABI
import TegataKernelSelection
import TegataTestSupport
import Testing

/// The kernel sets that this machine supports.
let supportedSets: [KernelSet] = kernelLevels().filter(\.isSupported).map { $0.makeSet() }

/// Networks that replay the outputs of the reference networks and check their inputs.
final class RecordedNetworks {
    private var palmRecords: [Recording.Palm]
    private var crops: [Recording.Crop]
    private let palmInput = UnsafeMutableBufferPointer<Float>.allocate(capacity: 192 * 192 * 3)
    private let handInput = UnsafeMutableBufferPointer<Float>.allocate(capacity: 224 * 224 * 3)
    private let outputs: [UnsafeMutableBufferPointer<Float>]
    /// The CRC of each input, and its expected value.
    private(set) var inputs: [(found: UInt32, expected: UInt32)] = []
    /// The number of runs without a recorded output.
    private(set) var surplusRuns = 0
    var isFinished: Bool { palmRecords.isEmpty && crops.isEmpty }

    init(_ recording: Recording) {
        palmRecords = recording.frames.compactMap(\.palm).reversed()
        crops = recording.frames.flatMap(\.crops).reversed()
        outputs = [2016 * 18, 2016, 63, 1, 1, 63].map { .allocate(capacity: $0) }
        for output in outputs { output.initialize(repeating: 0) }
    }

    deinit {
        for buffer in outputs + [palmInput, handInput] { buffer.deallocate() }
    }

    var palmDetector: NetworkRunner {
        NetworkRunner(inputs: [palmInput], outputs: outputs[..<2].map { UnsafeBufferPointer($0) }) { [self] in
            guard let palm = palmRecords.popLast() else {
                surplusRuns += 1
                return
            }
            inputs.append((byteCRC(palmInput), palm.inputCRC))
            let (boxes, logits) = palm.outputs(anchorCount: 2016)
            _ = outputs[0].update(fromContentsOf: boxes)
            _ = outputs[1].update(fromContentsOf: logits)
        }
    }

    var handLandmarks: NetworkRunner {
        NetworkRunner(inputs: [handInput], outputs: outputs[2...].map { UnsafeBufferPointer($0) }) { [self] in
            guard let crop = crops.popLast() else {
                surplusRuns += 1
                return
            }
            inputs.append((byteCRC(handInput), crop.inputCRC))
            _ = outputs[2].update(fromContentsOf: crop.rawLandmarks.floats)
            outputs[3][0] = Float(crop.presence)
            outputs[4][0] = Float(crop.rightProbability)
            _ = outputs[5].update(fromContentsOf: crop.rawWorld.floats)
        }
    }
}

@Suite struct ReplayTests {
    /// Given the reference's network outputs, everything else equals the reference to the last bit.
    @Test(arguments: Recording.all, supportedSets.map(\.level))
    func equalsTheReferenceGivenItsNetworkOutputs(recording: Recording, level: String) throws {
        let kernels = try #require(supportedSets.first { $0.level == level })
        let networks = RecordedNetworks(recording)
        let pipeline = try HandPipeline(
            palmDetector: networks.palmDetector, handLandmarks: networks.handLandmarks, options: recording.options,
            kernels: kernels,
            team: ThreadTeam(count: 2))
        let frameOptions = FrameOptions(rotationDegrees: recording.rotationDegrees)
        try recording.forEachFrame { index, frame, image in
            let result =
                recording.isVideo
                ? try pipeline.track(image, milliseconds: 40 * index, frame: frameOptions)
                : try pipeline.detect(image, frame: frameOptions)
            let expected = frame.hands.map { frame.crops[$0] }
            #expect(result.hands.count == expected.count)
            for (hand, crop) in zip(result.hands, expected) {
                #expect(hand.landmarks.floats == crop.landmarks.floats)
                #expect(hand.worldLandmarks.floats == crop.world.floats)
                #expect(hand.presence == Float(crop.presence))
                #expect(hand.rightProbability == recording.rightProbability(crop))
                #expect(hand.rectangle == crop.rectangle.rectangle)
            }
        }
        #expect(networks.isFinished)
        #expect(networks.surplusRuns == 0)
        for (number, input) in networks.inputs.enumerated() {
            #expect(input.found == input.expected, "input \(number) of \(recording.name)")
        }
    }
}
