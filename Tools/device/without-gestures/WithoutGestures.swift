import TegataBuffers
import TegataClassifiers
import TegataFormats
import TegataInference

// What stands in the place of those who recognise gestures in a program that is built without: nobody can make them.

public struct GestureNetworks: Sendable {
    package init(_ bundle: TaskBundle, options: NetworkOptions) throws(HandNetworksError) {
        throw .gesturesMissing(file: bundle.file)
    }
}

package final class GestureStage {
    init(_ networks: GestureNetworks, options: GestureOptions) throws(GestureError) { throw .networksMissing }

    func run(_ features: GestureFeatures) -> RecognizedGesture { RecognizedGesture(gesture: nil, details: nil) }
}

package struct PoseStage {
    package init(_ classifier: PoseClassifier, options: GestureClassifierOptions) throws(GestureError) {
        throw .networksMissing
    }

    package func run(_ hand: HandKeyPoints) -> (gesture: Gesture?, scores: [GestureScore]) { (nil, []) }
}

package struct HandActions {
    package init(_ classifier: ActionClassifier) {}

    package func removeAll() {}

    package func update(
        _ hands: inout [HandResult], keyPoints: [HandKeyPoints], milliseconds: Milliseconds
    ) -> [ActionEvent] { [] }
}
