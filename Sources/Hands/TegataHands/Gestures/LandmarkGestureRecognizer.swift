import TegataBuffers
import TegataClassifiers

/// Recognises gestures from landmarks alone, without an image: from a recording, from another device, or from modified
/// points.
///
/// A recogniser must be used by only one thread at a time.
public final class LandmarkGestureRecognizer {
    /// The options with which the recogniser was created.
    public let options: GestureOptions
    private let stage: GestureStage
    private let poseStage: PoseStage?

    /// Creates a recogniser with its own memory for `networks`. It ignores ``GestureOptions/events``.
    public convenience init(
        _ networks: GestureNetworks, options: GestureOptions = GestureOptions()
    ) throws(TegataError) {
        do throws(GestureError) {
            let poseStage = try options.poses.map { poses throws(GestureError) in
                try PoseStage(poses, options: options.custom)
            }
            self.init(options, try GestureStage(networks, options: options), poseStage)
        } catch { throw TegataError(error) }
    }

    private init(_ options: GestureOptions, _ stage: GestureStage, _ poseStage: PoseStage?) {
        self.options = options
        self.stage = stage
        self.poseStage = poseStage
    }

    /// Returns the gesture that a hand makes.
    ///
    /// - Parameters:
    ///   - landmarks: The points as fractions of the image's width and height, as ``HandResult/landmarks``.
    ///   - worldLandmarks: The points in metres, as ``HandResult/worldLandmarks``.
    ///   - handedness: The more likely hand.
    ///   - handednessScore: The probability of that hand, from 0.5 to 1.
    ///   - imageWidth: The width of the image in pixels. Only its ratio to the height matters.
    ///   - imageHeight: The height of the image in pixels.
    ///   - rotationDegrees: The clockwise rotation in degrees that makes the image upright, a multiple of 90.
    public func recognize(
        landmarks: HandPoints, worldLandmarks: HandPoints, handedness: Handedness, handednessScore: Float,
        imageWidth: Int,
        imageHeight: Int, rotationDegrees: Int = 0
    ) throws(TegataError) -> RecognizedGesture {
        do throws(GestureError) {
            guard imageWidth >= 1, imageHeight >= 1 else { throw .pictureSize(width: imageWidth, height: imageHeight) }
            guard rotationDegrees % 90 == 0 else { throw .rotation(degrees: rotationDegrees) }
            for index in 0..<HandPoints.count {
                guard landmarks[index].isFinite, worldLandmarks[index].isFinite else {
                    throw .landmarkNotFinite(index: index)
                }
            }
            let size = PixelSize(width: imageWidth, height: imageHeight)
            let recognized = stage.run(
                try GestureFeatures(
                    landmarks: landmarks, worldLandmarks: worldLandmarks, handedness: handedness,
                    handednessScore: handednessScore, size: size, rotation: regionRotation(degrees: rotationDegrees)))
            guard let poseStage else { return recognized }
            let hand = HandResult(
                landmarks: landmarks, worldLandmarks: worldLandmarks, presence: 1,
                rightProbability: handedness == .right ? handednessScore : 1 - handednessScore,
                rectangle: HandRectangle(centerX: 0, centerY: 0, width: 0, height: 0, rotation: 0))
            let points = HandKeyPoints(
                hand, width: imageWidth, height: imageHeight, rotationDegrees: rotationDegrees)
            return recognized.behind(poseStage.run(points), hasDetails: options.returnsDetails)
        } catch { throw TegataError(error) }
    }
}
