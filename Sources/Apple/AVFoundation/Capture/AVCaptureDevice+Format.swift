import CoreMedia
import Foundation
import TegataVideo

/// A stand-in for rates that a device can have: all from the slowest to the fastest, or one.
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
    /// The time from frame to frame at ``maxFrameRate``.
    open var minFrameDuration: CMTime { CMTime(interval: fastest) }
    /// The time from frame to frame at ``minFrameRate``.
    open var maxFrameDuration: CMTime { CMTime(interval: slowest) }

    /// The rates, such as `1-30 fps`.
    open override var description: String { "\(slowest)-\(fastest) fps" }

    /// Whether the other object has the same rates.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVFrameRateRange else { return false }
        return slowest == other.slowest && fastest == other.fastest
    }

    /// Made of the rates.
    open override var hash: Int { minFrameRate.hashValue ^ maxFrameRate.hashValue }
}

extension CMTime {
    /// The time from frame to frame at a rate.
    fileprivate init(interval rate: FrameRate) {
        self.init(value: Int64(rate.seconds), timescale: Int32(clamping: rate.frames))
    }
}

extension AVCaptureDevice {
    /// A stand-in for what the pictures of a device can be like: a size and a pixel format, with the rates for them.
    ///
    /// The pixel format is the one in which a camera sends its pictures, such as `kCVPixelFormatType_422YpCbCr8_yuvs` or
    /// `kCMVideoCodecType_JPEG_OpenDML`; outputs give theirs in any of their own.
    open class Format: NSObject, @unchecked Sendable {
        /// The size of the pictures, and their pixel format.
        public let formatDescription: CMFormatDescription
        /// The rates that the device has for these pictures.
        public let videoSupportedFrameRateRanges: [AVFrameRateRange]
        /// The kernel's name of the pixel format; nil for devices that are not cameras.
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

        /// In pixels.
        var size: (width: Int, height: Int) {
            (Int(formatDescription.dimensions.width), Int(formatDescription.dimensions.height))
        }

        /// The duration nearest to 1/30 s that the device has.
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

        /// Made of the size and the pixel format.
        open override var hash: Int {
            var hasher = Hasher()
            hasher.combine(formatDescription.dimensions)
            hasher.combine(pixels)
            return hasher.finalize()
        }
    }
}

extension AVFrameRateRange {
    /// The rate of most devices.
    static let usual = AVFrameRateRange(.usual, .usual)
}

extension CaptureSource {
    /// What the device offers, best first; none if it is not there or cannot be read.
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
