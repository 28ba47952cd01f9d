/// A video, a folder of frames, or a part of one.
package struct ClipItem: Sendable, Hashable {
    package var path: String
    /// Where the part begins and ends; nil for the beginning and the end of the video.
    package var start: ClipTime?
    package var end: ClipTime?
    /// How many frames a second a folder of frames has; nil for the usual rate. Videos have their own.
    package var frameRate: Double?

    package init(path: String, start: ClipTime? = nil, end: ClipTime? = nil, frameRate: Double? = nil) {
        self.path = path
        self.start = start
        self.end = end
        self.frameRate = frameRate
    }
}

/// A place in a video.
package enum ClipTime: Sendable, Hashable {
    case seconds(Double)
    /// The number of a frame, from 0.
    case frame(Int)

    /// The place in seconds, in a video with so many frames a second.
    func seconds(rate: Double) -> Double {
        switch self {
        case .seconds(let seconds): seconds
        case .frame(let frame): Double(frame) / rate
        }
    }
}
