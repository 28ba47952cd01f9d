import AVFoundation
import TegataImages

/// Where the frames of an example come from.
package enum ExampleSource {
    case picture(path: String)
    /// A camera, a video or the test source.
    case device(AVCaptureDevice)

    /// How many frames the test source gives.
    package static let testFrameCount = 30

    /// `test`, a camera such as `/dev/video0`, or the path of a picture or video.
    package init(_ argument: String) throws {
        if argument == "test" {
            self = .device(AVCaptureDevice(testFrameCount: Self.testFrameCount, playback: .fullSpeed))
        } else if argument.hasPrefix("/dev/") {
            guard let camera = AVCaptureDevice.device(withUniqueID: argument) else {
                throw ExampleError("\(argument) is no camera; without one, try 'test' or a file")
            }
            self = .device(camera)
        } else if let kind = ImageKind(ofFileAt: argument), kind != .video {
            self = .picture(path: argument)
        } else {
            self = .device(AVCaptureDevice(file: URL(fileURLWithPath: argument), playback: .fullSpeed))
        }
    }
}
