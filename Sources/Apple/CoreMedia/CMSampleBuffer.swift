import CoreVideo
import Synchronization

/// Whether a function of Core Media did what it was asked to; 0 if so.
public typealias OSStatus = Int32

/// A stand-in for Core Media's sample buffers: a picture and the time at which it is to be shown. One that was
/// invalidated has neither.
public final class CMSampleBuffer: Sendable {
    private struct Sample {
        var imageBuffer: CVImageBuffer?
        var timing: CMSampleTimingInfo
    }

    /// Nil when it was invalidated.
    private let sample: Mutex<Sample?>

    /// The picture; nil for a sample without one and where it was invalidated.
    public var imageBuffer: CVImageBuffer? { sample.withLock { $0?.imageBuffer } }
    /// When the sample is to be shown; not valid where it was invalidated.
    public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
    /// When the sample is to be decoded, as its timing says; not valid where that is not known.
    public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
    /// How long the sample is shown; not valid where that is not known.
    public var duration: CMTime { timing.duration }
    /// When the sample is shown, which is its ``presentationTimeStamp`` here.
    public var outputPresentationTimeStamp: CMTime { presentationTimeStamp }
    /// 1, or 0 where the sample buffer was invalidated.
    public var numSamples: Int { isValid ? 1 : 0 }
    /// Describes the picture; nil for a sample without one.
    public var formatDescription: CMFormatDescription? { imageBuffer.map { CMFormatDescription(imageBuffer: $0) } }

    /// Nil when it was invalidated.
    fileprivate var timingIfValid: CMSampleTimingInfo? { sample.withLock { $0?.timing } }
    private var timing: CMSampleTimingInfo { timingIfValid ?? .invalid }

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
        sample = Mutex(Sample(imageBuffer: imageBuffer, timing: sampleTiming))
    }

    /// A sample without a picture, such as one of sound.
    package init(sampleTiming: CMSampleTimingInfo) {
        sample = Mutex(Sample(timing: sampleTiming))
    }

    /// Whether the sample buffer was not invalidated.
    public var isValid: Bool { sample.withLock { $0 != nil } }

    /// Says that the sample is of no more use: from then on there is no picture, and no time is valid.
    public func invalidate() throws {
        let last = sample.withLock { sample in
            defer { sample = nil }
            return sample
        }
        // The picture may end here and tell its owner, who may ask about the sample.
        withExtendedLifetime(last) {}
    }

    /// All times of the sample; throws where it was invalidated, and for any index but 0.
    public func sampleTimingInfo(at index: Int) throws -> CMSampleTimingInfo {
        var timing = CMSampleTimingInfo.invalid
        let status = CMSampleBufferGetSampleTimingInfo(self, at: index, timingInfoOut: &timing)
        guard status == 0 else {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: Int(status),
                userInfo: [NSLocalizedDescriptionKey: "The sample buffer has no sample \(index), or not any more."])
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

/// There is no sample with that index; only 0 has one.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
/// The format description is not one of such pictures.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
/// The sample buffer was invalidated.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744

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

/// The picture; nil for a sample without one and where it was invalidated.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }
/// When the sample is to be shown; not valid where it was invalidated.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }
/// When the sample is to be decoded; not valid where that is not known.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }
/// When the sample is shown, which is its presentation time here.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputPresentationTimeStamp
}
/// How long the sample is shown; not valid where that is not known.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }
/// 1, or 0 where the sample buffer was invalidated.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> Int { sbuf.numSamples }
/// Gives all times of the sample, whose index is 0.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
    _ sbuf: CMSampleBuffer, at sampleIndex: Int, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
    guard let timing = sbuf.timingIfValid else { return kCMSampleBufferError_Invalidated }
    guard sampleIndex == 0 else { return kCMSampleBufferError_SampleIndexOutOfRange }
    timingInfoOut.pointee = timing
    return 0
}
/// Describes the picture; nil for a sample without one.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}
/// Whether the sample buffer was not invalidated, as its data is always there until then.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }
/// Whether the sample buffer was not invalidated.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }
/// Says that the sample is of no more use: from then on there is no picture, and no time is valid.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
    try? sbuf.invalidate()
    return 0
}

/// When a sample is to be shown, and for how long.
public struct CMSampleTimingInfo: Sendable, Hashable {
    /// How long the sample is shown.
    public var duration: CMTime
    /// When the sample is to be shown.
    public var presentationTimeStamp: CMTime
    /// When the sample is to be decoded; nothing here decodes by it.
    public var decodeTimeStamp: CMTime

    /// The times of a sample; those that are left out are not valid.
    public init(
        duration: CMTime = .invalid, presentationTimeStamp: CMTime = .invalid, decodeTimeStamp: CMTime = .invalid
    ) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// Times none of which is valid.
    public static let invalid = CMSampleTimingInfo()
}
