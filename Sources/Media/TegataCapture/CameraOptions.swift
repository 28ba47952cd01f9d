/// What is asked of a camera. The device has the last word: it may give pictures of another size or rate.
package struct CameraOptions: Equatable, Sendable {
    /// How a camera sends its pictures.
    package enum Format: String, CaseIterable, Sendable {
        /// Whatever comes closest to the size and rate, uncompressed where possible.
        case automatic
        /// Uncompressed, with half of the chroma.
        case yuyv
        /// Motion JPEG: large pictures at high rates even over USB 2.
        case mjpeg
    }

    package var width: Int
    package var height: Int
    package var framesPerSecond: Int
    package var format: Format
    /// The only pixel format to agree to, by its ``CameraMode/pixelFormat``; nil is any.
    package var pixelFormat: String?
    /// A rate that is finer than ``framesPerSecond``, and is asked for in its place.
    package var rate: FrameRate?

    package init(width: Int = 640, height: Int = 480, framesPerSecond: Int = 30, format: Format = .automatic) {
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        self.format = format
    }
}
