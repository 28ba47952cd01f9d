import CTegataCapture
import TegataSystem

/// A pixel format and size that a camera offers, with the available rates.
package struct CameraMode: Equatable, Sendable {
    /// A range of rates that a camera offers, or a single rate.
    package struct Rates: Equatable, Sendable {
        package var slowest: FrameRate
        package var fastest: FrameRate
    }

    /// The four letters of the kernel's code for the pixel format.
    package var pixelFormat: String
    package var width: Int
    package var height: Int
    /// The rates; empty if the camera does not report them.
    package var rates: [Rates]
}

extension CameraMode {
    /// Returns the camera's modes that can be read, best pixel format first; empty if the camera does not respond.
    package static func all(ofCameraAt path: String, _ system: any VideoDeviceCalls) -> [CameraMode] {
        let descriptor = system.openDevice(path)
        guard descriptor >= 0 else { return [] }
        defer { system.closeDevice(descriptor) }
        var offered: [UInt32] = []
        for index in 0..<mostListed {
            var entry = v4l2_fmtdesc()
            entry.index = index
            entry.type = tegata_buffer_capture
            guard send(tegata_request_list_formats, &entry, to: descriptor, of: system) == 0 else { break }
            offered.append(entry.pixelformat)
        }
        var modes: [CameraMode] = []
        for code in CameraPixels.allCases.map({ $0.code }) where offered.contains(code) {
            for (width, height) in sizes(descriptor, code, system) {
                guard let mode = CameraMode(descriptor, code, width, height, system) else { continue }
                if !modes.contains(where: { $0.isSame(as: mode) }) { modes.append(mode) }
            }
        }
        return modes
    }

    /// Returns nil if no frame can have this size.
    private init?(
        _ descriptor: Int32, _ code: UInt32, _ width: UInt32, _ height: UInt32, _ system: any VideoDeviceCalls
    ) {
        guard let (width, height) = VideoFrame.size(width, height) else { return nil }
        self.width = width
        self.height = height
        pixelFormat = CameraPixels.name(of: code)
        rates = Self.rates(
            descriptor, code, width: UInt32(truncatingIfNeeded: width), height: UInt32(truncatingIfNeeded: height),
            system
        ).filter { $0.slowest.isOfCameras && $0.fastest.isOfCameras }
    }

    private func isSame(as other: CameraMode) -> Bool {
        pixelFormat == other.pixelFormat && width == other.width && height == other.height
    }

    /// The maximum number of formats, sizes or rates to list, more than any driver has.
    static let mostListed: UInt32 = 256

    /// The sizes to list for a camera that offers a range of sizes.
    private static let usualSizes: [(width: UInt32, height: UInt32)] = [
        (320, 240), (640, 480), (800, 600), (960, 540), (1280, 720), (1920, 1080), (3840, 2160),
    ]

    private static func sizes(
        _ descriptor: Int32, _ code: UInt32, _ system: any VideoDeviceCalls
    ) -> [(width: UInt32, height: UInt32)] {
        var sizes: [(width: UInt32, height: UInt32)] = []
        for index in 0..<mostListed {
            var entry = v4l2_frmsizeenum()
            entry.index = index
            entry.pixel_format = code
            guard send(tegata_request_list_sizes, &entry, to: descriptor, of: system) == 0 else { break }
            guard entry.type == tegata_size_discrete else {
                // A driver with a size range has only one entry.
                let range = entry.stepwise
                let inside = usualSizes.filter { width, height in
                    range.contains(width, range.min_width, range.max_width, range.step_width)
                        && range.contains(height, range.min_height, range.max_height, range.step_height)
                }
                return inside + [(range.max_width, range.max_height)]
            }
            sizes.append((entry.discrete.width, entry.discrete.height))
        }
        if !sizes.isEmpty { return sizes }
        // A driver that does not list its sizes reports the nearest available one.
        var format = v4l2_format()
        format.type = tegata_buffer_capture
        (format.fmt.pix.width, format.fmt.pix.height) = (640, 480)
        format.fmt.pix.pixelformat = code
        format.fmt.pix.field = tegata_field_none
        guard send(tegata_request_try_format, &format, to: descriptor, of: system) == 0,
            format.fmt.pix.pixelformat == code
        else { return [] }
        return [(format.fmt.pix.width, format.fmt.pix.height)]
    }

    /// Returns the rates that a camera lists for a format and size, in the camera's order.
    static func rates(
        _ descriptor: Int32, _ code: UInt32, width: UInt32, height: UInt32, _ system: any VideoDeviceCalls
    ) -> [Rates] {
        var rates: [Rates] = []
        for index in 0..<mostListed {
            var entry = v4l2_frmivalenum()
            entry.index = index
            entry.pixel_format = code
            entry.width = width
            entry.height = height
            guard send(tegata_request_list_intervals, &entry, to: descriptor, of: system) == 0 else { break }
            let isDiscrete = entry.type == tegata_interval_discrete
            let shortest = FrameRate(interval: isDiscrete ? entry.discrete : entry.stepwise.min)
            let longest = FrameRate(interval: isDiscrete ? entry.discrete : entry.stepwise.max)
            if let shortest { rates.append(Rates(slowest: longest ?? shortest, fastest: shortest)) }
            // A driver with a rate range has only one entry.
            if !isDiscrete { break }
        }
        return rates
    }
}

extension VideoFrame {
    /// Converts a driver's frame size; nil if it is invalid or too large.
    static func size(_ width: UInt32, _ height: UInt32) -> (width: Int, height: Int)? {
        guard let width = Int(exactly: width), let height = Int(exactly: height), width > 0, height > 0,
            case (let count, let overflows) = width.multipliedReportingOverflow(by: height), !overflows,
            count <= maximumPixelCount
        else { return nil }
        return (width, height)
    }
}

extension v4l2_frmsize_stepwise {
    fileprivate func contains(_ size: UInt32, _ smallest: UInt32, _ largest: UInt32, _ step: UInt32) -> Bool {
        size >= smallest && size <= largest && (size - smallest) % max(1, step) == 0
    }
}

extension FrameRate {
    /// Creates the rate for a frame interval in seconds; nil if the fraction is invalid.
    init?(interval: v4l2_fract) {
        guard let frames = Int(exactly: interval.denominator), let seconds = Int(exactly: interval.numerator) else {
            return nil
        }
        self.init(frames: frames, seconds: seconds)
    }
}

/// Sends a request with its structure; returns 0, or the system's error code. It is retried if a signal interrupts it.
///
/// This is a free function, because Embedded Swift does not support methods of protocol extensions on existential
/// values.
func send(
    _ request: UInt, _ argument: UnsafeMutableRawPointer, to descriptor: Int32, of system: any VideoDeviceCalls
) -> Int32 {
    while true {
        let result = system.request(descriptor, request, argument)
        if result != -EINTR { return -result }
    }
}
