import TegataBuffers
import TegataImages

extension StoredSamples {
    /// Decodes a JPEG file to the same pixels as MediaPipe, with the file's channels: gray or RGB.
    package init(decodingJPEGAsMediaPipe file: Bytes) throws(ImageFileError.Problem) {
        var decoder: JPEGDecoder
        do throws(Fault) { decoder = try JPEGDecoder(file) } catch { throw error.problem }
        let (width, height) = (decoder.frame.width, decoder.frame.height)
        try RGBImage.check(width: width, height: height)
        let channelCount = decoder.frame.components.count == 1 ? 1 : 3
        let values = unsafe try newPixels(count: channelCount * width * height) {
            (pixels) throws(ImageFileError.Problem) in unsafe try decoder.decode(into: pixels)
        }
        self.init(width: width, height: height, channelCount: channelCount, values: values)
    }
}
