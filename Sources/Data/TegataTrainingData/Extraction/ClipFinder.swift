import TegataBuffers
import TegataHands
import TegataPixels
import TegataVideo

/// Finds hands in the frames of a clip.
struct ClipFinder {
    let clip: ClipItem
    /// The highest rate in frames per second; faster videos are thinned to every second frame, every third frame, and
    /// so on.
    private static let highestRate = 40.0

    enum Problem: Error {
        case video(VideoError)
        case pipeline(TegataError)
    }

    /// Returns the hands in the clip; `isCancelled` is called before each frame, and ends the search if it returns
    /// true.
    func frames(_ finder: RobustHandDetector, isCancelled: () -> Bool) throws(Problem) -> FoundFrames {
        let whole = try reader(VideoSelection(pictureRate: pictureRate))
        let rate = whole.frameRate?.perSecond ?? FrameRate.usual.perSecond
        let duration = whole.estimatedFrameCount.map { Double($0) / rate } ?? 0
        let (start, end) = (clip.start?.seconds(rate: rate) ?? 0, clip.end?.seconds(rate: rate))
        let every = max(1, Int((rate / Self.highestRate).rounded(.up)))
        var found = FoundFrames(
            frames: [], times: [], frameRate: rate / Double(every), sourceRate: rate, duration: duration)
        if duration > 0, start >= duration { return found }
        let selection = VideoSelection(
            pictureRate: pictureRate, start: start, duration: end.map { $0 - start }, every: every)
        let pipeline: GesturePipeline
        do throws(TegataError) { pipeline = try finder.makeVideoPipeline() } catch { throw .pipeline(error) }
        let video: VideoReader
        do throws(VideoError) { video = try VideoReader(readingFrom: clip.path, selection: selection) } catch {
            guard error.problem != .nothingSelected else { return found }
            throw .video(error)
        }
        while !isCancelled(), try advance(video) {
            let frame = video.frame
            let hands: [HandResult]
            do throws(TegataError) {
                hands = try frame.withView { view throws(TegataError) in
                    try pipeline.track(view, milliseconds: frame.timestampMs).hands
                }
            } catch { throw .pipeline(error) }
            found.frames.append(
                hands.compactMap { hand in
                    ExtractedHand(hand, width: frame.width, height: frame.height).map {
                        FoundFrames.Hand(hand: $0, identifier: hand.identifier ?? 0)
                    }
                })
            found.times.append(Double(video.sourceTimestampMs) / 1000)
        }
        return found
    }

    private func advance(_ video: VideoReader) throws(Problem) -> Bool {
        do throws(VideoError) { return try video.advance() } catch {
            // A selection beyond the end of the video just has no frames.
            guard error.problem != .nothingSelected else { return false }
            throw .video(error)
        }
    }

    private var pictureRate: FrameRate? {
        clip.frameRate.flatMap { rate in
            rate > 0 && rate < 10_000 ? FrameRate(frames: Int((rate * 1000).rounded()), seconds: 1000) : nil
        }
    }

    private func reader(_ selection: VideoSelection) throws(Problem) -> VideoReader {
        do throws(VideoError) { return try VideoReader(readingFrom: clip.path, selection: selection) } catch {
            throw .video(error)
        }
    }
}
