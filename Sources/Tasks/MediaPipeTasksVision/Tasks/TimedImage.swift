/// A frame of a video for a task.
public struct TimedImage: Sendable {
    /// The picture.
    public var image: MPImage
    /// When it was taken; later than the frame before.
    public var timestampInMilliseconds: Int
    /// How to look at it.
    public var imageProcessingOptions: ImageProcessingOptions

    /// A picture with its time.
    public init(
        image: MPImage, timestampInMilliseconds: Int,
        imageProcessingOptions: ImageProcessingOptions = ImageProcessingOptions()
    ) {
        self.image = image
        self.timestampInMilliseconds = timestampInMilliseconds
        self.imageProcessingOptions = imageProcessingOptions
    }
}
