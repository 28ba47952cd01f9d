import TegataInference
import TegataKernelABI

/// From a rectangle of a picture to a hand: crop, network, projection.
final class HandStage {
    private let network: NetworkRunner
    private let warp: TensorWarp
    private let cropFit: HandCropFit
    private let minimumPresence: Float

    init(_ network: NetworkRunner, warp: TensorWarp, cropFit: HandCropFit, minimumPresence: Float) {
        self.network = network
        self.warp = warp
        self.cropFit = cropFit
        self.minimumPresence = minimumPresence
    }

    /// The hand in a rectangle, or nil where the network sees none.
    func run(_ frame: PipelineFrame, _ rectangle: HandRectangle, _ timings: inout StageTimings) -> FoundHand? {
        let size = frame.size
        var region = PixelRegion(rectangle, size)
        if cropFit == .letterboxed { region.makeSquare() }
        timings.handImages += nanoseconds {
            warp.run(frame.view, region, isMirrored: frame.isMirrored, turnedBy: frame.turnDegrees)
        }
        timings.handNetwork += nanoseconds { network.run() }
        var found: FoundHand?
        timings.handDecoding += nanoseconds { found = decode(rectangle, region.letterbox, size) }
        return found
    }

    private func decode(_ rectangle: HandRectangle, _ letterbox: Letterbox, _ size: PixelSize) -> FoundHand? {
        let presence = network.outputs[1][0]
        guard presence > minimumPresence else { return nil }
        let landmarks = HandPoints(network.outputs[0]).projected(
            fromInputSide: ImageInput.handSide, letterbox, to: rectangle)
        let hand = HandResult(
            landmarks: landmarks, worldLandmarks: HandPoints(network.outputs[3]).turned(by: rectangle.rotation),
            presence: presence, rightProbability: network.outputs[2][0], rectangle: rectangle)
        return FoundHand(hand: hand, nextRectangle: landmarks.nextRectangle(size))
    }
}
