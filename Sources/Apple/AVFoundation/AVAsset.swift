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

/// A video in a file.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// Where the file is.
    public let url: URL

    /// The video in the file at `url`. Options are not looked at.
    public init(url: URL, options: [String: Any]? = nil) {
        self.url = url
        super.init(url: url)
    }
}

/// A stand-in for what loads its properties without waiting.
public protocol AVAsynchronousKeyValueLoading: AnyObject, Sendable {}

extension AVAsynchronousKeyValueLoading {
    /// The value of a property, such as `.duration`; throws an ``AVError`` where the file cannot be read.
    public func load<Value: Sendable>(_ property: AVAsyncProperty<Self, Value>) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try property.value(self) })
            }
        }
    }
}

/// A stand-in for the properties of `Root` that are loaded.
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {
    init() {}
}

/// A stand-in for a property of `Root` that is loaded, with a value of type `Value`.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    let value: @Sendable (Root) throws -> Value

    init(_ value: @escaping @Sendable (Root) throws -> Value) {
        self.value = value
        super.init()
    }
}
