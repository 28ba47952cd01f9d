import TegataInference
import TegataKernelABI

/// Computes a hand from a rectangle of an image: crop, network and projection.
final class HandStage {
    private let network: NetworkRunner
    private let warp: TensorWarp
    private let team: ThreadTeam
    private let cropFit: HandCropFit
    private let minimumPresence: Float
    private let angles: AngleFunctions
    /// The memory for several hands at once, created on first use.
    private lazy var crops = CropGroup(network, warp: warp, team: team)

    init(
        _ network: NetworkRunner, warp: TensorWarp, team: ThreadTeam, cropFit: HandCropFit, minimumPresence: Float,
        angles: AngleFunctions
    ) {
        self.network = network
        self.warp = warp
        self.team = team
        self.cropFit = cropFit
        self.minimumPresence = minimumPresence
        self.angles = angles
    }

    /// Appends the hands that the network finds in rectangles.
    func run(
        _ frame: PipelineFrame, _ rectangles: ArraySlice<HandRectangle>, _ timings: inout StageTimings,
        to found: inout [FoundHand]
    ) {
        var first = rectangles.startIndex
        while case let count = network.groupSize(for: rectangles.endIndex - first, team), count > 1, let crops {
            crops.run(frame, &timings.handImages, &timings.handNetwork, count: count) {
                region(rectangles[first + $0], frame.size)
            }
            timings.handDecoding += nanoseconds {
                for seat in 0..<count {
                    let rectangle = rectangles[first + seat]
                    let letterbox = region(rectangle, frame.size).letterbox
                    if let hand = decode(crops.outputs(seat), rectangle, letterbox, frame.size) { found.append(hand) }
                }
            }
            first += count
        }
        while first < rectangles.endIndex {
            if let hand = run(frame, rectangles[first], &timings) { found.append(hand) }
            first += 1
        }
    }

    /// Returns the hand in a rectangle; nil if the network finds none.
    func run(_ frame: PipelineFrame, _ rectangle: HandRectangle, _ timings: inout StageTimings) -> FoundHand? {
        let size = frame.size
        let region = region(rectangle, size)
        timings.handImages += nanoseconds {
            warp.run(frame.view, region, isMirrored: frame.isMirrored, turnedBy: frame.turnDegrees)
        }
        timings.handNetwork += nanoseconds { network.run() }
        var found: FoundHand?
        timings.handDecoding += nanoseconds { found = decode(network.outputs, rectangle, region.letterbox, size) }
        return found
    }

    /// Returns the pixels that the network processes for a rectangle.
    private func region(_ rectangle: HandRectangle, _ size: PixelSize) -> PixelRegion {
        var region = PixelRegion(rectangle, size)
        if cropFit == .letterboxed { region.makeSquare() }
        return region
    }

    private func decode(
        _ outputs: [UnsafeBufferPointer<Float>], _ rectangle: HandRectangle, _ letterbox: Letterbox, _ size: PixelSize
    ) -> FoundHand? {
        let presence = outputs[1][0]
        guard presence > minimumPresence else { return nil }
        let landmarks = HandPoints(outputs[0]).projected(
            fromInputSide: ImageInput.handSide, letterbox, to: rectangle, angles)
        let nextROI = landmarks.nextROI(size, angles)
        // A region that grows without bound would be tracked forever.
        guard nextROI.width.magnitude < 1e6 else { return nil }
        let hand = HandResult(
            landmarks: landmarks, worldLandmarks: HandPoints(outputs[3]).turned(by: rectangle.rotation, angles),
            presence: presence, rightProbability: outputs[2][0], rectangle: rectangle)
        return FoundHand(hand: hand, nextROI: nextROI)
    }
}

/// A hand in fractions of the image that the stage is processing.
struct FoundHand {
    var hand: HandResult
    /// The region to search in the next frame, or again in this one.
    var nextROI: HandRectangle
}

/// How to fit a hand's region to the landmark network's square input. Regions are square up to rounding.
enum HandCropFit {
    /// The region is stretched to the input.
    case stretched
    /// The region is enlarged to a square, and landmarks refer to the region before enlargement.
    case letterboxed
}
