import TegataInference
import TegataKernelABI

/// From a picture to palms: crop, network, decoding, projection.
final class PalmStage {
    private let network: NetworkRunner
    private let warp: TensorWarp
    private let decoder: PalmDecoder
    private let placement: PalmPlacement
    private let target: PalmTarget

    /// The palms of the last picture by falling score, in fractions of that picture.
    private(set) var palms: [PalmDetection] = []

    init(
        _ network: NetworkRunner, warp: TensorWarp, minimumScore: Float, placement: PalmPlacement, target: PalmTarget
    ) {
        self.network = network
        self.warp = warp
        self.placement = placement
        self.target = target
        decoder = PalmDecoder(inputSide: ImageInput.palmSide, minimumScore: minimumScore)
        palms.reserveCapacity(decoder.anchorCount)
    }

    func run(_ frame: PipelineFrame, _ timings: inout StageTimings) {
        let size = frame.size
        let region = PixelRegion(wholeOf: size, rotationDegrees: frame.rotationDegrees)
        timings.palmImage += nanoseconds {
            warp.run(frame.view, region, isMirrored: frame.isMirrored, turnedBy: frame.turnDegrees)
        }
        timings.palmNetwork += nanoseconds { network.run() }
        timings.palmDecoding += nanoseconds {
            decoder.decode(boxes: network.outputs[0], logits: network.outputs[1])
            let projection = PalmProjection(region, size)
            let isLetterboxed = placement == .byLetterbox && region.rotation == 0
            palms.removeAll(keepingCapacity: true)
            for palm in decoder.palms {
                var palm = isLetterboxed ? palm.removing(region.letterbox) : palm.projected(by: projection)
                palm.handRectangle = palm.rectangle(size, target: target)
                palms.append(palm)
            }
        }
    }

    /// Where there are more than `count` palms, puts as many of the largest first, by falling size.
    func putLargestFirst(_ count: Int) {
        guard palms.count > count else { return }
        for place in 0..<count {
            var largest = place
            for index in place..<palms.count where palms[index].area > palms[largest].area { largest = index }
            palms.swapAt(place, largest)
        }
    }
}

extension PalmDetection {
    /// Of the hand, in fractions of the picture.
    fileprivate var area: Float { handRectangle.width * handRectangle.height }
}
