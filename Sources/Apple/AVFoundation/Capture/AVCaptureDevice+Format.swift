import CoreMedia
import Foundation
import TegataVideo

/// A range of frame rates that a device supports, or a single rate.
open class AVFrameRateRange: NSObject, @unchecked Sendable {
    private let slowest: FrameRate
    private let fastest: FrameRate

    init(_ slowest: FrameRate, _ fastest: FrameRate) {
        self.slowest = slowest
        self.fastest = fastest
    }

    /// The slowest rate, in frames per second.
    open var minFrameRate: Double { slowest.perSecond }
    /// The fastest rate, in frames per second.
    open var maxFrameRate: Double { fastest.perSecond }
    /// The time between frames at ``maxFrameRate``.
    open var minFrameDuration: CMTime { CMTime(interval: fastest) }
    /// The time between frames at ``minFrameRate``.
    open var maxFrameDuration: CMTime { CMTime(interval: slowest) }

    /// The range of rates, such as `1-30 fps`.
    open override var description: String { "\(slowest)-\(fastest) fps" }

    /// Whether the other object has the same rates.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVFrameRateRange else { return false }
        return slowest == other.slowest && fastest == other.fastest
    }

    /// The hash of the rates.
    open override var hash: Int { minFrameRate.hashValue ^ maxFrameRate.hashValue }
}

extension CMTime {
    /// Creates the duration of one frame at a rate.
    fileprivate init(interval rate: FrameRate) {
        self.init(value: Int64(rate.seconds), timescale: Int32(clamping: rate.frames))
    }
}

extension AVCaptureDevice {
    /// A format of a device's images: a size and a pixel format, with the frame rates available for them.
    ///
    /// The pixel format is the one in which a camera sends its images, such as `kCVPixelFormatType_422YpCbCr8_yuvs` or
    /// `kCMVideoCodecType_JPEG_OpenDML`. Outputs convert images to any of the formats that they support.
    open class Format: NSObject, @unchecked Sendable {
        /// The size of the images and their pixel format.
        public let formatDescription: CMFormatDescription
        /// The frame rates that the device supports for these images.
        public let videoSupportedFrameRateRanges: [AVFrameRateRange]
        /// The kernel's name for the pixel format; nil for devices other than cameras.
        let pixels: String?

        init(
            width: Int, height: Int, pixels: String? = nil, _ rates: [AVFrameRateRange] = [AVFrameRateRange.usual]
        ) {
            formatDescription = CMFormatDescription(
                width: width, height: height, pixelFormat: Self.pixelFormat(named: pixels))
            self.pixels = pixels
            videoSupportedFrameRateRanges = rates
        }

        convenience init(_ mode: CameraMode) {
            let rates = mode.rates.map { AVFrameRateRange($0.slowest, $0.fastest) }
            self.init(
                width: mode.width, height: mode.height, pixels: mode.pixelFormat,
                rates.isEmpty ? [AVFrameRateRange.usual] : rates)
        }

        private static func pixelFormat(named name: String?) -> OSType {
            switch name {
            case "YUYV": kCVPixelFormatType_422YpCbCr8_yuvs
            case "YU12": kCVPixelFormatType_420YpCbCr8Planar
            case "MJPG": kCMVideoCodecType_JPEG_OpenDML
            case "JPEG": kCMVideoCodecType_JPEG
            case "GREY": kCVPixelFormatType_OneComponent8
            default: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            }
        }

        /// Always ``AVMediaType/video``.
        open var mediaType: AVMediaType { .video }

        /// The size in pixels.
        var size: (width: Int, height: Int) {
            (Int(formatDescription.dimensions.width), Int(formatDescription.dimensions.height))
        }

        /// The supported frame duration nearest to 1/30 s.
        var usualFrameDuration: CMTime {
            let usual = CMTime(interval: .usual)
            let nearest = videoSupportedFrameRateRanges.map {
                max($0.minFrameDuration, min(usual, $0.maxFrameDuration))
            }
            return nearest.min { abs($0.seconds - usual.seconds) < abs($1.seconds - usual.seconds) } ?? usual
        }

        /// Size, pixel format and rates, such as `640×480 YUYV, 1-30 fps`.
        open override var description: String {
            "\(size.width)×\(size.height)" + (pixels.map { " " + $0 } ?? "")
                + videoSupportedFrameRateRanges.map { ", \($0)" }.joined()
        }

        /// Whether the other object is a format with the same size, pixel format and rates.
        open override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? Format else { return false }
            return size == other.size && pixels == other.pixels
                && videoSupportedFrameRateRanges == other.videoSupportedFrameRateRanges
        }

        /// The hash of the size and the pixel format.
        open override var hash: Int {
            var hasher = Hasher()
            hasher.combine(formatDescription.dimensions)
            hasher.combine(pixels)
            return hasher.finalize()
        }
    }
}

extension AVFrameRateRange {
    /// The default rate.
    static let usual = AVFrameRateRange(.usual, .usual)
}

extension CaptureSource {
    /// Returns the formats of the device, best first; empty if the device is missing or cannot be read.
    func formats() -> [AVCaptureDevice.Format] {
        switch self {
        case .camera(let path, let system):
            return CameraMode.all(ofCameraAt: path, system()).map { AVCaptureDevice.Format($0) }
        case .file(let path, _):
            guard let reader = try? VideoReader(readingFrom: path), (try? reader.advance()) == true else { return [] }
            let rate = reader.frameRate ?? .usual
            return [
                AVCaptureDevice.Format(
                    width: reader.frame.width, height: reader.frame.height, [AVFrameRateRange(rate, rate)])
            ]
        case .test:
            let rates = FrameRate(frames: 1, seconds: 1).flatMap { slowest in
                FrameRate(frames: 60, seconds: 1).map { AVFrameRateRange(slowest, $0) }
            }
            return AVCaptureSession.Preset.sizes.map {
                AVCaptureDevice.Format(width: $0.width, height: $0.height, [rates ?? .usual])
            }
        }
    }
}
