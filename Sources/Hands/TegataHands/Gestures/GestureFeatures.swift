/// The inputs of the gesture embedder: a hand's points as MediaPipe prepares them, rounded after every operation.
package struct GestureFeatures {
    /// The points in the image, upright, with the wrist at the origin and an extent of about one.
    package let hand: HandPoints
    /// The points in metres, prepared in the same way.
    package let world: HandPoints
    /// The probability that this is a right hand, computed from the reported score.
    package let rightProbability: Float

    /// Creates the features. `rotation` is the rotation of the image's region, as returned by
    /// `regionRotation(degrees:)`. A rotation of 0 is computed like any other, because it also rounds.
    package init(
        landmarks: HandPoints, worldLandmarks: HandPoints, handedness: Handedness, handednessScore: Float,
        size: PixelSize,
        rotation: Float
    ) throws(GestureError) {
        guard handednessScore >= 0.5, handednessScore <= 1 else { throw .handednessScore(handednessScore) }
        let turn = Turn(rotation)
        hand = landmarks.square(size).turned(turn).centered()
        world = worldLandmarks.turned(turn).centered()
        rightProbability = handedness == .right ? handednessScore : 1 - handednessScore
    }

    /// The cosine and sine of a rotation about the centre of the image.
    fileprivate struct Turn {
        let cosine: Float
        let sine: Float

        init(_ rotation: Float) {
            cosine = TegataHands.cosine(rotation)
            sine = TegataHands.sine(-rotation)
        }
    }
}

extension HandPoints {
    /// Returns the points as fractions of the image's longer side, around the centre. Depths are unchanged.
    fileprivate func square(_ size: PixelSize) -> HandPoints {
        let longer = Swift.max(size.width, size.height)
        let scaleX = Double(size.width / longer)
        let scaleY = Double(size.height / longer)
        return HandPoints { index in
            let point = self[index]
            return HandPoint(
                x: Float((Double(point.x) - 0.5) * scaleX + 0.5), y: Float((Double(point.y) - 0.5) * scaleY + 0.5),
                z: point.z)
        }
    }

    fileprivate func turned(_ turn: GestureFeatures.Turn) -> HandPoints {
        HandPoints { index in
            let point = self[index]
            let x = Float(Double(point.x) - 0.5)
            let y = Float(Double(point.y) - 0.5)
            return HandPoint(
                x: Float(Double(x * turn.cosine - y * turn.sine) + 0.5),
                y: Float(Double(y * turn.cosine + x * turn.sine) + 0.5),
                z: point.z)
        }
    }

    /// Returns the points with the wrist at the origin, and all three coordinates divided by the larger extent in the
    /// image plane.
    fileprivate func centered() -> HandPoints {
        let wrist = self[.wrist]
        let moved = HandPoints { index in
            let point = self[index]
            return HandPoint(x: point.x - wrist.x, y: point.y - wrist.y, z: point.z - wrist.z)
        }
        var (acrossX, alongY) = (Bounds(), Bounds())
        for index in 0..<HandPoints.count {
            acrossX.add(moved[index].x)
            alongY.add(moved[index].y)
        }
        let extent = Swift.max(acrossX.extent, alongY.extent) + 1e-5
        return HandPoints { index in
            let point = moved[index]
            return HandPoint(x: point.x / extent, y: point.y / extent, z: point.z / extent)
        }
    }

    /// Writes groups of three floats, as the embedder reads them.
    func write(to values: UnsafeMutableBufferPointer<Float>) {
        for index in 0..<Self.count {
            let point = self[index]
            values[3 * index] = point.x
            values[3 * index + 1] = point.y
            values[3 * index + 2] = point.z
        }
    }
}
