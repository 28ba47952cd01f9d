import CoreMedia

/// A stand-in for what gets the frames of an ``AVCaptureVideoDataOutput``, on the queue that was set with it.
///
/// Both methods may be left out. Unlike the original's, a delegate need not be an `NSObject`.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
    /// There is a new frame.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)

    /// A frame was discarded, because the delegate was busy with those before. The sample has its time and no picture.
    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}

    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}
