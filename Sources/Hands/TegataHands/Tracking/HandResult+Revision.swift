/// Changes to hands once the whole video is known.
extension HandResult {
    /// Whether the hand was not seen: its points are between the points in an earlier and a later frame.
    package var isInterpolated: Bool { presence == 0 }

    /// Replaces the probability of a right hand. If the hand changes to the other side, its place in space, which
    /// depends on the side, is computed again from its landmarks.
    package mutating func setRightProbability(_ new: Float, _ options: HandPipelineOptions, _ size: PixelSize) {
        let wasShownAsRight = isShownAsRight
        rightProbability = new
        guard isShownAsRight != wasShownAsRight, let metric, let fit = options.metricWithKnownPalm else { return }
        self.metric = MetricFit(fit, .intrinsics(metric.camera), size).hand(self, isShownAsRight: isShownAsRight)
    }

    /// Chooses the sign of the wrist's quaternion that is closer to `orientation`, the wrist's orientation in the frame
    /// before, and replaces that one.
    package mutating func followOrientation(_ orientation: inout Quaternion?) {
        guard let turned = wristOrientation else { return }
        orientationSign = orientation.map { turned.dot($0) < 0 } == true ? -1 : 1
        orientation = orientationSign < 0 ? turned.negated : turned
    }

    /// Returns the hand between this one and a later one at `share` of the way, which the camera did not see. `shift`
    /// is added to the landmarks, as fractions of the image's width and height.
    package func interpolated(to other: HandResult, _ share: Float, shift: SIMD2<Float>) -> HandResult {
        var hand = self
        hand.presence = 0
        hand.landmarks = landmarks.between(other.landmarks, share)
        for index in 0..<HandPoints.count {
            hand.landmarks[index].x += shift.x
            hand.landmarks[index].y += shift.y
        }
        hand.worldLandmarks = worldLandmarks.between(other.worldLandmarks, share)
        // A gesture lasts if the hand makes it on both sides of the gap.
        if gesture?.name != other.gesture?.name { hand.gesture = nil }
        hand.gestureDetails = nil
        hand.skeletonLandmarks = nil
        hand.metric = nil
        if let metric, let later = other.metric {
            hand.metric = MetricHand(
                points: metric.points.between(later.points, share),
                distanceUncertainty: max(metric.distanceUncertainty, later.distanceUncertainty), camera: metric.camera,
                isShownAsRight: isShownAsRight)
        }
        return hand
    }
}

extension HandPoints {
    fileprivate func between(_ other: HandPoints, _ share: Float) -> HandPoints {
        HandPoints { self[$0] * (1 - share) + other[$0] * share }
    }
}
