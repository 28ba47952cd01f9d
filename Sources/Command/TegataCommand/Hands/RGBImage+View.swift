import TegataHands
import TegataImages

extension RGBImage {
    /// Gives `body` the picture as the hand pipeline sees it.
    func withView<Result>(
        _ body: (ImageView) throws(HandPipelineError) -> Result
    ) throws(HandPipelineError) -> Result {
        try pixels.span.withUnsafeBytes { bytes throws(HandPipelineError) in
            let view: ImageView
            do throws(ImageError) {
                view = try ImageView(.rgb, width: width, height: height, .init(bytes, rowStride: bytesPerRow))
            } catch {
                throw .image(error)
            }
            return try body(view)
        }
    }
}
