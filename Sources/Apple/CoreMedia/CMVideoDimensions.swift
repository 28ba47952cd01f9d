/// The size of a video's pictures in pixels.
public struct CMVideoDimensions: Sendable, Hashable {
    /// In pixels.
    public var width: Int32
    /// In pixels.
    public var height: Int32

    /// A size without pixels.
    public init() {
        self.init(width: 0, height: 0)
    }

    /// A size by its width and height.
    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }
}
