/// Why a camera gives no pictures.
package enum CameraProblem: Error, Equatable, Sendable {
    /// The device belongs to the video system but takes no pictures; many cameras have such devices beside the real
    /// one.
    case notACamera
    /// Pictures come in several pieces of memory, or cannot be mapped.
    case interfaceUnsupported(String)
    case permissionDenied
    /// Another program takes pictures already.
    case busy
    /// There are too many cameras on one USB bus.
    case bandwidthMissing
    /// The camera was taken away.
    case unplugged
    /// The camera sends nothing.
    case silent(seconds: Int)
    /// None of the formats that can be asked for; those that the camera has.
    case noUsableFormat(offered: [String])
    /// What the driver says makes no sense.
    case implausible(String)
    /// So many damaged frames came one after the other; what is wrong with the last.
    case damagedFrames(Int, reason: String)
    /// A library that decodes the pictures cannot be loaded.
    case libraryMissing(String)
    case failed(operation: String, code: Int32)
}

extension CameraProblem {
    /// What is wrong, and what to do about it.
    var summary: String {
        switch self {
        case .notACamera: "the device takes no pictures; try the others, ls /dev/video* lists them"
        case .interfaceUnsupported(let what):
            "\(what) not supported; read the camera with ffmpeg and pipe Y4M into tegata"
        case .permissionDenied:
            "this user may not use the camera; sudo usermod --append --groups video $USER, then log in again"
        case .busy: "another program uses the camera; close it (fuser -v shows which it is)"
        case .bandwidthMissing:
            "the bus has no room for so many pictures; ask for a smaller size, or plug the camera in elsewhere"
        case .unplugged: "the camera is gone; check its plug"
        case .silent(let seconds):
            "the camera has sent nothing for \(seconds) seconds; check its plug and its cover switch"
        case .noUsableFormat(let offered):
            "no format of the camera is supported here (it offers \(offered.isEmpty ? "none" : offered.joined(separator: ", ")));"
                + " choose another format, or another camera"
        case .implausible(let reason): "the driver's answers make no sense (\(reason)); try another size or format"
        case .damagedFrames(let count, let reason):
            "\(count) damaged frames one after the other (\(reason)); check the cable, or ask for another size or format"
        case .libraryMissing(let reason):
            "the library for compressed pictures cannot be loaded (\(reason)); install libjpeg62-turbo (libjpeg-turbo8 on Ubuntu)"
        case .failed(let operation, let code): "\(operation) failed with system error \(code)"
        }
    }
}
