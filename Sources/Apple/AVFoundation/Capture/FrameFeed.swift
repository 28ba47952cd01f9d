import CoreGraphics
import TegataPixels

/// What takes the frames of a feed.
protocol FrameTaker: AnyObject {
    /// Gets a frame for the length of the call.
    func take(_ frame: ImageView)
}

/// Frames of a device that has been opened; it is closed with the last reference. Used by one thread at a time.
protocol FrameFeed: AnyObject {
    /// The size of the frames, where it is known before the first.
    var pictureSize: CGSize? { get }

    /// Waits until the next frame is due and gives it to `taker`; its time is in milliseconds after that of the first.
    /// Nil at the end, and where the gate is closed.
    func next(for taker: any FrameTaker, _ gate: CaptureGate) throws(AVError) -> Int?
}
