import ExampleGestures
import Vision

extension SeenHand {
    /// A hand that Vision has found in a picture of this size, with points in pixels.
    package init(_ observation: VNHumanHandPoseObservation, in size: CGSize) throws {
        var points = HandPoints([:])
        for (joint, name) in zip(HandJoint.allCases, Self.names) {
            let point = try observation.recognizedPoint(name)
            points[joint] = HandPoints.Point(
                CGPoint(x: point.location.x * size.width, y: point.location.y * size.height),
                confidence: point.confidence)
        }
        let side: Side? =
            switch observation.chirality {
            case .left: .left
            case .right: .right
            default: nil
            }
        self.init(points, side: side)
    }

    private static let names: [VNHumanHandPoseObservation.JointName] = [
        .wrist, .thumbCMC, .thumbMP, .thumbIP, .thumbTip, .indexMCP, .indexPIP, .indexDIP, .indexTip, .middleMCP,
        .middlePIP, .middleDIP, .middleTip, .ringMCP, .ringPIP, .ringDIP, .ringTip, .littleMCP, .littlePIP, .littleDIP,
        .littleTip,
    ]
}
