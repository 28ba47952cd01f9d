import Foundation
import TegataHands

/// The options of a ``HandLandmarker``. A landmarker copies them, so later changes have no effect.
open class HandLandmarkerOptions: HandTaskOptions {
    /// The receiver of a live stream's results; required in that mode and forbidden in the others. Held weakly.
    open weak var handLandmarkerLiveStreamDelegate: (any HandLandmarkerLiveStreamDelegate)?

    /// Creates options without a model.
    public override init() {
        super.init()
    }

    /// Returns options with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        HandLandmarkerOptions(copying: self)
    }

    convenience init(copying other: HandLandmarkerOptions) {
        self.init()
        copyValues(of: other)
        handLandmarkerLiveStreamDelegate = other.handLandmarkerLiveStreamDelegate
    }
}
