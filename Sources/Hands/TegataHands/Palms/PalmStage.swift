import TegataInference
import TegataKernelABI

/// Computes palms from an image: crop, network, decoding and projection.
final class PalmStage {
    private let network: NetworkRunner
    private let warp: TensorWarp
    private let team: ThreadTeam
    private let decoder: PalmDecoder
    private let placement: PalmPlacement
    private let target: PalmTarget
    private let angles: AngleFunctions

    /// The palms of the last image in descending order of score, in fractions of that image.
    private(set) var palms: [PalmDetection] = []
    /// The memory for several tiles at once, created on first use.
    private lazy var crops = CropGroup(network, warp: warp, team: team)
    private lazy var tileDecoder = PalmDecoder(inputSide: ImageInput.palmSide, minimumScore: minimumTileScore)
    private let minimumTileScore: Float
    /// The suppression for palms from tiles and from the whole image.
    private lazy var joining = PalmSuppression(capacity: decoder.anchorCount)

    init(
        _ network: NetworkRunner, warp: TensorWarp, team: ThreadTeam, minimumScore: Float, minimumTileScore: Float,
        placement: PalmPlacement, target: PalmTarget, angles: AngleFunctions
    ) {
        self.network = network
        self.warp = warp
        self.team = team
        self.minimumTileScore = minimumTileScore
        self.placement = placement
        self.target = target
        self.angles = angles
        decoder = PalmDecoder(inputSide: ImageInput.palmSide, minimumScore: minimumScore)
        palms.reserveCapacity(decoder.anchorCount)
    }

    /// Finds the palms in a whole image.
    func run(_ frame: PipelineFrame, _ timings: inout StageTimings) {
        let size = frame.size
        let region = PixelRegion(wholeOf: size, rotationDegrees: frame.rotationDegrees)
        look(at: region, frame, &timings)
        timings.palmDecoding += nanoseconds {
            decoder.decode(boxes: network.outputs[0], logits: network.outputs[1])
            let projection = PalmProjection(region, size)
            let isLetterboxed = placement == .byLetterbox && region.rotation == 0
            palms.removeAll(keepingCapacity: true)
            for palm in decoder.palms {
                var palm = isLetterboxed ? palm.removing(region.letterbox) : palm.projected(by: projection)
                palm.handRectangle = palm.rectangle(size, target: target, angles)
                palms.append(palm)
            }
        }
    }

    private func look(at region: PixelRegion, _ frame: PipelineFrame, _ timings: inout StageTimings) {
        timings.palmImage += nanoseconds {
            warp.run(frame.view, region, isMirrored: frame.isMirrored, turnedBy: frame.turnDegrees)
        }
        timings.palmNetwork += nanoseconds { network.run() }
    }

    // MARK: Tiles

    /// Finds the palms in these tiles of an image alone.
    func run(_ tiles: ArraySlice<TileLayout.Tile>, _ frame: PipelineFrame, _ timings: inout StageTimings) {
        palms.removeAll(keepingCapacity: true)
        add(tiles, frame, &timings)
        joinPalms(frame, &timings)
    }

    /// Adds the palms in tiles to the image's palms; ``joinPalms(_:_:)`` must follow.
    func add(_ tiles: ArraySlice<TileLayout.Tile>, _ frame: PipelineFrame, _ timings: inout StageTimings) {
        var rest = tiles
        while case let count = network.groupSize(for: rest.count, team), count > 1, let crops {
            let first = rest.startIndex
            crops.run(frame, &timings.palmImage, &timings.palmNetwork, count: count) { rest[first + $0].region }
            timings.palmDecoding += nanoseconds {
                for seat in 0..<count { addPalms(crops.outputs(seat), of: rest[first + seat], frame.size) }
            }
            rest = rest.dropFirst(count)
        }
        for tile in rest {
            look(at: tile.region, frame, &timings)
            timings.palmDecoding += nanoseconds { addPalms(network.outputs, of: tile, frame.size) }
        }
    }

    private func addPalms(_ outputs: [UnsafeBufferPointer<Float>], of tile: TileLayout.Tile, _ size: PixelSize) {
        tileDecoder.decode(boxes: outputs[0], logits: outputs[1])
        let projection = PalmProjection(tile.region, size)
        for palm in tileDecoder.palms where palm.box.width > 0 && palm.box.height > 0 {
            let palm = palm.projected(by: projection)
            if !tile.cuts(palm.box) { palms.append(palm) }
        }
    }

    /// Merges palms that overlap, even if they come from different tiles.
    func joinPalms(_ frame: PipelineFrame, _ timings: inout StageTimings) {
        timings.palmDecoding += nanoseconds {
            joining.join(palms)
            palms.removeAll(keepingCapacity: true)
            for palm in joining.palms {
                var palm = palm
                palm.handRectangle = palm.rectangle(frame.size, target: target, angles)
                palms.append(palm)
            }
        }
    }

    /// If there are more than `count` palms, moves the `count` largest to the front, in descending order of size.
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
    /// The hand's area, in fractions of the image.
    fileprivate var area: Float { handRectangle.width * handRectangle.height }
}

/// How to map palms from the detector's input to the image.
package enum PalmPlacement: Sendable {
    /// By a matrix; boxes become the bounds of their corners.
    case byMatrix
    /// By removing the letterbox, which suffices for upright images; other images use the matrix.
    case byLetterbox
}
