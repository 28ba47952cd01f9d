import CTegataLibrary
import TegataHands

extension FrameOptions {
    /// What MediaPipe's tasks for hands allow.
    init(_ options: UnsafePointer<MpImageProcessingOptions>?) throws(CallError) {
        self.init()
        guard let options else { return }
        guard options.pointee.rotation_degrees.isMultiple(of: 90) else {
            throw CallError(.invalidArgument, "Expected rotation to be a multiple of 90°.")
        }
        // Who writes one byte of the number leaves the others as they were.
        guard options.pointee.has_region_of_interest & 0xFF == 0 else {
            throw CallError(.invalidArgument, "This task doesn't support region-of-interest.")
        }
        rotationDegrees = Int(options.pointee.rotation_degrees)
    }
}
