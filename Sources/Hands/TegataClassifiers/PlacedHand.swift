/// A hand's points with the same unit for x and y; points without confidence take the position of a neighbour.
package struct PlacedHand {
    package var x = [21 of Float](repeating: 0)
    package var y = [21 of Float](repeating: 0)

    /// The wrist and knuckles, whose shape hardly changes.
    private static let palm: [5 of Int] = [0, 5, 9, 13, 17]

    /// Creates the points; nil if there is no hand.
    package init?(_ hand: HandKeyPoints, isMirrored: Bool = false) {
        guard hand.isPresent else { return nil }
        let factor = isMirrored ? -hand.aspectRatio : hand.aspectRatio
        // A wrist without confidence is replaced by the mean of the other points.
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

    /// The mean of the wrist and knuckles.
    package var center: (x: Float, y: Float) {
        var (centerX, centerY): (Float, Float) = (0, 0)
        for index in 0..<5 {
            centerX += x[Self.palm[index]]
            centerY += y[Self.palm[index]]
        }
        return (centerX / 5, centerY / 5)
    }

    /// The size: the spread of the wrist and knuckles around their mean, plus a small part of the spread of all points,
    /// for hands seen from their fingertips. It is never 0.
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

    /// Twice the area of the triangle formed by the wrist and the outer knuckles; positive if the thumb is on the right
    /// of a hand whose fingers point up.
    package var thumbSide: Float {
        (x[17] - x[0]) * (y[5] - y[0]) - (x[5] - x[0]) * (y[17] - y[0])
    }

    /// Mirrors the hand.
    package mutating func mirror() {
        for index in 0..<21 { x[index] = -x[index] }
    }
}

/// How left and right hands are mapped to one side.
package enum Mirroring: UInt8, Sendable, CaseIterable {
    /// Hands are not mirrored.
    case none = 0
    /// Hands known to be left are mirrored; the palm and the back of a hand then look different.
    case chirality = 1
    /// Hands are mirrored so that the thumb is always on the same side. Chirality need not be known, but the palm of
    /// one hand looks like the back of the other.
    case thumbSide = 2
}
