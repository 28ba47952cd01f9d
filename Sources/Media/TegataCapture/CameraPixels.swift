import CTegataVideo

/// The formats of a camera's pictures that are read, best first.
enum CameraPixels: CaseIterable {
    case yuyv, nv12, yu12, mjpeg, jpeg, grey

    /// As the kernel names it.
    var code: UInt32 {
        switch self {
        case .yuyv: tegata_pixels_yuyv
        case .nv12: tegata_pixels_nv12
        case .yu12: tegata_pixels_yu12
        case .mjpeg: tegata_pixels_mjpeg
        case .jpeg: tegata_pixels_jpeg
        case .grey: tegata_pixels_grey
        }
    }

    var isCompressed: Bool { self == .mjpeg || self == .jpeg }

    /// Whether somebody who asks for `options` gets this.
    func satisfies(_ options: CameraOptions) -> Bool {
        if let name = options.pixelFormat, name != Self.name(of: code) { return false }
        return switch options.format {
        case .automatic: true
        case .yuyv: self == .yuyv
        case .mjpeg: isCompressed
        }
    }

    /// Four letters, with those that cannot be shown as dots.
    static func name(of code: UInt32) -> String {
        var name = ""
        for shift in [0, 8, 16, 24] {
            let byte = UInt8(truncatingIfNeeded: code >> shift)
            if shift == 24, byte == 0x20 { break }
            name.unicodeScalars.append(0x20..<0x7F ~= byte ? Unicode.Scalar(byte) : ".")
        }
        return name
    }
}
