import CoreMedia
import Foundation
import TegataVideo

/// A stand-in for AVFoundation's videos: a file from which pictures are taken.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    private let source: URL
    private let lock = NSLock()
    private var knownDuration: CMTime?

    /// The video in the file at `url`. Whether there is one shows when something is asked of it.
    public init(url: URL) {
        source = url
    }

    /// Throws where the URL is no file's: nothing is fetched, and no file of the same path is read in its place.
    func path() throws(AVError) -> String {
        guard source.isFileURL else {
            throw AVError(.fileFormatNotRecognized, "\(source.absoluteString): is no file, and nothing is fetched here")
        }
        return source.path
    }

    /// How long the video is; zero where it cannot be read. The first time this waits until it is known: files that
    /// need no decoder are read through for it. ``AVAsynchronousKeyValueLoading/load(_:)`` does not wait, and says what
    /// is wrong.
    open var duration: CMTime { (try? measuredDuration()) ?? .zero }

    func measuredDuration() throws(AVError) -> CMTime {
        lock.lock()
        defer { lock.unlock() }
        if let knownDuration { return knownDuration }
        let path = try path()
        do throws(VideoError) {
            let reader = try VideoReader(readingFrom: path)
            let duration: CMTime
            if let count = reader.estimatedFrameCount, let rate = reader.frameRate {
                duration = CMTime(value: Int64(rate.timestampMs(frame: count)), timescale: 1000)
            } else {
                while try reader.advance() {}
                guard reader.frameCount > 0 else { throw VideoError(file: path, problem: .empty) }
                let interval = 1000 / (reader.frameRate ?? FrameRate.usual).perSecond
                duration = CMTime(
                    value: Int64(reader.frame.timestampMs) &+ (Int64(exactly: interval.rounded()) ?? 0), timescale: 1000
                )
            }
            knownDuration = duration
            return duration
        } catch {
            throw AVError(error)
        }
    }
}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// How long the video is.
    public static var duration: AVAsyncProperty<Root, CMTime> {
        AVAsyncProperty { asset in try asset.measuredDuration() }
    }
}
