import TegataInference
import TegataKernelABI

/// From a rectangle of a picture to a hand: crop, network, projection.
final class HandStage {
    private let network: NetworkRunner
    private let warp: TensorWarp
    private let team: ThreadTeam
    private let cropFit: HandCropFit
    private let minimumPresence: Float
    /// For as many hands as there are threads, made when there are.
    private lazy var seats = PerThreadCrops(network, warp: warp, team: team)

    init(
        _ network: NetworkRunner, warp: TensorWarp, team: ThreadTeam, cropFit: HandCropFit, minimumPresence: Float
    ) {
        self.network = network
        self.warp = warp
        self.team = team
        self.cropFit = cropFit
        self.minimumPresence = minimumPresence
    }

    /// Appends the hands in rectangles, where the network sees any.
    func run(
        _ frame: PipelineFrame, _ rectangles: ArraySlice<HandRectangle>, _ timings: inout StageTimings,
        to found: inout [FoundHand]
    ) {
        var first = rectangles.startIndex
        while team.count > 1, rectangles.endIndex - first >= team.count, let seats {
            seats.run(frame, &timings.handImages, &timings.handNetwork) { region(rectangles[first + $0], frame.size) }
            timings.handDecoding += nanoseconds {
                for seat in 0..<seats.count {
                    let rectangle = rectangles[first + seat]
                    let letterbox = region(rectangle, frame.size).letterbox
                    if let hand = decode(seats.outputs(seat), rectangle, letterbox, frame.size) { found.append(hand) }
                }
            }
            first += seats.count
        }
        while first < rectangles.endIndex {
            if let hand = run(frame, rectangles[first], &timings) { found.append(hand) }
            first += 1
        }
    }

    /// The hand in a rectangle, or nil where the network sees none.
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

    /// The pixels that the network looks at for a rectangle.
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
            fromInputSide: ImageInput.handSide, letterbox, to: rectangle)
        let nextROI = landmarks.nextROI(size)
        // One that grows beyond all numbers would be followed for ever.
        guard nextROI.width.magnitude < 1e6 else { return nil }
        let hand = HandResult(
            landmarks: landmarks, worldLandmarks: HandPoints(outputs[3]).turned(by: rectangle.rotation),
            presence: presence, rightProbability: outputs[2][0], rectangle: rectangle)
        return FoundHand(hand: hand, nextROI: nextROI)
    }
}

/// A hand in fractions of the picture that the stage was given.
struct FoundHand {
    var hand: HandResult
    /// Where to look in the next frame, or once more in this one.
    var nextROI: HandRectangle
}

/// How the region of a hand gets into the square input of the landmark network. Regions are square but for rounding.
enum HandCropFit {
    /// Its sides become those of the input.
    case stretched
    /// It is enlarged to a square, and landmarks count from what it was before.
    case letterboxed
}
