import TegataHands
import TegataVideo

extension VideoFrame {
    /// Gives `body` the frame as the hand pipeline sees it.
    func withView<Result>(
        _ body: (ImageView) throws(HandPipelineError) -> Result
    ) throws(HandPipelineError) -> Result {
        try bytes.span.withUnsafeBytes { bytes throws(HandPipelineError) in
            func plane(_ index: Int) -> ImageView.Plane? {
                guard index < planeOffsets.count else { return nil }
                return .init(
                    UnsafeRawBufferPointer(rebasing: bytes[planeOffsets[index]...]), rowStride: rowStrides[index])
            }
            let format: TegataHands.PixelFormat =
                switch pixelFormat {
                case .rgb: .rgb
                case .gray: .gray
                case .i420: .i420
                case .yuyv: .yuyv
                }
            let view: ImageView
            do throws(ImageError) {
                view = try ImageView(
                    format, width: width, height: height, .init(bytes, rowStride: rowStrides[0]), plane(1), plane(2),
                    encoding: ColorEncoding(isFullRange: isFullRange))
            } catch {
                throw .image(error)
            }
            return try body(view)
        }
    }
}
