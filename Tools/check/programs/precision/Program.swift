import CTegataShims
import TegataBuffers
import TegataHands
import TegataInference
import TegataKernelABI
import TegataKernelSelection

/// A network that stores its results for an image: for an input that it has already seen, it returns them without a
/// run.
final class Answers {
    let network: Network
    private let session: Session
    private(set) var inputs: [[Float]] = []
    private(set) var outputs: [[[Float]]] = []
    private let input: UnsafeMutableBufferPointer<Float>
    private let results: [UnsafeMutableBufferPointer<Float>]

    init(_ network: Network) {
        self.network = network
        session = Session(network, team: ThreadTeam(count: 1))
        input = session.inputFloats(0)
        results = network.outputs.map { .allocate(capacity: $0.count) }
    }

    /// Clears the stored results.
    func begin() {
        inputs.removeAll()
        outputs.removeAll()
    }

    /// Runs the network for a pipeline.
    var runner: NetworkRunner {
        NetworkRunner(inputs: [input], outputs: results.map { UnsafeBufferPointer($0) }) { self.run() }
    }

    /// Returns the network's results for an input.
    func answers(to values: [Float]) -> [[Float]] {
        for index in values.indices { input[index] = values[index] }
        run()
        return results.map { Array($0) }
    }

    private func run() {
        var known = 0
        while known < inputs.count && !inputs[known].elementsEqual(input) { known += 1 }
        if known == inputs.count {
            inputs.append(Array(input))
            session.run()
            outputs.append(results.indices.map { session.output($0) })
        }
        for (index, result) in results.enumerated() {
            for element in result.indices { result[element] = outputs[known][index][element] }
        }
    }
}

/// Receives a label and its numbers.
public typealias Record = @convention(c) (UnsafePointer<CChar>, UnsafePointer<Float>, Int) -> Void

/// The same networks in single and in half precision, and pipelines with them.
final class Comparison {
    private let palms: (single: Answers, half: Answers)
    private let hands: (single: Answers, half: Answers)
    private let single: HandPipeline
    private let half: HandPipeline
    private let allHalf: HandPipeline
    private let record: Record

    init(_ bundle: Bytes, record: Record) throws(TegataError) {
        self.record = record
        let networks = try HandNetworks(bundle: bundle, file: "BUNDLE")
        let halves = try HandNetworks(bundle: bundle, file: "BUNDLE", precision: .allHalf)
        palms = (Answers(networks.palmDetector), Answers(halves.palmDetector))
        hands = (Answers(networks.handLandmarks), Answers(halves.handLandmarks))
        single = try Self.pipeline(palms.single, hands.single)
        half = try Self.pipeline(palms.single, hands.half)
        allHalf = try Self.pipeline(palms.half, hands.half)
    }

    private static func pipeline(_ palms: Answers, _ hands: Answers) throws(TegataError) -> HandPipeline {
        var options = HandPipelineOptions()
        options.maximumHandCount = 2
        let kernels: KernelSet
        do throws(KernelSelectionError) { kernels = try kernelSet() } catch { throw TegataError(error) }
        do throws(HandPipelineError) {
            return try HandPipeline(
                palmDetector: palms.runner, handLandmarks: hands.runner, options: options, kernels: kernels,
                team: ThreadTeam(count: 1))
        } catch { throw TegataError(error) }
    }

    /// Records the bytes of the packed weights of both networks.
    func recordWeights() {
        send(
            "weights",
            [palms.single, hands.single, palms.half, hands.half].map { Float($0.network.plan.constantByteCount) })
    }

    /// Records the networks' outputs for the same input, and the pipelines' results.
    func compare(_ image: ImageView) throws(TegataError) {
        for answers in [palms.single, palms.half, hands.single, hands.half] { answers.begin() }
        try sendHands("single", single.detect(image).hands, image)
        for (index, input) in palms.single.inputs.enumerated() {
            sendPalms(palms.single.outputs[index], palms.half.answers(to: input))
        }
        for (index, input) in hands.single.inputs.enumerated() {
            send("crop", hands.single.outputs[index].flatMap { $0 } + hands.half.answers(to: input).flatMap { $0 })
        }
        try sendHands("half", half.detect(image).hands, image)
        try sendHands("all-half", allHalf.detect(image).hands, image)
    }

    /// Records the hands of a frame that are tracked in single and in half precision.
    func follow(_ image: ImageView, milliseconds: Int) throws(TegataError) {
        for answers in [palms.single, hands.single, hands.half] { answers.begin() }
        try sendHands("single", single.track(image, milliseconds: milliseconds).hands, image)
        try sendHands("half", half.track(image, milliseconds: milliseconds).hands, image)
    }

    /// Records how many output values change with several threads.
    func compareThreads(_ image: ImageView, counts: ClosedRange<Int>) throws(TegataError) {
        try compare(image)
        for answers in [palms.half, hands.half] {
            guard let input = answers.inputs.first, let alone = answers.outputs.first else { continue }
            for count in counts {
                let session = SharedRun(answers.network.plan, among: count)
                let target = session.inputFloats(0)
                for index in input.indices { target[index] = input[index] }
                session.run()
                var differences = 0
                for (index, values) in alone.enumerated() {
                    for (a, b) in zip(values, session.outputFloats(index)) where a.bitPattern != b.bitPattern {
                        differences += 1
                    }
                }
                send("threads", [Float(count), Float(differences)])
            }
        }
    }

    /// Sends the largest difference, the sum of squares and the number of values of the anchors that single precision
    /// counts as palms, the largest difference of their scores, and how many anchors count with only one precision.
    private func sendPalms(_ single: [[Float]], _ half: [[Float]]) {
        var (largest, squares, count, score, flips): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
        let width = single[0].count / single[1].count
        for anchor in single[1].indices {
            let (a, b) = (single[1][anchor], half[1][anchor])
            if (a > 0) != (b > 0) { flips += 1 }
            guard a > 0 else { continue }
            score = max(score, abs(sigmoid(a) - sigmoid(b)))
            for index in anchor * width..<(anchor + 1) * width {
                let difference = abs(single[0][index] - half[0][index])
                largest = max(largest, difference)
                squares += difference * difference
                count += 1
            }
        }
        send("palm", [largest, squares, count, score, flips])
    }

    private func sigmoid(_ value: Float) -> Float { Float(1 / (1 + tegata_exp(Double(-value)))) }

    /// Sends presence, handedness, the crop's width in pixels, and the points in pixels and then in metres.
    private func sendHands(_ label: StaticString, _ hands: [HandResult], _ image: ImageView) {
        for hand in hands {
            let (width, height) = (Float(image.width), Float(image.height))
            var numbers = [hand.presence, hand.rightProbability, hand.rectangle.width * width]
            for point in hand.landmarks { numbers += [point.x * width, point.y * height, point.z * width] }
            for point in hand.worldLandmarks { numbers += [point.x, point.y, point.z] }
            send(label, numbers)
        }
    }

    private func send(_ label: StaticString, _ numbers: [Float]) {
        label.withUTF8Buffer { label in
            numbers.withUnsafeBufferPointer { numbers in
                label.withMemoryRebound(to: CChar.self) { record($0.baseAddress!, numbers.baseAddress!, numbers.count) }
            }
        }
    }
}

nonisolated(unsafe) private var comparison: Comparison?

/// The questions about images, numbered as in main.c.
private enum Question: Int32 {
    case stills, video, threads
}

/// Loads the networks. Returns 0, 3 if the processor cannot compute in half precision, or 1 after a message.
@_cdecl("tegata_load_precisions")
public func loadPrecisions(
    bundle: UnsafeRawPointer, size: Int, record: Record, message: @convention(c) (UnsafePointer<CChar>) -> Void
) -> Int32 {
    guard (try? float16KernelSet()) != nil else { return 3 }
    do throws(TegataError) {
        let loaded = try Comparison(Bytes([UInt8](UnsafeRawBufferPointer(start: bundle, count: size))), record: record)
        loaded.recordWeights()
        comparison = loaded
        return 0
    } catch {
        message(error.description)
        return 1
    }
}

/// Answers a question about one image, or about the next frame of a video. Returns 0, or 1 after a message.
@_cdecl("tegata_compare_precisions")
public func comparePrecisions(
    question: Int32, pixels: UnsafeRawPointer, width: Int, height: Int, milliseconds: Int,
    message: @convention(c) (UnsafePointer<CChar>) -> Void
) -> Int32 {
    do throws(TegataError) {
        let bytes = UnsafeRawBufferPointer(start: pixels, count: 3 * width * height)
        let image = try ImageView(.rgb, width: width, height: height, bytes: bytes)
        switch Question(rawValue: question) {
        case .stills: try comparison?.compare(image)
        case .video: try comparison?.follow(image, milliseconds: milliseconds)
        case .threads: try comparison?.compareThreads(image, counts: 2...4)
        case nil: return 1
        }
        return 0
    } catch {
        message(error.description)
        return 1
    }
}
