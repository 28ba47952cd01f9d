import TegataBuffers
import TegataClassifiers
import TegataHands
import TegataImages
import TegataInference
import TegataPixels

/// Finds hands in images and clips. Not safe to use from several threads at once.
final class RobustHandDetector: @unchecked Sendable {
    private let networks: HandNetworks
    private let maximumHandCount: Int
    private let team = ThreadTeam(count: 1)
    private let pipeline: GesturePipeline
    /// A pipeline without refinement, like MediaPipe's.
    private let plainPipeline: GesturePipeline
    /// Pipelines for the harder search, created when first needed.
    private var madeHarderPipelines: [GesturePipeline] = []

    init(_ networks: HandNetworks, _ options: KeyPointOptions) throws(TegataError) {
        self.networks = networks
        maximumHandCount = options.maximumHandCount
        var usual = Self.options(networks, maximumHandCount: maximumHandCount)
        plainPipeline = try GesturePipeline(networks, options: usual, team: team)
        usual.tracking.refinesStills = options.refinesStills
        pipeline = try GesturePipeline(networks, options: usual, team: team)
    }

    private static func options(_ networks: HandNetworks, maximumHandCount: Int) -> HandPipelineOptions {
        var options = HandPipelineOptions()
        options.maximumHandCount = maximumHandCount
        if networks.gestures != nil {
            var gestures = GestureOptions()
            gestures.returnsDetails = true
            options.gestures = gestures
        }
        return options
    }

    // MARK: Pictures

    /// Returns the hands in an image as the tasks detect them, most certain first.
    func hands(in picture: RGBImage) throws(TegataError) -> [ExtractedHand] {
        try hands(in: picture, pipeline, Look(), isLate: false)
    }

    /// A way of searching an image in which no hand was detected.
    private struct Look {
        var region: RegionOfInterest?
        var rotation = 0
        /// The width of the black border, as a fraction of the image's sides.
        var margin = 0.0
        /// Whether palms with low scores are included.
        var isLenient = false
        var isMirrored = false
    }

    /// The ways to search, in order: parts of the image for small hands, black borders for hands that fill the image,
    /// rotations, and finally low scores, because most palms with low scores are false.
    private static let looks: [Look] = {
        let places: [Float] = [0, 0.25, 0.5]
        let parts = places.flatMap { top in
            places.map { RegionOfInterest(left: $0, top: top, right: $0 + 0.5, bottom: top + 0.5) }
        }
        let margins = [0.25, 0.75].map { Look(margin: $0) }
        let turns = [90, 180, 270].map { Look(rotation: $0) }
        let lenient = [Look(isLenient: true)] + parts.map { Look(region: $0, isLenient: true) }
        return parts.map { Look(region: $0) } + margins + turns + lenient
    }()

    /// Returns the hands around a box in which none was found.
    func hands(around box: HandBox, in picture: RGBImage) throws(TegataError) -> [ExtractedHand] {
        let (left, top) = (max(0, box.left - box.width / 2), max(0, box.top - box.height / 2))
        let region = RegionOfInterest(
            left: left, top: top, right: min(1, box.left + 1.5 * box.width), bottom: min(1, box.top + 1.5 * box.height))
        guard region.left < region.right, region.top < region.bottom else { return [] }
        let pipeline = try harderPipelines()[1]
        return try hands(in: picture, pipeline, Look(region: region), isLate: true).filter { $0.presence >= 0.5 }
    }

    /// A way of processing a detected hand again: the margin around its box, in box lengths, whether it is mirrored,
    /// and whether it is refined.
    private struct Crop {
        var margin: Float
        var isMirrored: Bool
        var isRefined: Bool
    }

    private static let crops = [
        Crop(margin: 0.6, isMirrored: false, isRefined: true), Crop(margin: 0.6, isMirrored: true, isRefined: false),
        Crop(margin: 1.5, isMirrored: false, isRefined: false), Crop(margin: 1.5, isMirrored: true, isRefined: true),
    ]
    /// The minimum intersection over union of a view's box and the hand's box.
    private static let leastViewOverlap: Float = 0.3

    /// Returns the hand in other crops of the image, mirrored or not, refined or not.
    func views(of hand: ExtractedHand, in picture: RGBImage) throws(TegataError) -> [ExtractedHand] {
        let pipelines = try harderPipelines()
        let box = hand.box
        let (width, height) = (Float(picture.width), Float(picture.height))
        let length = max(box.width * width, box.height * height)
        let plain = try hands(in: picture, plainPipeline, Look(), isLate: false)
        var views = plain.filter { $0.box.overlap(with: box) >= Self.leastViewOverlap }.prefix(1).map { $0 }
        for crop in Self.crops {
            let margin = crop.margin
            let region = RegionOfInterest(
                left: max(0, box.left - margin * length / width), top: max(0, box.top - margin * length / height),
                right: min(1, box.left + box.width + margin * length / width),
                bottom: min(1, box.top + box.height + margin * length / height))
            guard region.left < region.right, region.top < region.bottom else { continue }
            let look = Look(region: region, isMirrored: crop.isMirrored)
            let found = try hands(
                in: picture, crop.isRefined ? pipelines[1] : plainPipeline, look, isLate: hand.isFoundLate)
            let own = found.first { $0.presence >= 0.5 && $0.box.overlap(with: box) >= Self.leastViewOverlap }
            if let own { views.append(own) }
        }
        return views
    }

    /// Returns a pipeline for normal palm scores and one for low scores.
    private func harderPipelines() throws(TegataError) -> [GesturePipeline] {
        if madeHarderPipelines.isEmpty {
            for detection: Float in [0.5, 0.1] {
                var options = Self.options(networks, maximumHandCount: maximumHandCount)
                options.minimumDetectionConfidence = detection
                // Accept low confidences at first, because palms with low scores are placed poorly. The refinement
                // decides.
                options.minimumPresenceConfidence = 0.1
                options.tracking.refinesStills = true
                madeHarderPipelines.append(try GesturePipeline(networks, options: options, team: team))
            }
        }
        return madeHarderPipelines
    }

    /// Searches an image in which no hand was detected more thoroughly, and returns the hands from the search that
    /// found the most certain one. Low palm scores are tried only if the other searches find none.
    func handsLookingHarder(in picture: RGBImage) throws(TegataError) -> [ExtractedHand] {
        let pipelines = try harderPipelines()
        var best: [ExtractedHand] = []
        var isLenient = false
        for look in Self.looks {
            if look.isLenient, !isLenient {
                if !best.isEmpty { return best }
                isLenient = true
            }
            let hands = try hands(in: picture, pipelines[look.isLenient ? 1 : 0], look, isLate: true)
                .filter { $0.presence >= 0.5 }
            if let first = hands.first, first.presence > best.first?.presence ?? 0 { best = hands }
        }
        return best
    }

    private func hands(
        in picture: RGBImage, _ pipeline: GesturePipeline, _ look: Look, isLate: Bool
    ) throws(TegataError) -> [ExtractedHand] {
        var hands: [ExtractedHand]
        let frame = FrameOptions(
            rotationDegrees: look.rotation, region: look.region, isMirrored: look.isMirrored)
        if look.margin > 0 {
            guard let padded = PaddedPicture(picture, margin: look.margin) else { return [] }
            let found = try padded.picture.withView { view throws(TegataError) in try pipeline.detect(view).hands }
            hands = found.compactMap {
                ExtractedHand($0, width: padded.picture.width, height: padded.picture.height, isFoundLate: isLate)
            }.map { padded.inner($0) }
        } else {
            let found = try picture.withView { view throws(TegataError) in
                try pipeline.detect(view, frame: frame).hands
            }
            hands = found.compactMap {
                ExtractedHand($0, width: picture.width, height: picture.height, isFoundLate: isLate)
            }
        }
        // Equally certain hands keep the order in which they were found.
        hands = hands.enumerated().sorted {
            $0.element.presence != $1.element.presence
                ? $0.element.presence > $1.element.presence : $0.offset < $1.offset
        }.map(\.element)
        return hands
    }

    // MARK: Clips

    /// Returns a pipeline that tracks the hands of one clip.
    func makeVideoPipeline() throws(TegataError) -> GesturePipeline {
        var options = Self.options(networks, maximumHandCount: maximumHandCount)
        options.gestures = nil
        options.tracking.identifiesHands = true
        options.tracking.averagesHandedness = true
        return try GesturePipeline(networks, options: options, team: team)
    }
}

/// An image with a black border.
struct PaddedPicture {
    let picture: RGBImage
    private let inner: (x: Int, y: Int, width: Int, height: Int)

    /// Adds a border of `margin` times the width or height on each side; nil if the result has too many pixels.
    init?(_ original: RGBImage, margin: Double) {
        let (x, y) = (Int(Double(original.width) * margin), Int(Double(original.height) * margin))
        let (width, height) = (original.width + 2 * x, original.height + 2 * y)
        guard RGBImage.fits(width: width, height: height) else { return nil }
        inner = (x, y, original.width, original.height)
        var pixels = [UInt8](repeating: 0, count: 3 * width * height)
        for row in 0..<original.height {
            let start = 3 * ((y + row) * width + x)
            pixels.replaceSubrange(
                start..<start + original.bytesPerRow,
                with: original.pixels[row * original.bytesPerRow..<(row + 1) * original.bytesPerRow])
        }
        guard let picture = RGBImage(width: width, height: height, pixels: pixels) else { return nil }
        self.picture = picture
    }

    /// Converts a hand from the padded image's coordinates to the original image's.
    func inner(_ hand: ExtractedHand) -> ExtractedHand {
        var hand = hand
        let (width, height) = (Float(picture.width), Float(picture.height))
        for index in 0..<21 {
            hand.keyPoints.values[index] = (hand.keyPoints.values[index] * width - Float(inner.x)) / Float(inner.width)
            hand.keyPoints.values[21 + index] =
                (hand.keyPoints.values[21 + index] * height - Float(inner.y)) / Float(inner.height)
        }
        hand.keyPoints.aspectRatio = Float(inner.width) / Float(inner.height)
        return hand
    }
}
