/// A frame of a video for a task.
public struct TimedImage: Sendable {
    public var image: MPImage
    public var timestampInMilliseconds: Int
    public var imageProcessingOptions: ImageProcessingOptions

    public init(
        image: MPImage, timestampInMilliseconds: Int,
        imageProcessingOptions: ImageProcessingOptions = ImageProcessingOptions()
    ) {
        self.image = image
        self.timestampInMilliseconds = timestampInMilliseconds
        self.imageProcessingOptions = imageProcessingOptions
    }
}
