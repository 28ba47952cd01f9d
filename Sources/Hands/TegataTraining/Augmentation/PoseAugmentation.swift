import TegataClassifiers

/// How a hand's points are changed by chance, so that a few pictures stand for many.
package struct PoseAugmentation: Sendable, Equatable {
    /// Whether hands are mirrored, half of them.
    package var flips: Bool
    /// Up to how many degrees hands are turned.
    package var rotation: Float
    /// By how much of the picture's size hands are moved, and by how much of their own size they grow or shrink. What
    /// the network sees depends on neither but for rounding.
    package var translation: Float
    package var scale: Float
    /// How far hands are tilted out of the picture's plane: by how much they become narrower along some direction.
    package var tilt: Float
    /// By how much more of the hand's size the near parts of a tilted hand are magnified.
    package var perspective: Float
    /// By how much fingers are longer or shorter.
    package var proportions: Float
    /// The spread of single points around their place, in hand sizes.
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

    /// No change at all.
    package static let none = PoseAugmentation(
        flips: false, rotation: 0, tilt: 0, perspective: 0, proportions: 0, jitter: 0)

    /// Changes that are as large as these times `factor`.
    package func scaled(by factor: Float) -> PoseAugmentation {
        PoseAugmentation(
            flips: flips, rotation: factor * rotation, translation: factor * translation, scale: factor * scale,
            tilt: factor * tilt, perspective: factor * perspective, proportions: factor * proportions,
            jitter: factor * jitter)
    }

    /// What a change is: drawn once for a picture, and once for all frames of a sequence.
    package struct Draw: Sendable {
        var isFlipped: Bool
        var matrix: (Float, Float, Float, Float)
        var move: (Float, Float)
        var vanishing: (Float, Float)
        var lengths: [5 of Float]
    }

    /// Draws a change.
    package func draw(_ generator: inout SeededGenerator) -> Draw {
        let isFlipped = generator.unit() < 0.5 && flips
        let turn = sineAndCosine(Double(generator.uniform(-rotation, rotation)) * Double.pi / 180)
        let (sine, cosine) = (Float(turn.sine), Float(turn.cosine))
        let axis = sineAndCosine(Double(generator.unit()) * 2 * Double.pi)
        let (axisX, axisY) = (Float(axis.cosine), Float(axis.sine))
        let narrowing = tilt * generator.unit()
        let growth = 1 + generator.uniform(-scale, scale)
        // I − narrowing · axis · axisᵀ, then the turn.
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

    /// Changes a hand by chance.
    package func apply(to hand: HandKeyPoints, _ generator: inout SeededGenerator) -> HandKeyPoints {
        let draw = draw(&generator)
        return apply(draw, to: hand, &generator)
    }

    /// Changes a hand as was drawn, around `center` (its own where that is nil); points jitter by themselves.
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
                // Fingers grow from where they begin.
                let finger = (index - 1) / 4
                let first = finger * 4 + 1
                x = placed.x[first] + (x - placed.x[first]) * draw.lengths[finger]
                y = placed.y[first] + (y - placed.y[first]) * draw.lengths[finger]
            }
            let (dx, dy) = (x - middle.x, y - middle.y)
            let (nearX, nearY) = ((x - own.x) / size, (y - own.y) / size)
            let magnification = 1 + max(-0.5, min(0.5, draw.vanishing.0 * nearX + draw.vanishing.1 * nearY))
            // The whole hand keeps its place under perspective: only what differs from its middle is magnified.
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
