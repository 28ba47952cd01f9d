import CoreGraphics
import CoreMedia
import Foundation
import TegataPixels
import TegataSystem
import TegataVideo

/// The source of a device's frames.
enum CaptureSource: Sendable {
    case camera(path: String, system: @Sendable () -> any VideoDeviceCalls)
    case file(path: String, AVCaptureDevice.Playback)
    case test(frameCount: Int?, AVCaptureDevice.Playback)

    /// Whether frames are delivered as fast as they are taken.
    var isFullSpeed: Bool {
        switch self {
        case .camera: false
        case .file(_, let playback), .test(_, let playback): playback.contains(.fullSpeed)
        }
    }

    /// Throws if the file or device does not exist.
    func checkExistence() throws(AVError) {
        switch self {
        case .camera(let path, let system):
            guard CameraNode(path, system()) != nil else {
                throw AVError(.deviceNotConnected, "\(path): there is no such camera; ls /dev/video* lists all cameras")
            }
        case .file(let path, _):
            guard FileManager.default.fileExists(atPath: path) else {
                throw AVError(.deviceNotConnected, "\(path): no such file; check the path")
            }
        case .test: break
        }
    }

    /// Opens the source for frames of about this size and at most this rate.
    func open(_ request: CaptureRequest) throws(AVError) -> any FrameFeed {
        let seconds = request.frameDuration.map(\.seconds).flatMap { $0 > 0 ? $0 : nil }
        let framesPerSecond = seconds.map { max(0.001, min(1 / $0, 1000)) }
        switch self {
        case .camera(let path, let system):
            let rounded = framesPerSecond.map { max(1, $0.rounded()) } ?? 30
            var options = CameraOptions(
                width: request.width, height: request.height, framesPerSecond: Int(rounded))
            options.pixelFormat = request.pixels
            options.rate = request.frameDuration.flatMap {
                FrameRate(frames: Int($0.timescale), seconds: Int(clamping: $0.value))
            }.flatMap { $0.isOfCameras ? $0 : nil }
            return try CameraFeed(path, options, system())
        case .file(let path, let playback):
            let interval = seconds.map { min(($0 * 1000).rounded(.down), 1e9) } ?? 0
            return try FileFeed(path, minimumInterval: Int(interval), playback)
        case .test(let frameCount, let playback):
            return TestFeed(
                width: request.width, height: request.height, framesPerSecond: framesPerSecond ?? 30,
                frameCount: frameCount, playback)
        }
    }
}

/// The settings that a session requests from a device.
struct CaptureRequest: Equatable {
    var width: Int
    var height: Int
    /// The kernel's name for the pixel format that a camera should send; nil for any.
    var pixels: String?
    /// The shortest time between frames; nil for the device's default.
    var frameDuration: CMTime?
}

/// A consumer of a feed's frames.
protocol FrameTaker: AnyObject {
    /// Takes a frame, which is valid only during the call.
    func take(_ frame: ImageView)
}

/// The frames of a device, which is closed when the last reference is released. Used by one thread at a time.
protocol FrameFeed: AnyObject {
    /// The size of the frames, if it is known before the first frame.
    var pictureSize: CGSize? { get }
    /// The nominal rate of the frames; nil if it is unknown.
    var frameRate: FrameRate? { get }

    /// Waits until the next frame is due and passes it to `taker`. Returns its time in milliseconds after the first
    /// frame, or nil at the end or if the gate is closed.
    func next(for taker: any FrameTaker, _ gate: CaptureGate) throws(AVError) -> Int?
}

/// The times at which frames from sources other than cameras are due.
struct FramePace {
    /// The time of the first frame; nil if frames are not delayed.
    private var start: UInt64?
    private let isFullSpeed: Bool
    /// The limit for times in milliseconds, which keeps their values in nanoseconds from overflowing.
    private static let latest = 1 << 40

    init(_ playback: AVCaptureDevice.Playback) {
        isFullSpeed = playback.contains(.fullSpeed)
    }

    /// Waits until a frame is due; the first frame is due at once. False if the gate is closed.
    mutating func wait(forFrameAt milliseconds: Int, _ gate: CaptureGate) -> Bool {
        guard !isFullSpeed else { return gate.isOpen }
        let start = start ?? MonotonicCondition.time(after: 0)
        self.start = start
        return gate.sleep(until: start + UInt64(max(0, min(milliseconds, Self.latest))) * 1_000_000)
    }
}
