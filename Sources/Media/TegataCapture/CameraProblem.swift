/// A reason why a camera provides no frames.
package enum CameraProblem: Error, Equatable, Sendable {
    /// The video device does not capture frames; many cameras have such devices in addition to the real one.
    case notACamera
    /// Frames have several memory planes, or their memory cannot be mapped.
    case interfaceUnsupported(String)
    case permissionDenied
    /// Another program is using the camera.
    case busy
    /// Too many cameras share one USB bus.
    case bandwidthMissing
    /// The camera was unplugged.
    case unplugged
    /// The camera sends no frames.
    case silent(seconds: Int)
    /// None of the camera's formats can be used; `offered` lists them.
    case noUsableFormat(offered: [String])
    /// The driver's response is invalid.
    case implausible(String)
    /// Too many consecutive frames were damaged; `reason` is the reason for the last one.
    case damagedFrames(Int, reason: String)
    /// A library for decoding frames cannot be loaded.
    case libraryMissing(String)
    case failed(operation: String, code: Int32)
}

extension CameraProblem {
    /// The problem and its remedy.
    var summary: String {
        switch self {
        case .notACamera: "the device is not a camera; try the others: ls /dev/video*"
        case .interfaceUnsupported(let what):
            "\(what) not supported; read the camera with ffmpeg and pipe Y4M into tegata"
        case .permissionDenied:
            "you have no permission to use the camera; run sudo usermod --append --groups video $USER, then log in again"
        case .busy: "another program is using the camera; close it (fuser -v shows which one)"
        case .bandwidthMissing:
            "the USB bus does not have enough bandwidth for this camera; choose a smaller size, or use another USB port"
        case .unplugged: "the camera was disconnected; check its cable"
        case .silent(let seconds):
            "the camera has sent nothing for \(seconds) seconds; check its cable and its cover switch"
        case .noUsableFormat(let offered):
            "the camera has no supported format (it offers \(offered.isEmpty ? "none" : offered.joined(separator: ", ")));"
                + " choose another format, or another camera"
        case .implausible(let reason): "the camera driver returned invalid data (\(reason)); try another size or format"
        case .damagedFrames(let count, let reason):
            "\(count) damaged frames in a row (\(reason)); check the cable, or choose another size or format"
        case .libraryMissing(let reason):
            "the library for compressed frames cannot be loaded (\(reason)); install libjpeg62-turbo (libjpeg-turbo8 on Ubuntu)"
        case .failed(let operation, let code): "\(operation) failed with system error \(code)"
        }
    }
}
