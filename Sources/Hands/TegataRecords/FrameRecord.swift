import TegataBuffers
import TegataHands

/// What was found in a picture or in a frame of a video, as it is written.
package struct FrameRecord: Sendable {
    /// The picture's name, or that of the video, as the user gave it.
    package let source: String
    /// Nil for pictures.
    package let frame: Frame?
    /// The size that the landmarks count from.
    package let width: Int
    package let height: Int
    package let hands: [HandResult]
    /// Whether gestures were asked for.
    package let hasGestures: Bool
    /// Whether hands in space were asked for.
    package let hasMetric: Bool
    /// What hands of a video began, hold or ended.
    package let gestureEvents: [GestureEvent]
    /// Actions that hands of a video began; nil where none were asked for.
    package let actionEvents: [ActionEvent]?

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

    /// What is written of each hand.
    package var fields: [HandField] { HandField.all.filter(has) }

    /// Whether the field is written.
    func has(_ field: HandField) -> Bool {
        (hasGestures || !field.isOfGestures) && (hasMetric || !field.isMetric)
    }
}
