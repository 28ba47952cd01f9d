import TegataClassifiers
import TegataDrawing
import TegataHands
import TegataImages
import TegataTrainingData

/// Small images of single hands with their skeletons.
enum MistakePicture {
    private static let side = 160
    private static let quality = 82
    private static let paper = RGBColor(red: 32, green: 35, blue: 40)

    /// Returns a JPEG image of a hand. For landmarks without an image, it shows a skeleton; for sequences, the skeleton
    /// of the middle frame. Nil if there is nothing to show.
    static func jpeg(of source: ExampleSource, _ data: ExtractedDataSet) -> [UInt8]? {
        let item = data.dataSet.items[source.item]
        let picture: RGBImage?
        switch (data.items[source.item], item.content) {
        case (.picture(let hands, _), .picture(let file)) where hands.indices.contains(source.hand):
            picture = cropped(hands[source.hand].keyPoints, file.path)
        case (.clip(let sequences), _) where sequences.indices.contains(source.hand):
            picture = skeleton(middle(of: sequences[source.hand].frames))
        case (_, .sequence(let frames, _)): picture = skeleton(middle(of: frames))
        case (_, .hand(let hand)): picture = skeleton(hand)
        default: picture = nil
        }
        return picture.flatMap { try? $0.encoded(as: .jpeg, quality: quality) }
    }

    private static func cropped(_ hand: HandKeyPoints, _ path: String) -> RGBImage? {
        guard var picture = try? RGBImage(readingFileAt: path) else { return nil }
        let result = result(hand)
        var drawing = HandDrawing(width: picture.width, height: picture.height)
        drawing.hasLabels = false
        let extent = result.rectangle.width * Float(picture.width)
        drawing.shrinkage = max(1, extent / Float(side))
        drawing.draw([result], in: &picture)
        return picture.cropped(to: result, side: side)
    }

    private static func middle(of frames: [HandKeyPoints]) -> HandKeyPoints {
        let present = frames.filter(\.isPresent)
        return present.isEmpty ? HandKeyPoints() : present[present.count / 2]
    }

    /// Returns an image of the skeleton, as large as possible, on a dark background.
    private static func skeleton(_ hand: HandKeyPoints) -> RGBImage? {
        guard hand.isPresent else { return nil }
        let xs = (0..<21).map { hand.values[$0] * hand.aspectRatio }
        let ys = (0..<21).map { hand.values[21 + $0] }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
        let extent = max(right - left, bottom - top, 1e-6) * 1.25
        var fitted = hand
        for index in 0..<21 {
            fitted.values[index] = 0.5 + (xs[index] - (left + right) / 2) / extent
            fitted.values[21 + index] = 0.5 + (ys[index] - (top + bottom) / 2) / extent
        }
        var picture = RGBImage(width: side, height: side, filledWith: paper)
        var drawing = HandDrawing(width: side, height: side)
        drawing.hasLabels = false
        drawing.draw([result(fitted)], in: &picture)
        return picture
    }

    private static func result(_ hand: HandKeyPoints) -> HandResult {
        let points = HandPoints { HandPoint(x: hand.values[$0], y: hand.values[21 + $0], z: 0) }
        let (xs, ys) = ((0..<21).map { hand.values[$0] }, (0..<21).map { hand.values[21 + $0] })
        let (left, right, top, bottom) = (xs.min() ?? 0, xs.max() ?? 0, ys.min() ?? 0, ys.max() ?? 0)
        return HandResult(
            landmarks: points, worldLandmarks: HandPoints(), presence: 1, rightProbability: 0.5,
            rectangle: HandRectangle(
                centerX: (left + right) / 2, centerY: (top + bottom) / 2, width: right - left, height: bottom - top,
                rotation: 0))
    }
}
