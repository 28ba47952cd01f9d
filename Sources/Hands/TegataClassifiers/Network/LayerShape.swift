/// How many rows and channels a value between layers has.
package struct LayerShape: Sendable, Equatable {
    package var frames: Int
    package var channels: Int

    package init(frames: Int, channels: Int) {
        self.frames = frames
        self.channels = channels
    }

    /// How many numbers that are.
    package var count: Int { frames * channels }
}
