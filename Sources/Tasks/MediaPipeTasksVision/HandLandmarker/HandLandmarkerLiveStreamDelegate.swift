import Foundation

/// Is told about the results of a live stream.
public protocol HandLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// A frame is done: there is either a result or an error.
    ///
    /// Called for one frame after another, in their order, on a queue of the landmarker. While this runs no frame is
    /// worked on; if it takes longer than frames come, frames are dropped.
    func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

extension HandLandmarkerLiveStreamDelegate {
    /// Does nothing.
    public func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {}
}
