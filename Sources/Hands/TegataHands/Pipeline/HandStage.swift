import TegataInference
import TegataKernelABI

/// From a rectangle of a picture to a hand: crop, network, projection.
final class HandStage {
    private let network: NetworkRunner
    private let warp: TensorWarp
    private let minimumPresence: Float

    init(_ network: NetworkRunner, warp: TensorWarp, minimumPresence: Float) {
        self.network = network
        self.warp = warp
        self.minimumPresence = minimumPresence
    }

    /// The hand in a rectangle, or nil where the network sees none.
    func run(_ frame: PipelineFrame, _ rectangle: HandRectangle, _ timings: inout StageTimings) -> FoundHand? {
        let size = frame.size
        timings.handImages += nanoseconds {
            warp.run(
                frame.view, PixelRegion(rectangle, size), isMirrored: frame.isMirrored, turnedBy: frame.turnDegrees)
        }
        timings.handNetwork += nanoseconds { network.run() }
        var found: FoundHand?
        timings.handDecoding += nanoseconds { found = decode(rectangle, size) }
        return found
    }

    private func decode(_ rectangle: HandRectangle, _ size: PixelSize) -> FoundHand? {
        let presence = network.outputs[1][0]
        guard presence > minimumPresence else { return nil }
        let landmarks = HandPoints(network.outputs[0]).projected(fromInputSide: ImageInput.handSide, to: rectangle)
        let hand = HandResult(
            landmarks: landmarks, worldLandmarks: HandPoints(network.outputs[3]).turned(by: rectangle.rotation),
            presence: presence, rightProbability: network.outputs[2][0], rectangle: rectangle)
        return FoundHand(hand: hand, nextRectangle: landmarks.nextRectangle(size))
    }
}
