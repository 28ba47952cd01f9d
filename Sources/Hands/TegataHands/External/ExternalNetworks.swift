import TegataBuffers
import TegataInference
import TegataKernelABI
import TegataKernelSelection

/// Networks that the caller runs, such as on a graphics processor or an accelerator. The pipeline does everything else:
/// it searches images, crops hands, decodes outputs, and tracks.
public struct ExternalNetworks {
    /// The network that finds palms in an image of 192×192 pixels. Its outputs are 2016×18 numbers (boxes and points
    /// relative to anchors) and 2016 logits.
    public var palmDetector = ExternalNetwork()
    /// The network that finds the points of a hand in an image of 224×224 pixels. Its outputs are 63 coordinates in
    /// pixels of this image, the presence, the probability of a right hand, and 63 coordinates in metres.
    public var handLandmarks = ExternalNetwork()
    /// Computes all outputs of a call. Errors reach the caller of the pipeline as they are, and tracking continues as
    /// if the frame had been skipped. It runs on the thread that calls the pipeline, which waits until it returns.
    public var run: (NetworkCall) throws(TegataError) -> Void

    /// Creates networks whose inputs and outputs are floats.
    public init(run: @escaping (NetworkCall) throws(TegataError) -> Void) {
        self.run = run
    }
}

extension ExternalNetworks {
    /// Returns a pipeline that uses these networks, on the threads of `team`. Recognising gestures needs the networks
    /// for `gestures`, which the engine runs.
    public func pipeline(
        gestures: GestureNetworks? = nil, options: HandPipelineOptions = HandPipelineOptions(), team: ThreadTeam
    ) throws(TegataError) -> GesturePipeline {
        let kernels: KernelSet
        do { kernels = try kernelSet() } catch { throw TegataError(error) }
        let palms: ExternalRunner
        let hands: ExternalRunner
        do throws(ExternalNetworkError) {
            palms = try .make(.palmDetector, palmDetector, run)
            hands = try .make(.handLandmarks, handLandmarks, run)
        } catch { throw TegataError(error) }
        let pipeline: HandPipeline
        do throws(HandPipelineError) {
            pipeline = try HandPipeline(
                palmDetector: palms.seat(0) { palms.run(1) }, handLandmarks: hands.seat(0) { hands.run(1) },
                options: options, kernels: kernels, team: team)
        } catch { throw TegataError(error) }
        return try GesturePipeline(pipeline, gestures)
    }
}

/// The form in which the caller's function takes and returns a network's tensors.
public struct ExternalNetwork: Sendable, Equatable {
    /// The encoding of pixels from 0 for black to 1 for white.
    public var input = TensorEncoding.float32
    /// The encodings of the outputs. Outputs without an encoding are floats.
    public var outputs: [TensorEncoding] = []
    /// The largest number of images that the function takes in one call.
    public var batch = 1

    /// Creates a network whose input and outputs are floats.
    public init() {}
}

/// A call of a network.
public struct NetworkCall {
    /// The networks of the pipeline.
    public enum Network: Int32, Sendable, CaseIterable {
        case palmDetector
        case handLandmarks

        /// The name used in errors.
        var name: String { self == .palmDetector ? "palm network" : "landmark network" }
    }

    /// The network to run.
    public let network: Network
    /// The number of images, which is the first element of all shapes.
    public let count: Int
    /// The images, as rows of red, green and blue.
    public let input: NetworkTensor
    /// The memory for the outputs, in the order in which ``ExternalNetworks`` lists them.
    public let outputs: [NetworkTensor]
}

/// A tensor in memory that belongs to the pipeline, without gaps.
public struct NetworkTensor {
    /// The elements.
    public let bytes: UnsafeMutableRawBufferPointer
    /// The sizes of the dimensions.
    public let shape: [Int]
    /// The meaning of the elements.
    public let encoding: TensorEncoding
}

/// An error in the description or the outputs of networks that the caller runs.
enum ExternalNetworkError: Error {
    case scale(NetworkCall.Network, tensor: String, Float)
    case zeroPoint(NetworkCall.Network, tensor: String, Int32)
    case batch(NetworkCall.Network, Int)
    case outputCount(NetworkCall.Network, Int, expected: Int)
    case notFinite(NetworkCall.Network, output: Int)

    var description: String {
        switch self {
        case .scale(let network, let tensor, let scale):
            "\(tensor) of the \(network.name) has bytes with the scale \(scale); give the scale and the zero point that the "
                + "network was quantised with"
        case .zeroPoint(let network, let tensor, let zeroPoint):
            "\(tensor) of the \(network.name) has the zero point \(zeroPoint), which its bytes cannot have; give the one "
                + "that the network was quantised with"
        case .batch(let network, let count):
            "the \(network.name) takes \(count) images in a call; the number must be between 1 and 64"
        case .outputCount(let network, let count, let expected):
            "the \(network.name) has encodings of \(count) outputs; it has only \(expected)"
        case .notFinite(let network, let output):
            "output \(output) of the \(network.name) is not finite; the function that runs it must fill it with numbers"
        }
    }
}

extension TegataError {
    init(_ error: ExternalNetworkError) {
        var kind = Kind.invalidArgument
        if case .notFinite = error { kind = .failedNetwork }
        self.init(kind, description: error.description)
    }
}
