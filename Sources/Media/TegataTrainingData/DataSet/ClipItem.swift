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
