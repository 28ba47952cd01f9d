import TegataHands
import TegataRecords
import TegataTestSupport
import TegataTracks

/// A video with hands on given paths, which a tracker might have seen.
struct MadeUpVideo {
    /// A hand in a frame.
    struct Hand {
        var identifier: Int
        var center: SIMD2<Float>
        var rightProbability: Float
        /// The fingers whose first bones are longer, and the factor.
        var longFingers = 1...1
        var boneFactor: Float = 1

        var result: HandResult {
            var world = HandPoints { MadeUpVideo.shape($0) * 0.1 }
            // The rest of a finger moves along with its first bone.
            for start in longFingers.map({ 4 * $0 + 1 }) {
                let (knuckle, joint) = (world[start], world[start + 1])
                let bone = HandPoint(x: joint.x - knuckle.x, y: joint.y - knuckle.y, z: 0) * (boneFactor - 1)
                for index in start + 1...start + 3 { world[index] = world[index] + bone }
            }
            var hand = HandResult(
                landmarks: HandPoints { index in
                    let point = MadeUpVideo.shape(index)
                    return HandPoint(x: center.x + 0.15 * point.x, y: center.y + 0.2 * point.y, z: 0)
                },
                worldLandmarks: world, presence: 0.9, rightProbability: rightProbability,
                rectangle: HandRectangle(centerX: center.x, centerY: center.y, width: 0.3, height: 0.4, rotation: 0))
            hand.identifier = identifier
            return hand
        }
    }

    /// Returns a point of an open hand, in palm lengths from the middle of the palm.
    private static func shape(_ index: Int) -> HandPoint {
        guard index > 0 else { return HandPoint(x: 0, y: 0.5, z: 0) }
        let (finger, joint) = ((index - 1) / 4, (index - 1) % 4)
        return HandPoint(x: 0.25 * Float(finger) - 0.6, y: (finger == 0 ? 0.2 : -0.4) - 0.3 * Float(joint), z: 0)
    }

    /// Returns a video of frames of 640 × 480 pixels, 40 ms apart, with the hands that `hands` returns for each.
    static func video(_ count: Int, _ hands: (Int) -> [Hand]) -> VideoHands {
        var video = VideoHands()
        for frame in 0..<count {
            video.append(
                FrameRecord(
                    source: "hands.mp4", frame: .init(index: frame, milliseconds: .init(40 * frame)), width: 640,
                    height: 480, hands: hands(frame).map(\.result)))
        }
        return video
    }

    /// Returns a hand that moves slowly to the right.
    static func hand(_ frame: Int, _ identifier: Int = 1, right: Float = 0.95, height: Float = 0.5) -> Hand {
        Hand(
            identifier: identifier, center: SIMD2(0.3 + 0.004 * Float(frame), height), rightProbability: right)
    }
}

extension HandResult {
    /// The middle of the palm, from left to right.
    var place: Float { (landmarks[0].x + landmarks[5].x + landmarks[9].x + landmarks[17].x) / 4 }
}
