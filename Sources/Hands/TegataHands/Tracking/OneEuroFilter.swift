/// A One-Euro filter for a hand's points; ``SmoothingOptions`` contains its parameters.
package struct OneEuroFilter {
    private var points = HandPoints()
    private var speeds = HandPoints()
    private var isEmpty = true

    package init() {}

    /// Smooths points that come `seconds` after the previous ones; `palm` is the palm length in each coordinate's unit.
    package mutating func smooth(
        _ new: HandPoints, seconds: Float, palm: HandPoint, _ options: SmoothingOptions
    ) -> HandPoints {
        guard !isEmpty, seconds > 0, palm.x > 0, palm.y > 0, palm.z > 0 else {
            points = new
            speeds = HandPoints()
            isEmpty = false
            return new
        }
        let speedShare = share(cutoff: options.speedCutoffHertz, seconds)
        func smooth(_ value: Float, _ old: inout Float, _ speed: inout Float, _ palm: Float) {
            // Infinity and NaN would never leave the filter, so restart with the next value.
            guard (value - old).isFinite, speed.isFinite else {
                (old, speed) = (value, 0)
                return
            }
            let speedNow = (value - old) / seconds / palm
            speed += speedShare * (speedNow - speed)
            let cutoff = options.minimumCutoffHertz + options.speedCoefficient * abs(speed)
            let next = old + share(cutoff: cutoff, seconds) * (value - old)
            // Cutoffs may be so high that the result overflows; the value then passes through unchanged.
            old = next.isFinite ? next : value
        }
        for index in 0..<HandPoints.count {
            var (point, speed) = (points[index], speeds[index])
            smooth(new[index].x, &point.x, &speed.x, palm.x)
            smooth(new[index].y, &point.y, &speed.y, palm.y)
            smooth(new[index].z, &point.z, &speed.z, palm.z)
            (points[index], speeds[index]) = (point, speed)
        }
        return points
    }

    /// Returns the weight of the new value in an exponential filter with this cutoff.
    private func share(cutoff: Float, _ seconds: Float) -> Float {
        let phase = 2 * Float.pi * cutoff * seconds
        return phase / (phase + 1)
    }
}
