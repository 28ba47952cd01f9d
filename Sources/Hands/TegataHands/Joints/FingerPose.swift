/// The pose of a finger.
public struct FingerPose: Sendable, Equatable {
    /// The possible states of a finger.
    public enum State: Int, Sendable, CaseIterable {
        /// The finger is folded.
        case curled
        /// The finger is neither folded nor straight.
        case between
        /// The finger is straight; a thumb must also stick out from the palm.
        case extended

        /// The name in files.
        package var name: String {
            switch self {
            case .curled: "curled"
            case .between: "between"
            case .extended: "extended"
            }
        }
    }

    /// The state of the finger.
    public internal(set) var state = State.between
    /// The confidence in the state, from 0 to 1.
    public internal(set) var confidence: Float = 0
    /// The curl, from 0 for a straight finger to 1 for a folded one.
    public internal(set) var curl: Float = 0
}

extension FingerPose {
    /// Returns the poses of a hand's fingers, starting with the thumb. `seen` contains the points as the image shows
    /// them, because for hands seen from behind, the network's depth estimates are better there than in metres. The
    /// thresholds are the ones that separate rendered hands.
    static func fingers(
        _ points: [21 of SIMD3<Double>], seen: [21 of SIMD3<Double>], _ frames: [5 of FingerFrames]
    ) -> [5 of FingerPose] {
        var poses = [5 of FingerPose](repeating: FingerPose())
        for finger in 0..<5 {
            let angles = frames[finger].angles
            let bend = abs(angles[1].flexion) + abs(angles[2].flexion)
            if finger == 0 {
                poses[0] = FingerPose(score: (thumbReach(seen) - 3.81) / 0.6, curl: bend / 1.6)
            } else {
                let reach = 0.6 * reach(finger, points) + 0.4 * reach(finger, seen)
                poses[finger] = FingerPose(
                    score: (reach - 1.12) / 0.1, curl: (abs(angles[0].flexion) + bend - 0.5) / 3)
            }
        }
        return poses
    }

    /// Returns the distance of a finger's tip from the wrist, divided by its middle joint's distance from the wrist.
    private static func reach(_ finger: Int, _ points: [21 of SIMD3<Double>]) -> Float {
        let base = 1 + 4 * finger
        return ratio((points[base + 3] - points[0]).length, (points[base + 1] - points[0]).length)
    }

    /// Returns a score that is low for a thumb across the palm: how far the thumb's tip extends beyond the index
    /// finger's knuckle, in palm widths, plus how much farther the tip is from the little finger's knuckle than the
    /// preceding joint is.
    private static func thumbReach(_ points: [21 of SIMD3<Double>]) -> Float {
        let side = points[5] - points[17]
        guard let palm = BoneFrame(palm: points) else { return 0 }
        return ratio((points[4] - points[5]).dot(palm.across), side.length)
            + 3.36 * ratio((points[4] - points[17]).length, (points[3] - points[17]).length)
    }

    private static func ratio(_ length: Double, _ other: Double) -> Float { other > 0 ? Float(length / other) : 0 }

    /// The magnitude of a score up to which a finger is neither curled nor extended.
    private static let band: Float = 0.15

    /// Creates a pose. A positive score means that the finger is extended, and the magnitude determines the confidence.
    private init(score: Float, curl: Float) {
        state = score > Self.band ? .extended : score < -Self.band ? .curled : .between
        confidence = state == .between ? 1 - abs(score) / Self.band : min(abs(score), 1)
        self.curl = min(max(curl, 0), 1)
    }

    /// The visibility of the end of the finger, which rests in the palm if the finger is folded.
    var visibility: Float {
        switch state {
        case .extended: 1
        case .between: 0.5
        case .curled: 0
        }
    }
}
