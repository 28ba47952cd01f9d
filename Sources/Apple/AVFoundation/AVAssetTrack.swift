import CoreGraphics
import Foundation
import TegataVideo

/// The images of a video file. It is the only kind of track, because Linux does not read sound.
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    /// The video that the track belongs to, which the track does not keep alive.
    public private(set) weak var asset: AVAsset?
    /// Always ``AVMediaType/video``.
    public let mediaType = AVMediaType.video
    /// The size of the images, which are upright, in pixels.
    public let naturalSize: CGSize
    /// The rate of the images per second; 0 if the file does not specify it.
    public let nominalFrameRate: Float

    /// Reads the first image of a video.
    init(of asset: AVAsset, path: String) throws(VideoError) {
        let reader = try VideoReader(readingFrom: path)
        guard try reader.advance() else { throw VideoError(file: path, problem: .empty) }
        self.asset = asset
        naturalSize = CGSize(width: reader.frame.width, height: reader.frame.height)
        nominalFrameRate = Float(reader.frameRate?.perSecond ?? 0)
    }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// The size of the images in pixels.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty { $0.naturalSize } }
    /// The rate of the images per second; 0 if the file does not specify it.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.nominalFrameRate } }
}

extension AVAsset {
    /// Returns the tracks with this kind of media: for video, one track, unless the file has only sound. Throws an
    /// ``AVError`` if the file cannot be read.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await apartFromTasks { [self] in
            guard mediaType == .video else { return [] }
            let path = try path()
            do throws(VideoError) {
                return [try AVAssetTrack(of: self, path: path)]
            } catch {
                guard error.problem == .noPictures else { throw AVError(error) }
                return []
            }
        }
    }
}
