import CoreMedia
import Testing

@Suite("Times and sample buffers")
struct CoreMediaTests {
    @Test func computesTimesFromValueAndTimescale() {
        #expect(CMTimeGetSeconds(CMTimeMake(value: 3, timescale: 2)) == 1.5)
        #expect(CMTime(seconds: 0.04, preferredTimescale: 600) == CMTime(value: 24, timescale: 600))
        #expect(CMTimeMakeWithSeconds(1.0 / 3, preferredTimescale: 1000).value == 333)
        #expect(CMTime.zero.isValid)
        #expect(CMTime.zero.seconds == 0)
        #expect(!CMTime.invalid.isValid)
        #expect(CMTime.invalid.seconds.isNaN)
        #expect(!CMTime(value: 1, timescale: 0).isValid)
        #expect(CMTime(seconds: .infinity, preferredTimescale: 600).isPositiveInfinity)
        #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
    }

    static func pixelBuffer(width: Int = 4) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        #expect(
            CVPixelBufferCreate(kCFAllocatorDefault, width, 2, kCVPixelFormatType_32BGRA, nil, &buffer)
                == kCVReturnSuccess)
        return try #require(buffer)
    }

    @Test func holdsAnImageAndItsTimeUntilInvalidated() throws {
        let picture = try Self.pixelBuffer()
        var description: CMVideoFormatDescription?
        #expect(
            CMVideoFormatDescriptionCreateForImageBuffer(
                allocator: kCFAllocatorDefault, imageBuffer: picture, formatDescriptionOut: &description) == 0)
        var timing = CMSampleTimingInfo(
            duration: .invalid, presentationTimeStamp: CMTime(value: 40, timescale: 1000), decodeTimeStamp: .invalid)
        var sample: CMSampleBuffer?
        #expect(
            CMSampleBufferCreateReadyWithImageBuffer(
                allocator: kCFAllocatorDefault, imageBuffer: picture, formatDescription: try #require(description),
                sampleTiming: &timing, sampleBufferOut: &sample) == 0)
        let made = try #require(sample)
        #expect(CMSampleBufferGetImageBuffer(made) === picture)
        #expect(CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(made)) == 0.04)
        let dimensions = CMSampleBufferGetFormatDescription(made).map(CMVideoFormatDescriptionGetDimensions)
        #expect(dimensions == CMVideoDimensions(width: 4, height: 2))
        #expect(made.formatDescription.map(CMFormatDescriptionGetMediaSubType) == kCVPixelFormatType_32BGRA)
        #expect(kCMPixelFormat_32BGRA == kCVPixelFormatType_32BGRA && kCMPixelFormat_24RGB == kCVPixelFormatType_24RGB)
        #expect(kCMPixelFormat_422YpCbCr8_yuvs == kCVPixelFormatType_422YpCbCr8_yuvs)
        #expect(CMSampleBufferDataIsReady(made) && !CMSampleBufferGetDuration(made).isValid)
        #expect(CMSampleBufferIsValid(made))
        CMSampleBufferInvalidate(made)
        #expect(!CMSampleBufferIsValid(made))
    }

    @Test func returnsAllTimesOfASample() throws {
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: CMTime(value: 7, timescale: 30),
            decodeTimeStamp: CMTime(value: 6, timescale: 30))
        let picture = try Self.pixelBuffer()
        let format = CMFormatDescription(imageBuffer: picture)
        let sample = try CMSampleBuffer(imageBuffer: picture, formatDescription: format, sampleTiming: timing)
        #expect(sample.numSamples == 1 && CMSampleBufferGetNumSamples(sample) == 1)
        #expect(CMSampleBufferGetDecodeTimeStamp(sample) == timing.decodeTimeStamp)
        #expect(CMSampleBufferGetOutputPresentationTimeStamp(sample) == timing.presentationTimeStamp)
        var given = CMSampleTimingInfo.invalid
        #expect(!given.presentationTimeStamp.isValid && !given.duration.isValid && !given.decodeTimeStamp.isValid)
        #expect(CMSampleBufferGetSampleTimingInfo(sample, at: 0, timingInfoOut: &given) == 0)
        #expect(given == timing)
        #expect(try sample.sampleTimingInfo(at: 0) == timing)
        #expect(
            CMSampleBufferGetSampleTimingInfo(sample, at: 1, timingInfoOut: &given)
                == kCMSampleBufferError_SampleIndexOutOfRange)
        #expect(throws: NSError.self) { try sample.sampleTimingInfo(at: -1) }
        #expect(CMFormatDescriptionGetMediaType(format) == kCMMediaType_Video && format.mediaType == .video)
        #expect(format.mediaSubType == .pixelFormat_32BGRA)
    }

    @Test func returnsNothingAfterInvalidation() throws {
        let time = CMTime(value: 7, timescale: 30)
        let timing = CMSampleTimingInfo(duration: time, presentationTimeStamp: time, decodeTimeStamp: time)
        weak var kept: CVPixelBuffer?
        let sample: CMSampleBuffer
        do {
            let picture = try Self.pixelBuffer()
            kept = picture
            sample = try CMSampleBuffer(
                imageBuffer: picture, formatDescription: CMFormatDescription(imageBuffer: picture),
                sampleTiming: timing)
        }
        #expect(kept != nil)
        try sample.invalidate()
        #expect(kept == nil && CMSampleBufferGetImageBuffer(sample) == nil)
        #expect(CMSampleBufferGetFormatDescription(sample) == nil)
        let times = [
            CMSampleBufferGetPresentationTimeStamp(sample), CMSampleBufferGetDuration(sample), sample.decodeTimeStamp,
            sample.outputPresentationTimeStamp,
        ]
        #expect(times.allSatisfy { !$0.isValid })
        #expect(!CMSampleBufferDataIsReady(sample) && sample.numSamples == 0)
        var given = timing
        #expect(
            CMSampleBufferGetSampleTimingInfo(sample, at: 0, timingInfoOut: &given)
                == kCMSampleBufferError_Invalidated)
        CMSampleBufferInvalidate(sample)
        #expect(!sample.isValid)
    }

    @Test func advancesTheHostClock() {
        let start = CMClockGetTime(CMClockGetHostTimeClock())
        #expect(start.timescale == 1_000_000_000 && start > .zero)
        #expect(CMClock.hostTimeClock.time >= start)
    }

    @Test func formatsTimesForReaders() {
        #expect(CMTime(value: 7, timescale: 30).shown == "{7/30 = 0.233}")
        #expect(CMTime(seconds: 0.3, preferredTimescale: 1).shown == "{0/1 = 0.000, rounded}")
        let others = [CMTime.invalid, .positiveInfinity, .negativeInfinity, .indefinite]
        #expect(others.map(\.shown) == ["{INVALID}", "{+INFINITY}", "{-INFINITY}", "{INDEFINITE}"])
    }

    @Test func rejectsDescriptionsOfOtherImages() throws {
        let description = CMFormatDescription(imageBuffer: try Self.pixelBuffer(width: 8))
        let error = #expect(throws: NSError.self) {
            try CMSampleBuffer(
                imageBuffer: try Self.pixelBuffer(), formatDescription: description, sampleTiming: CMSampleTimingInfo())
        }
        #expect(error?.code == Int(kCMSampleBufferError_InvalidMediaFormat))
    }
}

@Suite("Time arithmetic")
struct CMTimeTests {
    private func time(_ value: Int64, _ timescale: Int32) -> CMTime { CMTimeMake(value: value, timescale: timescale) }

    @Test func addsAndSubtractsInACommonTimescale() {
        let sum = time(1, 30) + time(1, 30)
        #expect((sum.value, sum.timescale, sum.flags) == (2, 30, .valid))
        let mixed = CMTimeAdd(time(1, 4), time(1, 6))
        #expect((mixed.value, mixed.timescale) == (5, 12))
        let difference = CMTimeSubtract(time(1, 4), time(1, 6))
        #expect((difference.value, difference.timescale) == (1, 12))
        #expect((time(1, 2) - time(1, 2)).seconds == 0)
        var total = CMTime.zero
        for _ in 0..<30 { total = total + time(1001, 30000) }
        #expect((total.value, total.timescale, total.hasBeenRounded) == (30030, 30000, false))
    }

    @Test func roundsInexactSumsAndOverflowsToInfinity() {
        // The least common multiple of these primes exceeds 31 bits.
        let sum = time(1, 2_147_483_647) + time(1, 2_147_483_629)
        #expect((sum.value, sum.timescale, sum.hasBeenRounded) == (2, kCMTimeMaxTimescale, true))
        #expect((sum + .zero).hasBeenRounded)
        let large = time(.max, 4) + time(.max, 4)
        #expect((large.value, large.timescale, large.hasBeenRounded) == (.max, 2, false))
        #expect((time(.max, 1) + time(1, 1)).isPositiveInfinity)
        #expect((time(.min, 1) - time(1, 1)).isNegativeInfinity)
        #expect((time(0, 1) - time(.min, 1)).isPositiveInfinity)
        #expect((time(-1, 1) - time(.min, 1)).value == .max)
    }

    @Test func propagatesNonNumericTimes() {
        let (infinite, negative) = (CMTime.positiveInfinity, CMTime.negativeInfinity)
        #expect((infinite + time(1, 1)).isPositiveInfinity)
        #expect((time(1, 1) - infinite).isNegativeInfinity)
        #expect((infinite + infinite).isPositiveInfinity)
        #expect((infinite - negative).isPositiveInfinity)
        #expect(!(infinite + negative).isValid)
        #expect(!(infinite - infinite).isValid)
        #expect((infinite + .indefinite).isPositiveInfinity)
        #expect((time(1, 1) + .indefinite).isIndefinite)
        #expect((CMTime.indefinite - time(1, 1)).isIndefinite)
        #expect(!(CMTime.invalid + infinite).isValid)
        #expect(!(time(1, 1) - .invalid).isValid)
        #expect(infinite.seconds == .infinity)
        #expect(negative.seconds == -.infinity)
        #expect(CMTime.indefinite.seconds.isNaN)
        #expect([infinite, negative, .indefinite].allSatisfy { $0.isValid && !$0.isNumeric })
        #expect(CMTime.zero.isNumeric)
        #expect(CMTime() == .invalid)
    }

    @Test func returnsInvalidForDifferentEpochs() {
        func inEpoch(_ value: Int64, _ epoch: Int64) -> CMTime {
            CMTimeMakeWithEpoch(value: value, timescale: 1, epoch: epoch)
        }
        #expect((inEpoch(3, 1) + inEpoch(1, 0)).epoch == 1)
        #expect(inEpoch(3, 2) - inEpoch(1, 2) == time(2, 1))
        #expect(!(inEpoch(3, 1) + inEpoch(1, 2)).isValid)
        #expect(inEpoch(9, 1) < inEpoch(1, 2))
    }

    @Test func multipliesExactlyIfPossible() {
        let triple = CMTimeMultiply(time(1, 30), multiplier: 3)
        #expect((triple.value, triple.timescale, triple.hasBeenRounded) == (3, 30, false))
        let third = CMTimeMultiplyByRatio(time(1, 2), multiplier: 1, divisor: 3)
        #expect((third.value, third.timescale) == (1, 6))
        #expect(CMTimeMultiplyByRatio(time(3, 2), multiplier: -1, divisor: 3) == time(-1, 2))
        #expect(CMTimeMultiplyByRatio(time(3, 2), multiplier: 1, divisor: -3) == time(-1, 2))
        #expect(CMTimeMultiplyByRatio(time(1, 1), multiplier: .min, divisor: .min) == time(1, 1))
        #expect(!CMTimeMultiplyByRatio(time(1, 2), multiplier: 1, divisor: 0).isValid)
        let half = CMTimeMultiplyByFloat64(time(600, 600), multiplier: 0.5)
        #expect((half.value, half.timescale, half.hasBeenRounded) == (38400, 76800, false))
        let double = CMTimeMultiplyByFloat64(time(1, 90000), multiplier: 2)
        #expect((double.value, double.timescale) == (2, 90000))
        let tenth = CMTimeMultiplyByFloat64(time(1, 1), multiplier: 0.1)
        #expect((tenth.value, tenth.timescale, tenth.hasBeenRounded) == (6554, 65536, true))
        for timescale in [0, -3, .min] as [Int32] {
            let none = CMTime(value: 5, timescale: timescale, flags: .valid, epoch: 0)
            #expect(!CMTimeMultiplyByFloat64(none, multiplier: 2).isValid)
        }
        #expect(!CMTimeMultiplyByFloat64(time(1, 1), multiplier: .nan).isValid)
        #expect(CMTimeMultiply(.positiveInfinity, multiplier: -2).isNegativeInfinity)
        #expect(!CMTimeMultiply(.positiveInfinity, multiplier: 0).isValid)
        #expect(CMTimeMultiply(.indefinite, multiplier: 2).isIndefinite)
        #expect(CMTimeMultiply(time(.max, 1), multiplier: 2).isPositiveInfinity)
        #expect(CMTimeAbsoluteValue(time(-3, 2)) == time(3, 2))
        #expect(CMTimeAbsoluteValue(.negativeInfinity).isPositiveInfinity)
    }

    @Test(
        arguments: [
            (3, 2, 2, -2, CMTimeRoundingMethod.roundHalfAwayFromZero), (3, 2, 1, -1, .roundTowardZero),
            (3, 2, 2, -2, .roundAwayFromZero), (3, 2, 1, -1, .quickTime), (3, 2, 2, -1, .roundTowardPositiveInfinity),
            (3, 2, 1, -2, .roundTowardNegativeInfinity), (5, 4, 1, -1, .default),
        ])
    func convertsTimescalesWithTheGivenRounding(
        value: Int64, timescale: Int32, expected: Int64, opposite: Int64, method: CMTimeRoundingMethod
    ) {
        let converted = CMTimeConvertScale(time(value, timescale), timescale: 1, method: method)
        #expect((converted.value, converted.timescale, converted.hasBeenRounded) == (expected, 1, true))
        #expect(time(-value, timescale).convertScale(1, method: method).value == opposite)
        #expect(time(1, 3).convertScale(10, method: .quickTime).value == 4)
        // Negative times stay negative.
        #expect(time(-1, 3).convertScale(1, method: .quickTime).value == -1)
        #expect(time(1, 3).convertScale(1, method: .quickTime).value == 0)
        #expect(!time(1, 3).convertScale(0, method: method).isValid)
        #expect(time(.max, 1).convertScale(2, method: method).isPositiveInfinity)
        #expect(!time(value, timescale).convertScale(4 * timescale, method: method).hasBeenRounded)
        #expect(CMTime.indefinite.convertScale(9, method: method).isIndefinite)
    }

    @Test func ordersTimesBySecondsAcrossTimescales() {
        let ordered: [CMTime] = [
            .negativeInfinity, time(-1, 2), .zero, time(1, 3), time(1, 2), time(.max, 1), .indefinite,
            .positiveInfinity, .invalid,
        ]
        for (index, earlier) in ordered.enumerated() {
            #expect(CMTimeCompare(earlier, earlier) == 0)
            for later in ordered[(index + 1)...] {
                #expect(earlier < later && later > earlier && earlier != later)
                #expect(CMTimeCompare(earlier, later) == -1)
                #expect(CMTimeCompare(later, earlier) == 1)
                #expect(CMTimeMinimum(later, earlier) == earlier)
                #expect(CMTimeMaximum(later, earlier) == later)
            }
        }
        #expect(ordered.reversed().sorted() == ordered)
        #expect(time(1, 2) == time(300, 600))
        #expect(time(2, 1) >= time(4, 2))
        #expect(Set([time(1, 2), time(300, 600), time(1, 3), .invalid, .invalid]).count == 3)
        #expect(Set([time((1 << 60) + 1, 3), time(((1 << 60) + 1) * 3, 9)]).count == 1)
    }

    @Test func makesTimesFromSecondsAtCoarserScalesIfNeeded() {
        #expect(CMTime(seconds: 0.1, preferredTimescale: 600) == time(60, 600))
        #expect(CMTime(seconds: 1.0 / 7, preferredTimescale: 600).hasBeenRounded)
        #expect(CMTime(seconds: 1e17, preferredTimescale: 1000) == time(100_000_000_000_000_000, 1))
        #expect(CMTime(seconds: -1e30, preferredTimescale: 1).isNegativeInfinity)
        #expect(!CMTime(seconds: 1, preferredTimescale: 0).isValid)
    }

    @Test func computesEndsUnionsAndIntersectionsOfRanges() {
        let range = CMTimeRange(start: time(1, 1), duration: time(2, 1))
        #expect(range.end == time(3, 1))
        #expect(range == CMTimeRangeFromTimeToTime(start: time(1, 1), end: time(3, 1)))
        #expect(CMTimeRangeEqual(range, CMTimeRangeMake(start: time(2, 2), duration: time(4, 2))))
        #expect(CMTimeRangeGetEnd(range) == range.end)
        #expect(range.containsTime(time(1, 1)) && range.containsTime(time(5, 2)) && !range.containsTime(time(3, 1)))
        #expect(CMTimeRangeContainsTime(range, time: time(2, 1)))
        let later = CMTimeRange(start: time(2, 1), end: time(9, 1))
        #expect(range.intersection(later) == CMTimeRange(start: time(2, 1), end: time(3, 1)))
        #expect(range.union(later) == CMTimeRange(start: time(1, 1), end: time(9, 1)))
        #expect(CMTimeRangeGetUnion(range, otherRange: .invalid) == .invalid)
        #expect(
            CMTimeRangeGetIntersection(range, otherRange: CMTimeRange(start: time(7, 1), duration: time(1, 1))) == .zero
        )
        #expect(range.containsTimeRange(CMTimeRange(start: time(2, 1), duration: time(1, 1))))
        #expect(!CMTimeRangeContainsTimeRange(range, otherRange: later))
        #expect(CMTimeRange.zero.isEmpty && CMTimeRange.zero.isValid && !range.isEmpty)
        #expect(!CMTimeRange().isValid && !CMTimeRange(start: .zero, duration: time(-1, 1)).isValid)
        #expect(CMTimeRange(start: .zero, duration: .positiveInfinity).containsTime(time(.max, 1)))
        #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
    }
}
