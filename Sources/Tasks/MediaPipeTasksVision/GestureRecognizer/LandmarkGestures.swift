import Foundation
import TegataBuffers
import TegataHands

/// Recognises gestures from landmarks alone, for several threads in turn. The first call creates its networks.
final class LandmarkGestures: @unchecked Sendable {
    private let networks: HandNetworks
    private let options: GestureOptions
    private let lock = NSLock()
    private var recognizer: LandmarkGestureRecognizer?

    init(_ networks: HandNetworks, _ options: GestureOptions) {
        self.networks = networks
        self.options = options
    }

    func recognize(
        _ landmarks: [NormalizedLandmark], _ worldLandmarks: [Landmark], _ handedness: ResultCategory,
        _ imageSize: CGSize,
        _ rotationDegrees: Int
    ) throws -> [ResultCategory] {
        for count in [landmarks.count, worldLandmarks.count] where count != HandPoints.count {
            throw taskError(
                .invalidArgument, "There are \(count) landmarks. A hand has \(HandPoints.count) of each kind.")
        }
        guard
            let hand = Handedness.allCases.first(where: {
                $0.name.lowercased() == handedness.categoryName?.lowercased()
            })
        else {
            throw taskError(
                .invalidArgument, "The handedness is \(handedness.categoryName ?? "nil"). It must be Right or Left.")
        }
        guard let width = Int(exactly: imageSize.width.rounded()), let height = Int(exactly: imageSize.height.rounded())
        else {
            throw taskError(
                .invalidArgument,
                "The image is \(imageSize.width) × \(imageSize.height) pixels. Pass the size of the image.")
        }
        let recognized = try withTaskErrors {
            try lock.withLock {
                try madeRecognizer().recognize(
                    landmarks: HandPoints { HandPoint(x: landmarks[$0].x, y: landmarks[$0].y, z: landmarks[$0].z) },
                    worldLandmarks: HandPoints {
                        HandPoint(x: worldLandmarks[$0].x, y: worldLandmarks[$0].y, z: worldLandmarks[$0].z)
                    },
                    handedness: hand, handednessScore: handedness.score, imageWidth: width, imageHeight: height,
                    rotationDegrees: rotationDegrees)
            }
        }
        return recognized.gesture.map { [ResultCategory($0)] } ?? []
    }

    /// The caller must hold the lock.
    private func madeRecognizer() throws -> LandmarkGestureRecognizer {
        if let recognizer { return recognizer }
        guard let gestures = networks.gestures else { throw TegataError(GestureError.networksMissing) }
        let made = try LandmarkGestureRecognizer(gestures, options: options)
        recognizer = made
        return made
    }
}
