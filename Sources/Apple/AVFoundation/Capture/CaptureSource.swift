import CoreMedia
import Foundation
import TegataVideo

/// Where the frames of a device come from.
enum CaptureSource: Sendable {
    case camera(path: String, system: @Sendable () -> any CameraSystem)
    case file(path: String, AVCaptureDevice.Playback)
    case test(frameCount: Int?, AVCaptureDevice.Playback)

    /// Whether frames come as fast as they are taken.
    var isFullSpeed: Bool {
        switch self {
        case .camera: false
        case .file(_, let playback), .test(_, let playback): playback.contains(.fullSpeed)
        }
    }

    /// Throws where there is no such file or device.
    func checkExistence() throws(AVError) {
        switch self {
        case .camera(let path, let system):
            guard CameraNode(path, system()) != nil else {
                throw AVError(.deviceNotConnected, "\(path): there is no such camera; ls /dev/video* lists them")
            }
        case .file(let path, _):
            guard FileManager.default.fileExists(atPath: path) else {
                throw AVError(.deviceNotConnected, "\(path): there is no such file")
            }
        case .test: break
        }
    }

    /// Opens it for frames of about this size and at most this rate.
    func open(_ preset: AVCaptureSession.Preset, frameDuration: CMTime?) throws(AVError) -> any FrameFeed {
        let size = preset.size
        let seconds = frameDuration.map(\.seconds).flatMap { $0 > 0 ? $0 : nil }
        let framesPerSecond = seconds.map { max(0.001, min(1 / $0, 1000)) }
        switch self {
        case .camera(let path, let system):
            let rate = framesPerSecond.map { max(1, $0.rounded()) } ?? 30
            return try CameraFeed(
                path, CameraOptions(width: size.width, height: size.height, framesPerSecond: Int(rate)), system())
        case .file(let path, let playback):
            let interval = seconds.map { min(($0 * 1000).rounded(.down), 1e9) } ?? 0
            return try FileFeed(path, minimumInterval: Int(interval), playback)
        case .test(let frameCount, let playback):
            return TestFeed(
                width: size.width, height: size.height, framesPerSecond: framesPerSecond ?? 30,
                frameCount: frameCount, playback)
        }
    }
}
