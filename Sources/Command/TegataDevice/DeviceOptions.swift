import TegataCapture
import TegataHands

/// What the user of the device program asked for.
package struct DeviceOptions: Sendable {
    package var bundle = ""
    package var source = ""
    package var handCount = 2
    package var recognizesGestures = false
    /// Whether hands are followed from frame to frame; otherwise every frame is a picture of its own.
    package var tracks = false
    package var threadCount = 1
    /// What the networks compute with.
    package var precision = HandPrecision.single
    /// The processors to run on; nil leaves that to the system.
    package var cores: ProcessorSet?
    /// Of so many frames one is looked at.
    package var every = 1
    /// While hands are missing, new ones are looked for in one of so many frames.
    package var detectionInterval = 1
    /// After so many frames that were looked at, the program ends.
    package var frameCount = Int.max
    /// Of frames without headers, or what is asked of a camera.
    package var size: (width: Int, height: Int)?
    /// Nil where frames have headers.
    package var rawPixels: RawFrames.Pixels?
    package var framesPerSecond: Int?
    package var isBinary = false
    /// The path of a Unix socket that gets the answers.
    package var socket: String?
    package var writesStatistics = false
    package var waitsForCamera = false

    package init() {}

    /// How hands are found.
    var pipeline: HandPipelineOptions {
        var options = HandPipelineOptions()
        options.maximumHandCount = handCount
        options.tracking.identifiesHands = tracks
        options.tracking.detectionInterval = detectionInterval
        if recognizesGestures { options.gestures = GestureOptions() }
        return options
    }

    /// What is asked of a camera.
    var camera: CameraOptions {
        var options = CameraOptions()
        if let size { (options.width, options.height) = (size.width, size.height) }
        if let framesPerSecond { options.framesPerSecond = framesPerSecond }
        return options
    }
}
