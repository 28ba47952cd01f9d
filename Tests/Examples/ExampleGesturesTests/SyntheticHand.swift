import ExampleGestures
import Foundation

/// Generates hand points for tests: a flat hand that points up in the image, with each finger straight, or folded so
/// that its tip is hidden.
enum SyntheticHand {
    /// The bases and directions of the fingers. The distance from the wrist to the middle finger's base is 1.
    private static let bases: [Finger: (base: CGPoint, direction: CGPoint)] = [
        .thumb: (CGPoint(x: 0.25, y: 0.2), CGPoint(x: 0.7, y: 0.7)),
        .index: (CGPoint(x: 0.3, y: 0.95), CGPoint(x: 0.1, y: 1)),
        .middle: (CGPoint(x: 0.05, y: 1), CGPoint(x: 0, y: 1)),
        .ring: (CGPoint(x: -0.2, y: 0.95), CGPoint(x: -0.1, y: 1)),
        .little: (CGPoint(x: -0.4, y: 0.85), CGPoint(x: -0.2, y: 1)),
    ]

    /// Returns a hand with these fingers raised, rotated counterclockwise by `degrees`, scaled and moved.
    static func points(
        raised: Set<Finger>, degrees: Double = 0, length: Double = 100, at origin: CGPoint = CGPoint(x: 500, y: 400),
        isMirrored: Bool = false
    ) -> HandPoints {
        var places: [HandJoint: CGPoint] = [.wrist: .zero]
        for finger in Finger.allCases {
            guard let (base, direction) = bases[finger] else { continue }
            for (number, joint) in finger.joints.enumerated() {
                // The positions of the joints along the finger. Folded fingers come back, and a folded thumb lies
                // across the palm.
                let along = raised.contains(finger) ? [0, 0.4, 0.65, 0.85][number] : [0, 0.3, 0.15, -0.05][number]
                let across = finger == .thumb && !raised.contains(finger) ? [0, 0, -0.25, -0.5][number] : 0
                places[joint] = CGPoint(
                    x: base.x + along * direction.x + across, y: base.y + along * direction.y)
            }
        }
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        var hand = HandPoints(
            places.mapValues { place in
                let x = isMirrored ? -place.x : place.x
                return HandPoints.Point(
                    CGPoint(
                        x: origin.x + length * (x * cosine - place.y * sine),
                        y: origin.y + length * (x * sine + place.y * cosine)))
            })
        for finger in Finger.allCases where !raised.contains(finger) { hand[finger.tip].confidence = 0.5 }
        return hand
    }

    /// Points that no real hand has.
    static let degenerate: [HandPoints] = {
        func all(_ place: CGPoint, _ confidence: Float = 1) -> HandPoints {
            HandPoints(
                Dictionary(
                    uniqueKeysWithValues: HandJoint.allCases.map {
                        ($0, HandPoints.Point(place, confidence: confidence))
                    }))
        }
        var scattered = HandPoints([:])
        let numbers: [Double] = [.nan, .infinity, -.infinity, 0, -0.0, 1e308, -1e308, .leastNonzeroMagnitude, 1]
        for joint in HandJoint.allCases {
            scattered[joint] = HandPoints.Point(
                CGPoint(x: numbers[joint.rawValue % 9], y: numbers[(joint.rawValue * 5 + 3) % 9]))
        }
        var huge = SyntheticHand.points(raised: Set(Finger.allCases))
        for joint in HandJoint.allCases { huge[joint].location.x *= 1e306 }
        return [
            HandPoints([:]), all(.zero), all(CGPoint(x: 3, y: 4)), all(CGPoint(x: Double.nan, y: 1)),
            all(CGPoint(x: Double.infinity, y: -Double.infinity)), all(.zero, 0), all(.zero, .nan), scattered, huge,
            HandPoints([.wrist: HandPoints.Point(.zero), .indexTip: HandPoints.Point(CGPoint(x: 1, y: 1))]),
        ]
    }()
}
