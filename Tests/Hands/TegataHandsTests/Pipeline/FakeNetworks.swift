import AllocationCounter
import TegataBuffers
import TegataHands
import TegataInference
import TegataKernelABI
import TegataTestSupport

/// Networks with made-up outputs: palms in chosen places, and a hand that nearly fills every crop. Running them
/// allocates nothing.
final class FakeNetworks {
    let palmInput = UnsafeMutableBufferPointer<Float>.allocate(capacity: 192 * 192 * 3)
    let handInput = UnsafeMutableBufferPointer<Float>.allocate(capacity: 224 * 224 * 3)
    private let outputs: [UnsafeMutableBufferPointer<Float>]
    private(set) var palmRuns = 0
    private(set) var handRuns = 0
    /// Called before each run of the palm detector, with the number of the run.
    var willFindPalms: (Int) -> Void = { _ in }
    /// The landmark network's presence score, by the number of the run.
    var presence: (Int) -> Float = { _ in 0.9 }
    var rightProbability: (Int) -> Float = { _ in 0.8 }
    /// The hand's shift from its usual place, in pixels of the crop, by the number of the run.
    var shift: (Int) -> SIMD2<Float> = { _ in .zero }

    /// The landmark network's world landmarks.
    var world = FakeNetworks.rawHand {
        didSet { write(world, to: outputs[5]) }
    }

    init() {
        outputs = [2016 * 18, 2016, 63, 1, 1, 63].map { .allocate(capacity: $0) }
        for output in outputs { output.initialize(repeating: 0) }
        palmInput.initialize(repeating: 0)
        handInput.initialize(repeating: 0)
        outputs[1].update(repeating: -20)
        write(Self.rawHand, to: outputs[5])
    }

    private func write(
        _ points: HandPoints, shiftedBy shift: SIMD2<Float> = .zero, to output: UnsafeMutableBufferPointer<Float>
    ) {
        for index in 0..<HandPoints.count {
            output[3 * index] = points[index].x + shift.x
            output[3 * index + 1] = points[index].y + shift.y
            output[3 * index + 2] = points[index].z
        }
    }

    deinit {
        for buffer in outputs + [palmInput, handInput] { buffer.deallocate() }
    }

    /// An open hand in the pixels of a crop: the wrist below, five fingers above.
    static let rawHand = HandPoints { index in
        guard index > 0 else { return HandPoint(x: 112, y: 180, z: 0) }
        let (finger, joint) = ((index - 1) / 4, (index - 1) % 4)
        return HandPoint(
            x: 70 + 20 * Float(finger) + Float(joint), y: 120 - 20 * Float(joint), z: Float(finger - joint))
    }

    /// Puts a palm at an anchor, upright in the detector's input.
    func addPalm(at anchor: Int, logit: Float, side: Float = 30) {
        outputs[1][anchor] = logit
        outputs[0][18 * anchor + 2] = side
        outputs[0][18 * anchor + 3] = side
        // The wrist and the knuckle of the middle finger.
        outputs[0][18 * anchor + 5] = side / 2
        outputs[0][18 * anchor + 9] = -side / 2
    }

    func removePalms() {
        outputs[1].update(repeating: -20)
    }

    /// Returns the anchor at a column and row of the finer grid.
    static func anchor(_ column: Int, _ row: Int) -> Int { 2 * (24 * row + column) }

    var palmDetector: NetworkRunner {
        NetworkRunner(inputs: [palmInput], outputs: outputs[..<2].map { UnsafeBufferPointer($0) }) { [self] in
            willFindPalms(palmRuns)
            palmRuns += 1
        }
    }

    var handLandmarks: NetworkRunner {
        NetworkRunner(inputs: [handInput], outputs: outputs[2...].map { UnsafeBufferPointer($0) }) { [self] in
            write(Self.rawHand, shiftedBy: shift(handRuns), to: outputs[2])
            outputs[3][0] = presence(handRuns)
            outputs[4][0] = rightProbability(handRuns)
            handRuns += 1
        }
    }

    /// The networks as a caller runs them, with outputs for each image of a call.
    func external(willAnswer: @escaping (NetworkCall) throws(TegataError) -> Void = { _ in }) -> ExternalNetworks {
        ExternalNetworks { [self] call throws(TegataError) in
            try willAnswer(call)
            let isPalms = call.network == .palmDetector
            for image in 0..<call.count {
                if isPalms { palmDetector.run() } else { handLandmarks.run() }
                for (source, target) in zip(isPalms ? outputs[..<2] : outputs[2...], call.outputs) {
                    _ = target.bytes.bindMemory(to: Float.self)[(image * source.count)...].update(
                        fromContentsOf: source)
                }
            }
        }
    }

    func pipeline(
        gestures: GestureStage?, _ change: (inout HandPipelineOptions) -> Void = { _ in }
    ) throws -> GesturePipeline {
        try GesturePipeline(pipeline(change), gestures: gestures)
    }

    func pipeline(_ change: (inout HandPipelineOptions) -> Void = { _ in }) throws -> HandPipeline {
        var options = HandPipelineOptions()
        change(&options)
        return try HandPipeline(
            palmDetector: palmDetector, handLandmarks: handLandmarks, options: options, kernels: supportedSets[0],
            team: ThreadTeam(count: 1))
    }
}

/// Returns the fewest allocations that `body` makes on this thread in `count` runs. Runs differ, because the system
/// allocates thread-local variables once after another thread has loaded a library.
func fewestAllocations(of count: Int, _ body: () throws -> Void) rethrows -> Int {
    var fewest = Int.max
    for _ in 0..<count {
        let before = allocationsOnThisThread()
        try body()
        fewest = min(fewest, allocationsOnThisThread() - before)
    }
    return fewest
}

/// Returns an image of noise.
func noisePicture(width: Int = 320, height: Int = 240, seed: UInt64 = 1) -> RGBPicture {
    var noise = SplitMix64(seed: seed)
    return RGBPicture(
        width: width, height: height,
        bytes: (0..<3 * width * height).map { _ in UInt8(truncatingIfNeeded: noise.next()) })
}
