/// A hand's points with one unit for x and y, those of no confidence put where a neighbour is.
package struct PlacedHand {
    package var x = [21 of Float](repeating: 0)
    package var y = [21 of Float](repeating: 0)

    /// Wrist and knuckles: what of a hand hardly changes its form.
    private static let palm: [5 of Int] = [0, 5, 9, 13, 17]

    /// Nil where there is no hand.
    package init?(_ hand: HandKeyPoints, isMirrored: Bool = false) {
        guard hand.isPresent else { return nil }
        let factor = isMirrored ? -hand.aspectRatio : hand.aspectRatio
        // The wrist's stand-in is the mean of what is there.
        var (meanX, meanY, count): (Float, Float, Float) = (0, 0, 0)
        for index in 0..<21 where hand.values[42 + index] > 0 {
            meanX += hand.values[index] * factor
            meanY += hand.values[21 + index]
            count += 1
        }
        for index in 0..<21 {
            if hand.values[42 + index] > 0 {
                x[index] = hand.values[index] * factor
                y[index] = hand.values[21 + index]
            } else if index == 0 {
                x[0] = meanX / count
                y[0] = meanY / count
            } else {
                let neighbour = index % 4 == 1 ? 0 : index - 1
                x[index] = x[neighbour]
                y[index] = y[neighbour]
            }
        }
    }

    /// The middle of wrist and knuckles.
    package var center: (x: Float, y: Float) {
        var (centerX, centerY): (Float, Float) = (0, 0)
        for index in 0..<5 {
            centerX += x[Self.palm[index]]
            centerY += y[Self.palm[index]]
        }
        return (centerX / 5, centerY / 5)
    }

    /// The size: how far wrist and knuckles are from their middle, and a little of how far all points are, for hands
    /// that are seen from the tips of their fingers; never 0.
    package var size: Float {
        let (centerX, centerY) = center
        var (palm, all): (Float, Float) = (0, 0)
        for index in 0..<21 {
            let (dx, dy) = (x[index] - centerX, y[index] - centerY)
            let square = dx * dx + dy * dy
            all += square
            if index == 0 || (index > 4 && index % 4 == 1) { palm += square }
        }
        return max((palm / 5 + all / 210).squareRoot(), 1e-6)
    }

    /// Twice the area of the triangle of the wrist and the outer knuckles; positive where the thumb's side is on the
    /// right of a hand whose fingers point up.
    package var thumbSide: Float {
        (x[17] - x[0]) * (y[5] - y[0]) - (x[5] - x[0]) * (y[17] - y[0])
    }

    /// The same hand in a mirror.
    package mutating func mirror() {
        for index in 0..<21 { x[index] = -x[index] }
    }
}

/// How left and right hands are mapped onto one.
package enum Mirroring: UInt8, Sendable, CaseIterable {
    /// Not at all.
    case none = 0
    /// Left hands are mirrored, where it is known that they are; palm and back of a hand then differ.
    case chirality = 1
    /// Hands are mirrored so that the thumb's side is always the same; nothing needs to be known, and the palm of one
    /// hand looks as the back of the other.
    case thumbSide = 2
}
