import Foundation

/// Is told about the results of a live stream. There are two spellings of the same call in circulation, and both are
/// made.
public protocol GestureRecognizerLiveStreamDelegate: NSObjectProtocol {
    /// A frame is done: there is either a result or an error.
    ///
    /// Called for one frame after another, in their order, on a queue of the recogniser. While this runs no frame is
    /// worked on; if it takes longer than frames come, frames are dropped.
    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
        timestampInMilliseconds: Int,
        error: (any Error)?)

    /// The same, as published guides spell it.
    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
        timestampInMilliseconds: Int,
        error: (any Error)?)
}

extension GestureRecognizerLiveStreamDelegate {
    /// Does nothing.
    public func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
        timestampInMilliseconds: Int,
        error: (any Error)?
    ) {}

    /// Does nothing.
    public func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
        timestampInMilliseconds: Int,
        error: (any Error)?
    ) {}
}
