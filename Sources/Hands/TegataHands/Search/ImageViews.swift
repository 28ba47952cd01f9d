import TegataBuffers
import TegataInference

/// The views of an image that a thorough search adds to the whole image: the palm detector misses hands that fill the
/// image, that are small in it, or that do not point up.
struct ImageViews {
    /// The views, from the cheapest to the dearest stage.
    private(set) var tiles: [TileLayout.Tile] = []
    /// The positions of the views that are searched together.
    private(set) var stages: [Range<Int>] = []
    private var size: PixelSize?
    private var rotationDegrees = 0

    /// How much more than the image the first view shows.
    private static let zoom: Float = 1.5
    /// The side of the parts, as a fraction of the image's longer side.
    private static let partSide: Float = 0.6

    /// Lays out the views of an image unless this has already been done.
    mutating func update(_ frame: PipelineFrame) {
        guard frame.size != size || frame.rotationDegrees != rotationDegrees else { return }
        size = frame.size
        rotationDegrees = frame.rotationDegrees
        tiles.removeAll(keepingCapacity: true)
        stages.removeAll(keepingCapacity: true)
        add([whole(of: frame, zoom: Self.zoom)])
        add([whole(of: frame, turn: 180)])
        let side = Self.partSide * frame.size.longerSide
        add(
            TileLayout.tiles(
                frame.size, rotationDegrees: rotationDegrees, side: side, step: frame.size.longerSide - side))
        add([whole(of: frame, turn: 90), whole(of: frame, turn: 270)])
    }

    private mutating func add(_ stage: [TileLayout.Tile]) {
        stages.append(tiles.count..<tiles.count + stage.count)
        tiles += stage
    }

    private func whole(of frame: PipelineFrame, turn: Int = 0, zoom: Float = 1) -> TileLayout.Tile {
        var region = PixelRegion(wholeOf: frame.size, rotationDegrees: frame.rotationDegrees % 360 + turn)
        region.width *= zoom
        region.height *= zoom
        return TileLayout.Tile(region: region, box: Box(x: 0, y: 0, width: 1, height: 1))
    }
}

/// The views that the searched frames of a video show by turns, so that no frame is searched more than once.
struct ViewTurns {
    private var count = 0
    /// The landmark network's runs for what turned out not to be a new hand, and for confirming new hands.
    private var extraRuns = 0
    /// A run of the palm network takes at least as long as this number of runs of the landmark network.
    private static let runsPerSearch = 2

    mutating func add(extraRuns runs: Int) { extraRuns += runs }

    /// Whether to leave out a search for the extra runs of earlier ones, so that a frame costs no more on average.
    mutating func skipsSearch() -> Bool {
        guard extraRuns >= Self.runsPerSearch else { return false }
        extraRuns -= Self.runsPerSearch
        return true
    }

    /// Returns the next view; nil for the whole image. The views for hands that fill the image or point down return
    /// after five searches, the others share what remains.
    mutating func next(of views: ImageViews) -> Range<Int>? {
        let (round, turn) = count.quotientAndRemainder(dividingBy: 5)
        count += 1
        switch turn {
        case 0: return nil
        case 1, 2: return turn - 1..<turn
        default:
            let view = 2 + (2 * round + turn - 3) % (views.tiles.count - 2)
            return view..<view + 1
        }
    }
}

// Searching for hands in views.
extension HandPipeline {
    /// Searches further views of an image until there are as many hands as requested.
    func findHandsInViews(_ frame: PipelineFrame, _ timings: inout StageTimings) {
        views.update(frame)
        for stage in views.stages where found.count < options.maximumHandCount {
            palmStage.run(views.tiles[stage], frame, &timings)
            addFoundHands(frame, &timings)
        }
        if found.count < options.maximumHandCount, options.search.isLarge(frame.size) {
            findPalmsInTiles(frame, &timings)
            addFoundHands(frame, &timings)
        }
    }

    /// Adds the hands of the palms that were found to those that are known.
    private func addFoundHands(_ frame: PipelineFrame, _ timings: inout StageTimings) {
        let known = found.count
        rectangles.removeAll(keepingCapacity: true)
        for hand in found { rectangles.append(hand.nextROI) }
        for palm in choosePalms(options.tiledCandidateLimit, frame) {
            associate(palm.handRectangle, with: &rectangles, limit: options.minimumTrackingConfidence)
        }
        rectangles.removeFirst(known)
        rectangles.removeAll { $0.isEmpty }
        handStage.run(frame, rectangles[...], &timings, to: &found)
        confirmHands(behind: known, frame, &timings)
        // The views show parts of hands, and hands from other sides.
        dropHands(behind: known, &timings) { frame.size.areNested($0, $1) }
        found.removeLast(max(0, found.count - options.maximumHandCount))
    }

    /// Finds the palms in the view of a video frame whose turn it is; a hand that was lost is most likely seen in the
    /// whole image.
    func findPalmsInNextView(_ frame: PipelineFrame, _ timings: inout StageTimings) {
        views.update(frame)
        guard !video.hasLostHand, let view = video.views.next(of: views) else {
            palmStage.run(frame, &timings)
            return
        }
        palmStage.run(views.tiles[view], frame, &timings)
    }
}
