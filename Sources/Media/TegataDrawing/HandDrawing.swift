import TegataHands
import TegataImages

/// Draws hands in images of one size, with MediaPipe's colours, order and proportions.
package struct HandDrawing: Sendable {
    /// Whether each hand has a label.
    package var hasLabels = true
    /// The width of the finger lines in pixels; palm lines are 1.5 times as wide. If it is 0, there are no lines; if
    /// nil, the width depends on the size of the image and the hand.
    package var lineWidth: Float?
    /// The width of landmarks without their rims, in pixels. If it is 0, they are hidden; if nil, the width depends on
    /// the size of the image and the hand.
    package var dotSize: Float?
    /// Whether to draw the region in which a hand's landmarks were detected.
    package var hasRegions = false
    /// Whether to draw the axes of palms with known positions in space: across the palm in red, along it in green, and
    /// out of its inner side in blue. Each axis is as long as the palm. Labels then include the distance.
    package var hasAxes = false
    /// The factor by which the image is reduced for display; lines are drawn wide enough to stay visible.
    package var shrinkage: Float = 1

    private let width: Int
    private let height: Int
    /// The scale factor for sizes, which match MediaPipe's for images with 640 pixels on the long side.
    private let scale: Float

    /// Creates a drawing for images of this size.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
        scale = max(0.5, Float(max(width, height)) / 640)
    }

    /// Draws regions, then skeletons, then axes, then labels.
    package func draw(_ hands: [HandResult], in picture: inout RGBImage) {
        precondition(
            picture.width == width && picture.height == height, "the image must have the size of the drawing")
        if hasRegions {
            for hand in hands { draw(hand.rectangle, in: &picture) }
        }
        for hand in hands { drawSkeleton(hand.landmarks, in: &picture) }
        if hasAxes { drawAxes(of: hands, in: &picture) }
        guard hasLabels else { return }
        var labels: [Label] = []
        for hand in hands {
            guard let label = label(for: hand, among: hands, besides: labels) else { continue }
            draw(label, in: &picture)
            labels.append(label)
        }
    }

    /// Draws a palm: its box, and the key points that show its direction.
    package func draw(_ palm: PalmDetection, in picture: inout RGBImage) {
        let box = palm.box
        picture.drawOutline(
            [(0, 0), (1, 0), (1, 1), (0, 1)].map { place(x: box.x + $0.0 * box.width, y: box.y + $0.1 * box.height) },
            radius: scale, Self.palmColour)
        for keypoint in PalmDetection.Keypoint.allCases {
            let centre = place(x: palm[keypoint].x, y: palm[keypoint].y)
            picture.drawLine(from: centre, to: centre, radius: 2.5 * scale, Self.palmColour)
        }
    }

    /// Draws the outline of a rotated rectangle.
    private func draw(_ rectangle: HandRectangle, in picture: inout RGBImage) {
        picture.drawOutline(corners(of: rectangle), radius: scale, Self.regionColour)
    }

    private func corners(of rectangle: HandRectangle) -> [PixelPoint] {
        let (width, height) = (Float(width), Float(height))
        let across = PixelPoint(x: rectangle.width * width / 2, y: rectangle.height * height / 2)
        let (cosine, sine) = (cosine(rectangle.rotation), sine(rectangle.rotation))
        return [(-1, -1), (1, -1), (1, 1), (-1, 1)].map { (right: Float, down: Float) in
            let (x, y) = (right * across.x, down * across.y)
            return PixelPoint(
                x: rectangle.centerX * width - 0.5 + x * cosine - y * sine,
                y: rectangle.centerY * height - 0.5 + x * sine + y * cosine)
        }
    }

    /// Draws a skeleton; landmarks outside the image are skipped, along with their lines.
    private func drawSkeleton(_ landmarks: HandPoints, in picture: inout RGBImage) {
        let scale = scale(for: landmarks)
        let lineScale = lineWidth.map { max(0, $0) / HandPart.indexFinger.lineWidth } ?? scale
        let dotScale = dotSize.map { max(0, $0) / 2 / HandPart.pointRadius } ?? scale
        for edge in [HandPart.edgeWidth * scale, nil] {
            for part in HandPart.all where lineScale > 0 {
                let radius = part.lineWidth / 2 * lineScale + (edge ?? 0)
                let colour = edge == nil ? RGBColor(part.lineColour) : Self.edgeColour
                for line in part.connections {
                    guard let start = pixel(of: landmarks[line.start]), let end = pixel(of: landmarks[line.end]) else {
                        continue
                    }
                    picture.drawLine(from: start, to: end, radius: radius, colour)
                }
            }
        }
        for part in HandPart.all where dotScale > 0 {
            for point in part.points {
                guard let centre = pixel(of: landmarks[point]) else { continue }
                func fill(_ radius: Float, _ colour: RGBColor) {
                    picture.drawLine(from: centre, to: centre, radius: radius, colour)
                }
                fill(HandPart.rimRadius * dotScale + HandPart.edgeWidth * scale, Self.edgeColour)
                fill(HandPart.rimRadius * dotScale, Self.rimColour)
                fill(HandPart.pointRadius * dotScale, RGBColor(part.pointColour))
            }
        }
    }

    /// Returns the scale factor for sizes on a hand, which is smaller for small hands.
    func scale(for landmarks: HandPoints) -> Float {
        max(0.25, min(scale, (box(around: landmarks)?.longSide ?? 0) / HandPart.fullSize), shrinkage / 4)
    }

    /// Returns the pixel that contains a landmark; nil if the landmark is outside the image.
    private func pixel(of point: HandPoint) -> PixelPoint? {
        guard 0 <= point.x, point.x <= 1, 0 <= point.y, point.y <= 1 else { return nil }
        return PixelPoint(
            x: min((point.x * Float(width)).rounded(.down), Float(width - 1)),
            y: min((point.y * Float(height)).rounded(.down), Float(height - 1)))
    }

    /// Converts fractions of the image's sides to pixels, inside the image or outside.
    private func place(x: Float, y: Float) -> PixelPoint {
        PixelPoint(x: x * Float(width) - 0.5, y: y * Float(height) - 0.5)
    }

    // MARK: Labels

    /// An upright box.
    private struct Box {
        let corner: PixelPoint
        let size: PixelPoint

        var area: Float { size.x * size.y }
        var longSide: Float { max(size.x, size.y) }
        var opposite: PixelPoint { corner + size }

        /// Returns the area that both boxes cover.
        func overlap(with other: Box) -> Float {
            let right = min(opposite.x, other.opposite.x)
            let bottom = min(opposite.y, other.opposite.y)
            return max(0, right - max(corner.x, other.corner.x)) * max(0, bottom - max(corner.y, other.corner.y))
        }
    }

    /// A line of text on a dark box.
    private struct Label {
        let text: String
        let textSize: Float
        let box: Box
    }

    /// Returns the text sizes to try for a hand, which depend on the hand's size; the smaller one is for tight spaces.
    private func textSizes(for hand: Box) -> [Float] {
        let usual = max(12 * scale, min(20 * scale, hand.longSide / 12), 10)
        return [usual, max(0.7 * usual, 10)]
    }
    /// The largest fraction of a hand that labels may cover.
    private static let largestCover: Float = 0.15
    private var labelPadding: Float { 4 * scale }

    /// Returns the box around the landmarks in the image; nil if there are none.
    private func box(around landmarks: HandPoints) -> Box? {
        let points = landmarks.compactMap(pixel)
        guard
            let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
            let bottom = points.map(\.y).max()
        else { return nil }
        return Box(corner: PixelPoint(x: left, y: top), size: PixelPoint(x: right - left, y: bottom - top))
    }

    /// Returns the boxes around the fingertips in the image.
    private func tips(of landmarks: HandPoints) -> [Box] {
        let radius = (box(around: landmarks)?.longSide ?? 0) * HandPart.tipRadius
        return HandPart.all.dropFirst().compactMap { part in
            part.points.last.flatMap { pixel(of: landmarks[$0]) }.map {
                Box(corner: $0 + PixelPoint(x: -radius, y: -radius), size: PixelPoint(x: 2 * radius, y: 2 * radius))
            }
        }
    }

    /// Returns the longest label for a hand that covers no other label, no fingertip and little of the hands; if there
    /// is none, one that covers fingertips; nil if none fits.
    private func label(for hand: HandResult, among hands: [HandResult], besides others: [Label]) -> Label? {
        guard let box = box(around: hand.landmarks) else { return nil }
        let boxes = hands.compactMap { self.box(around: $0.landmarks) }
        for tips in [hands.flatMap { tips(of: $0.landmarks) }, []] {
            for text in hand.labels(hasDistance: hasAxes) {
                for textSize in textSizes(for: box) {
                    let place = places(forLabel: text, textSize, at: box).first { place in
                        others.allSatisfy { $0.box.overlap(with: place) == 0 }
                            && tips.allSatisfy { $0.overlap(with: place) == 0 }
                            && boxes.allSatisfy { box in
                                let covered = others.reduce(box.overlap(with: place)) { $0 + box.overlap(with: $1.box) }
                                return covered <= Self.largestCover * box.area
                            }
                    }
                    if let place { return Label(text: text, textSize: textSize, box: place) }
                }
            }
        }
        return nil
    }

    /// Returns boxes for a label above, below and beside the hand, where it fits into the image.
    private func places(forLabel text: String, _ textSize: Float, at hand: Box) -> [Box] {
        let size = PixelPoint(
            x: RGBImage.textWidth(text, size: textSize) + 2 * labelPadding,
            y: (LabelFace.capitalHeight + LabelFace.depth) * textSize + 2 * labelPadding)
        let space = PixelPoint(x: Float(width) - size.x, y: Float(height) - size.y)
        guard space.x >= 0, space.y >= 0 else { return [] }
        let distance = max(14 * scale, 1.6 * HandPart.tipRadius * hand.longSide)
        let middle = PixelPoint(
            x: hand.corner.x + (hand.size.x - size.x) / 2, y: hand.corner.y + (hand.size.y - size.y) / 2)
        let above = PixelPoint(x: middle.x, y: hand.corner.y - distance - size.y)
        let below = PixelPoint(x: middle.x, y: hand.opposite.y + distance)
        let right = PixelPoint(x: hand.opposite.x + distance, y: middle.y)
        let left = PixelPoint(x: hand.corner.x - distance - size.x, y: middle.y)
        return [above, below, right, left].map {
            Box(
                corner: PixelPoint(
                    x: max(0, min($0.x, space.x)).rounded(.down), y: max(0, min($0.y, space.y)).rounded(.down)),
                size: size)
        }
    }

    private func draw(_ label: Label, in picture: inout RGBImage) {
        let corner = label.box.corner
        picture.fillBox(from: corner, to: corner + label.box.size, .black, opacity: 0.65)
        let start = corner + PixelPoint(x: labelPadding, y: labelPadding + LabelFace.capitalHeight * label.textSize)
        picture.drawText(label.text, at: start, size: label.textSize, .white)
    }

    private static let edgeColour = RGBColor(HandPart.edgeColour)
    private static let rimColour = RGBColor(HandPart.rimColour)
    private static let regionColour = RGBColor(red: 0, green: 200, blue: 255)
    private static let palmColour = RGBColor(red: 255, green: 120, blue: 0)
}

extension HandResult {
    /// A label such as `#1 Left 98 % Victory 78 %`.
    package var label: String { label(hasScores: true) }

    /// Returns labels of decreasing length.
    fileprivate func labels(hasDistance: Bool) -> [String] {
        let shortest = number ?? String(handedness.name.prefix(1))
        let names = [label, label(hasScores: false), (number.map { $0 + " " } ?? "") + handedness.name]
        let distance = hasDistance ? metric?.distanceLabel : nil
        return names.map { name in distance.map { "\(name) \($0)" } ?? name } + [shortest]
    }

    private var number: String? { identifier.map { "#\($0)" } }

    private func label(hasScores: Bool) -> String {
        func scored(_ name: String, _ score: Float) -> String { hasScores ? "\(name) \(percentage(score))" : name }
        var words = [scored(handedness.name, handednessScore)]
        if let number { words.insert(number, at: 0) }
        if let gesture {
            // Omit this score, because it is not useful to know how certain it is that a hand shows no known gesture.
            words.append(
                Gesture.noneNames.contains(gesture.name) ? "no gesture" : scored(gesture.label, gesture.score))
        }
        if let action { words.append(scored(action.name, action.score)) }
        return words.joined(separator: " ")
    }

    private func percentage(_ score: Float) -> String {
        (Int(exactly: (score * 100).rounded()).map { "\($0)" } ?? "?") + " %"
    }
}

extension RGBColor {
    fileprivate init(_ colour: HandPart.Colour) {
        self.init(red: colour.red, green: colour.green, blue: colour.blue)
    }
}
