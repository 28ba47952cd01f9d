import CoreVideo
import Synchronization

/// Whether a function of Core Media did what it was asked to; 0 if so.
public typealias OSStatus = Int32

/// A stand-in for Core Media's sample buffers: a picture and the time at which it is to be shown.
public final class CMSampleBuffer: Sendable {
    public let imageBuffer: CVImageBuffer?
    public let presentationTimeStamp: CMTime
    public let duration: CMTime
    /// Describes the picture; nil for a sample without one.
    public var formatDescription: CMFormatDescription? { imageBuffer.map { CMFormatDescription(imageBuffer: $0) } }
    private let isInvalidated = Mutex(false)

    /// Wraps a picture that is there already; throws where the description is not one of such pictures.
    public init(imageBuffer: CVImageBuffer, formatDescription: CMFormatDescription, sampleTiming: CMSampleTimingInfo)
        throws
    {
        let status = CMSampleBuffer.check(imageBuffer, formatDescription)
        guard status == 0 else {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: Int(status),
                userInfo: [NSLocalizedDescriptionKey: "The format description does not match the image buffer."])
        }
        self.imageBuffer = imageBuffer
        presentationTimeStamp = sampleTiming.presentationTimeStamp
        duration = sampleTiming.duration
    }

    /// A sample without a picture, such as one of sound.
    package init(sampleTiming: CMSampleTimingInfo) {
        imageBuffer = nil
        presentationTimeStamp = sampleTiming.presentationTimeStamp
        duration = sampleTiming.duration
    }

    public var isValid: Bool { isInvalidated.withLock { !$0 } }

    /// Says that the sample is of no more use.
    public func invalidate() throws {
        isInvalidated.withLock { $0 = true }
    }

    fileprivate static func check(_ imageBuffer: CVImageBuffer, _ format: CMFormatDescription) -> OSStatus {
        let matches =
            CVPixelBufferGetWidth(imageBuffer) == format.width && CVPixelBufferGetHeight(imageBuffer) == format.height
            && CVPixelBufferGetPixelFormatType(imageBuffer) == format.pixelFormat
        return matches ? 0 : kCMSampleBufferError_InvalidMediaFormat
    }
}

public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743

/// Wraps a picture that is there already.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    let status = CMSampleBuffer.check(imageBuffer, formatDescription)
    guard status == 0 else { return status }
    sampleBufferOut.pointee = try? CMSampleBuffer(
        imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
    return 0
}

public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }
/// Describes the picture; nil for a sample without one.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}
/// The data of samples is always there.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { true }
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }
/// Says that the sample is of no more use.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
    try? sbuf.invalidate()
    return 0
}
