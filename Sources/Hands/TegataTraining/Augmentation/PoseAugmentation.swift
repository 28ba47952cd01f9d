import TegataClassifiers

/// The random changes to a hand's points, which make a few images stand for many.
package struct PoseAugmentation: Sendable, Equatable {
    /// Whether half of the hands are mirrored.
    package var flips: Bool
    /// The maximum rotation in degrees.
    package var rotation: Float
    /// The maximum displacement, as a fraction of the image's size. Displacement and scale affect features only through
    /// rounding.
    package var translation: Float
    package var scale: Float
    /// The maximum tilt out of the image plane, as the fraction by which hands become narrower in some direction.
    package var tilt: Float
    /// The maximum additional magnification of the near parts of a tilted hand, per hand size.
    package var perspective: Float
    /// The maximum change in finger lengths, as a fraction.
    package var proportions: Float
    /// The spread of individual points around their positions, in hand sizes.
    package var jitter: Float

    package init(
        flips: Bool = true, rotation: Float = 30, translation: Float = 0, scale: Float = 0, tilt: Float = 0.4,
        perspective: Float = 0.1, proportions: Float = 0.15, jitter: Float = 0.04
    ) {
        self.flips = flips
        self.rotation = rotation
        self.translation = translation
        self.scale = scale
        self.tilt = tilt
        self.perspective = perspective
        self.proportions = proportions
        self.jitter = jitter
    }

    /// No changes.
    package static let none = PoseAugmentation(
        flips: false, rotation: 0, tilt: 0, perspective: 0, proportions: 0, jitter: 0)

    /// Returns these changes multiplied by `factor`.
    package func scaled(by factor: Float) -> PoseAugmentation {
        PoseAugmentation(
            flips: flips, rotation: factor * rotation, translation: factor * translation, scale: factor * scale,
            tilt: factor * tilt, perspective: factor * perspective, proportions: factor * proportions,
            jitter: factor * jitter)
    }

    /// A random change, drawn once for an image or once for all frames of a sequence.
    package struct Draw: Sendable {
        var isFlipped: Bool
        var matrix: (Float, Float, Float, Float)
        var move: (Float, Float)
        var vanishing: (Float, Float)
        var lengths: [5 of Float]
    }

    /// Returns a random change.
    package func draw(_ generator: inout SeededGenerator) -> Draw {
        let isFlipped = generator.unit() < 0.5 && flips
        let turn = sineAndCosine(Double(generator.uniform(-rotation, rotation)) * Double.pi / 180)
        let (sine, cosine) = (Float(turn.sine), Float(turn.cosine))
        let axis = sineAndCosine(Double(generator.unit()) * 2 * Double.pi)
        let (axisX, axisY) = (Float(axis.cosine), Float(axis.sine))
        let narrowing = tilt * generator.unit()
        let growth = 1 + generator.uniform(-scale, scale)
        // I − narrowing · axis · axisᵀ, then the rotation.
        let (a, b) = (1 - narrowing * axisX * axisX, -narrowing * axisX * axisY)
        let d = 1 - narrowing * axisY * axisY
        let matrix = (
            growth * (cosine * a - sine * b), growth * (cosine * b - sine * d), growth * (sine * a + cosine * b),
            growth * (sine * b + cosine * d)
        )
        let move = (generator.uniform(-translation, translation), generator.uniform(-translation, translation))
        let depth = generator.uniform(-perspective, perspective)
        let vanishing = (depth * axisX, depth * axisY)
        var lengths = [5 of Float](repeating: 1)
        for finger in 0..<5 { lengths[finger] += generator.uniform(-proportions, proportions) }
        return Draw(isFlipped: isFlipped, matrix: matrix, move: move, vanishing: vanishing, lengths: lengths)
    }

    /// Returns a randomly changed hand.
    package func apply(to hand: HandKeyPoints, _ generator: inout SeededGenerator) -> HandKeyPoints {
        let draw = draw(&generator)
        return apply(draw, to: hand, &generator)
    }

    /// Applies a drawn change to a hand, around `center` or, if that is nil, the hand's own centre; points jitter
    /// independently.
    package func apply(
        _ draw: Draw, to hand: HandKeyPoints, around center: (x: Float, y: Float)? = nil,
        _ generator: inout SeededGenerator
    ) -> HandKeyPoints {
        guard let placed = PlacedHand(hand) else { return hand }
        let (own, size) = (placed.center, placed.size)
        let middle = center ?? own
        var result = hand
        for index in 0..<HandKeyPoints.pointCount {
            var (x, y) = (placed.x[index], placed.y[index])
            if index > 0 {
                // Fingers are scaled from their bases.
                let finger = (index - 1) / 4
                let first = finger * 4 + 1
                x = placed.x[first] + (x - placed.x[first]) * draw.lengths[finger]
                y = placed.y[first] + (y - placed.y[first]) * draw.lengths[finger]
            }
            let (dx, dy) = (x - middle.x, y - middle.y)
            let (nearX, nearY) = ((x - own.x) / size, (y - own.y) / size)
            let magnification = 1 + max(-0.5, min(0.5, draw.vanishing.0 * nearX + draw.vanishing.1 * nearY))
            // Perspective magnifies only offsets from the hand's centre, so that the hand as a whole stays in place.
            let (mx, my) = (
                (x - own.x) * (magnification - 1) + dx, (y - own.y) * (magnification - 1) + dy
            )
            var newX = draw.matrix.0 * mx + draw.matrix.1 * my + middle.x + jitter * size * generator.bell()
            let newY = draw.matrix.2 * mx + draw.matrix.3 * my + middle.y + jitter * size * generator.bell()
            if draw.isFlipped { newX = hand.aspectRatio - newX }
            result.values[index] = newX / hand.aspectRatio + draw.move.0
            result.values[HandKeyPoints.pointCount + index] = newY + draw.move.1
        }
        if draw.isFlipped { result.chirality = hand.chirality.mirrored }
        return result
    }
}
