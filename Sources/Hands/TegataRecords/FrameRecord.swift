import TegataBuffers
import TegataHands

/// The results for an image or a frame of a video, as they are written.
package struct FrameRecord: Sendable {
    /// The name of the image or video, as given by the user.
    package let source: String
    /// The place in the video; nil for images.
    package var frame: Frame?
    /// The width of the image that the landmarks refer to, in pixels.
    package let width: Int
    package let height: Int
    package var hands: [HandResult]
    /// Whether gestures were requested.
    package let hasGestures: Bool
    /// Whether hands in space were requested.
    package let hasMetric: Bool
    /// Whether the tracks of the whole video were revised.
    package var isRevised = false
    /// The gestures that hands of a video began, hold or ended.
    package var gestureEvents: [GestureEvent]
    /// The actions that hands of a video began; nil if they were not requested.
    package var actionEvents: [ActionEvent]?

    package init(
        source: String, frame: Frame? = nil, width: Int, height: Int, hands: [HandResult], hasGestures: Bool = false,
        hasMetric: Bool = false, gestureEvents: [GestureEvent] = [], actionEvents: [ActionEvent]? = nil
    ) {
        self.source = source
        self.frame = frame
        self.width = width
        self.height = height
        self.hands = hands
        self.hasGestures = hasGestures
        self.hasMetric = hasMetric
        self.gestureEvents = gestureEvents
        self.actionEvents = actionEvents
    }

    /// The place of a frame in its video.
    package struct Frame: Sendable {
        package let index: Int
        package let milliseconds: Milliseconds

        package init(index: Int, milliseconds: Milliseconds) {
            self.index = index
            self.milliseconds = milliseconds
        }
    }

    /// The fields that are written for each hand.
    package var fields: [HandField] { HandField.all.filter(has) }

    /// Returns whether the field is written.
    func has(_ field: HandField) -> Bool {
        (hasGestures || !field.isOfGestures) && (hasMetric || !field.isMetric) && (isRevised || !field.isOfRevision)
    }
}
