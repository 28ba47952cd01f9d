/// What a finger does.
public struct FingerPose: Sendable, Equatable {
    /// Whether a finger is up.
    public enum State: Int, Sendable, CaseIterable {
        /// The finger is folded.
        case curled
        /// The finger is neither folded nor straight.
        case between
        /// The finger is straight. A thumb is so if it also stands off the palm.
        case extended

        /// What files call it.
        package var name: String {
            switch self {
            case .curled: "curled"
            case .between: "between"
            case .extended: "extended"
            }
        }
    }

    /// Whether the finger is up.
    public internal(set) var state = State.between
    /// How sure the state is, from 0 to 1.
    public internal(set) var confidence: Float = 0
    /// From 0 for a straight finger to 1 for a folded one.
    public internal(set) var curl: Float = 0
}

extension FingerPose {
    /// Those of a right hand, or of a left one that is mirrored, from the thumb on.
    static func fingers(_ points: [21 of SIMD3<Double>], _ frames: [5 of FingerFrames], palm: BoneFrame)
        -> [5 of FingerPose]
    {
        var poses = [5 of FingerPose](repeating: FingerPose())
        poses[0] = thumb(points, frames[0], palm)
        for finger in 1..<5 {
            let angles = frames[finger].angles
            let (base, middle, last) = (angles[0].flexion, angles[1].flexion, angles[2].flexion)
            poses[finger] = FingerPose(
                score: (Self.limit - 0.2 * base - middle - 0.5 * last) / Self.softness,
                curl: (base + middle + last - 0.5) / 3)
        }
        return poses
    }

    /// In radians: how far a finger may be bent that counts as extended, and by how much more or less is sure. Of drawn
    /// fingers, straight ones are below 0.6 and folded ones above 1.2.
    private static let (limit, softness): (Float, Float) = (1, 0.4)

    private static func thumb(
        _ points: [21 of SIMD3<Double>], _ frames: FingerFrames, _ palm: BoneFrame
    ) -> FingerPose {
        let width = (points[5] - points[17]).length
        let reach = Float((points[4] - points[5]).dot(palm.across) / width)
        let bend = frames.angles[1].flexion + frames.angles[2].flexion
        // Drawn thumbs that are up reach 0.8 palms' widths beyond the index finger's knuckle, and folded ones end before.
        return FingerPose(score: (reach - 0.25) / 0.4 + (0.5 - bend) / 0.8, curl: bend / 1.6)
    }

    /// Scores within it, either way, are neither.
    private static let band: Float = 0.2

    /// A positive score is that of an extended finger, and its size how sure that is.
    private init(score: Float, curl: Float) {
        state = score > Self.band ? .extended : score < -Self.band ? .curled : .between
        confidence = state == .between ? 1 - abs(score) / Self.band : min(abs(score), 1)
        self.curl = min(max(curl, 0), 1)
    }

    /// How far the end of the finger can be seen: that of a folded one rests in the palm.
    var visibility: Float {
        switch state {
        case .extended: 1
        case .between: 0.5
        case .curled: 0
        }
    }
}
