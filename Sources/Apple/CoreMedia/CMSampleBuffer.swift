import CoreVideo
import Synchronization

/// The status of a Core Media function; 0 means success.
public typealias OSStatus = Int32

/// A sample: an image and its presentation time. Once it is invalidated, it has neither.
public final class CMSampleBuffer: Sendable {
    private struct Sample {
        var imageBuffer: CVImageBuffer?
        var timing: CMSampleTimingInfo
    }

    /// Nil once the sample buffer is invalidated.
    private let sample: Mutex<Sample?>

    /// The image; nil if the sample has none, or once the buffer is invalidated.
    public var imageBuffer: CVImageBuffer? { sample.withLock { $0?.imageBuffer } }
    /// The time at which to show the sample; invalid after the buffer is invalidated.
    public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
    /// The time at which to decode the sample; invalid if it is unknown.
    public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
    /// The duration of the sample; invalid if it is unknown.
    public var duration: CMTime { timing.duration }
    /// The time at which the sample is shown, equal to ``presentationTimeStamp``.
    public var outputPresentationTimeStamp: CMTime { presentationTimeStamp }
    /// 1, or 0 after the sample buffer is invalidated.
    public var numSamples: Int { isValid ? 1 : 0 }
    /// The description of the image; nil if the sample has none.
    public var formatDescription: CMFormatDescription? { imageBuffer.map { CMFormatDescription(imageBuffer: $0) } }

    /// Nil once the sample buffer is invalidated.
    fileprivate var timingIfValid: CMSampleTimingInfo? { sample.withLock { $0?.timing } }
    private var timing: CMSampleTimingInfo { timingIfValid ?? .invalid }

    /// Wraps an existing image. Throws if the description does not match it.
    public init(imageBuffer: CVImageBuffer, formatDescription: CMFormatDescription, sampleTiming: CMSampleTimingInfo)
        throws
    {
        let status = CMSampleBuffer.check(imageBuffer, formatDescription)
        guard status == 0 else {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: Int(status),
                userInfo: [NSLocalizedDescriptionKey: "The format description does not match the image buffer."])
        }
        sample = Mutex(Sample(imageBuffer: imageBuffer, timing: sampleTiming))
    }

    /// Creates a sample without an image, such as an audio sample.
    package init(sampleTiming: CMSampleTimingInfo) {
        sample = Mutex(Sample(timing: sampleTiming))
    }

    /// Whether the sample buffer has not been invalidated.
    public var isValid: Bool { sample.withLock { $0 != nil } }

    /// Invalidates the sample: from then on it has no image and no valid times.
    public func invalidate() throws {
        let last = sample.withLock { sample in
            defer { sample = nil }
            return sample
        }
        // Release the image outside the lock: its owner is notified and may access the sample.
        withExtendedLifetime(last) {}
    }

    /// Returns all times of the sample. Throws if it was invalidated, or if the index is not 0.
    public func sampleTimingInfo(at index: Int) throws -> CMSampleTimingInfo {
        var timing = CMSampleTimingInfo.invalid
        let status = CMSampleBufferGetSampleTimingInfo(self, at: index, timingInfoOut: &timing)
        guard status == 0 else {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: Int(status),
                userInfo: [NSLocalizedDescriptionKey: "The sample buffer has no sample \(index), or was invalidated."])
        }
        return timing
    }

    fileprivate static func check(_ imageBuffer: CVImageBuffer, _ format: CMFormatDescription) -> OSStatus {
        let matches =
            CVPixelBufferGetWidth(imageBuffer) == format.width && CVPixelBufferGetHeight(imageBuffer) == format.height
            && CVPixelBufferGetPixelFormatType(imageBuffer) == format.pixelFormat
        return matches ? 0 : kCMSampleBufferError_InvalidMediaFormat
    }
}

/// There is no sample with that index; only 0 is valid.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
/// The format description does not match the image.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
/// The sample buffer was invalidated.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744

/// Wraps an existing image.
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

/// Returns the image; nil if the sample has none, or once the buffer is invalidated.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }
/// Returns the time at which to show the sample; invalid after the buffer is invalidated.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }
/// Returns the time at which to decode the sample; invalid if it is unknown.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }
/// Returns the time at which the sample is shown, equal to its presentation time.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputPresentationTimeStamp
}
/// Returns the duration of the sample; invalid if it is unknown.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }
/// Returns 1, or 0 after the sample buffer is invalidated.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> Int { sbuf.numSamples }
/// Writes all times of the sample, whose index is 0, and returns the status.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
    _ sbuf: CMSampleBuffer, at sampleIndex: Int, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
    guard let timing = sbuf.timingIfValid else { return kCMSampleBufferError_Invalidated }
    guard sampleIndex == 0 else { return kCMSampleBufferError_SampleIndexOutOfRange }
    timingInfoOut.pointee = timing
    return 0
}
/// Returns the description of the image; nil if the sample has no image.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}
/// Whether the sample buffer has not been invalidated, because its data is always available until then.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }
/// Whether the sample buffer has not been invalidated.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }
/// Invalidates the sample: from then on it has no image and no valid times.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
    try? sbuf.invalidate()
    return 0
}

/// The times of a sample.
public struct CMSampleTimingInfo: Sendable, Hashable {
    /// The duration of the sample.
    public var duration: CMTime
    /// The time at which to show the sample.
    public var presentationTimeStamp: CMTime
    /// The time at which to decode the sample; not used on Linux.
    public var decodeTimeStamp: CMTime

    /// Creates the times of a sample; omitted times are invalid.
    public init(
        duration: CMTime = .invalid, presentationTimeStamp: CMTime = .invalid, decodeTimeStamp: CMTime = .invalid
    ) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// A timing with only invalid times.
    public static let invalid = CMSampleTimingInfo()
}
