/// How strongly the landmarks of a tracked hand are smoothed: a low-pass filter that gives way when the hand moves
/// (Casiez, Roussel and Vogel, "1€ Filter", CHI 2012). Speeds are counted in palm lengths per second, so that the
/// distance from the camera does not matter.
public struct SmoothingOptions: Sendable, Equatable {
    /// The cutoff frequency of a hand at rest; lower means calmer.
    public var minimumCutoffHertz: Float
    /// How much the cutoff rises with the speed, in hertz per palm length per second; higher means less lag.
    public var speedCoefficient: Float
    /// The cutoff frequency of the speed itself.
    public var speedCutoffHertz: Float

    /// The numbers of a filter; those given by default suit hands before a camera.
    public init(minimumCutoffHertz: Float = 1, speedCoefficient: Float = 4, speedCutoffHertz: Float = 1) {
        self.minimumCutoffHertz = minimumCutoffHertz
        self.speedCoefficient = speedCoefficient
        self.speedCutoffHertz = speedCutoffHertz
    }

    /// Whether a filter can work with these numbers.
    var isValid: Bool {
        minimumCutoffHertz > 0 && speedCoefficient >= 0 && speedCutoffHertz > 0 && minimumCutoffHertz.isFinite
            && speedCoefficient.isFinite && speedCutoffHertz.isFinite
    }
}

/// The points of a hand as the filter remembers them.
package struct PointSmoother {
    private var points = HandPoints()
    private var speeds = HandPoints()
    private var isEmpty = true

    package init() {}

    /// Smooths points `seconds` after the last ones; `palm` is the length of the palm in the unit of each coordinate.
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
            let speedNow = (value - old) / seconds / palm
            speed += speedShare * (speedNow - speed)
            let cutoff = options.minimumCutoffHertz + options.speedCoefficient * abs(speed)
            old += share(cutoff: cutoff, seconds) * (value - old)
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

    /// How much of the new value an exponential filter with this cutoff takes.
    private func share(cutoff: Float, _ seconds: Float) -> Float {
        let phase = 2 * Float.pi * cutoff * seconds
        return phase / (phase + 1)
    }
}
