import CoreMedia
import CoreVideo

extension CMSampleBuffer {
    /// The picture of a sample; throws where there is none, or not any more.
    package func validImageBuffer() throws(AppleImageError) -> CVImageBuffer {
        guard CMSampleBufferIsValid(self) else { throw .sampleInvalid }
        guard let buffer = CMSampleBufferGetImageBuffer(self) else { throw .sampleWithoutImageBuffer }
        return buffer
    }
}
