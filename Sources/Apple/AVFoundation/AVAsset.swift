import CoreMedia
import Foundation
import TegataVideo

/// A video file from which images are taken.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    private let source: URL
    private let lock = NSLock()
    private var knownDuration: CMTime?

    /// Creates an asset for the video at `url`. The file is not checked until a property or an image is requested.
    public init(url: URL) {
        source = url
    }

    /// Returns the path. Nothing is downloaded, so this throws if the URL is not a file URL.
    func path() throws(AVError) -> String {
        guard source.isFileURL else {
            throw AVError(.fileFormatNotRecognized, "\(source.absoluteString): not a file URL; pass the URL of a file")
        }
        return source.path
    }

    /// The duration of the video; zero if it cannot be read. The first access waits until the duration is known; files
    /// that need no decoder are read to the end to find it. ``AVAsynchronousKeyValueLoading/load(_:)`` does not wait,
    /// and reports the error.
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
    /// The duration of the video.
    public static var duration: AVAsyncProperty<Root, CMTime> {
        AVAsyncProperty { asset in try asset.measuredDuration() }
    }
}

/// A video in a file.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// The URL of the file.
    public let url: URL

    /// Creates an asset for the video at `url`. Options are ignored.
    public init(url: URL, options: [String: Any]? = nil) {
        self.url = url
        super.init(url: url)
    }
}

/// An object whose properties load without waiting.
public protocol AVAsynchronousKeyValueLoading: AnyObject, Sendable {}

extension AVAsynchronousKeyValueLoading {
    /// Returns the value of a property, such as `.duration`. Throws an ``AVError`` if the file cannot be read.
    public func load<Value: Sendable>(_ property: AVAsyncProperty<Self, Value>) async throws -> Value {
        try await apartFromTasks { try property.value(self) }
    }
}

/// Runs `body`, which may wait for a file or a program, on a thread that runs no tasks.
func apartFromTasks<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
}

/// A property of `Root` that is loaded asynchronously.
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {
    init() {}
}

/// A property of `Root` that is loaded asynchronously, with a value of type `Value`.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    let value: @Sendable (Root) throws -> Value

    init(_ value: @escaping @Sendable (Root) throws -> Value) {
        self.value = value
        super.init()
    }
}
