import AVFoundation
import Foundation
import TegataImages
import TegataVideo

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

/// Where the drawn frames go: a video by the ending of its name, or else a folder of numbered pictures.
package struct ExampleOutput {
    private enum Sink {
        case video(path: String, VideoWriter?)
        case folder(URL, count: Int)
    }

    private var sink: Sink

    package init(_ path: String) {
        sink =
            VideoWriter.canWrite(path)
            ? .video(path: path, nil) : .folder(URL(fileURLWithPath: path, isDirectory: true), count: 0)
    }

    /// Adds the next frame.
    package mutating func append(_ picture: RGBImage, seconds: Double) throws {
        switch sink {
        case .video(let path, let started):
            let writer =
                try started
                ?? VideoWriter(writingTo: path, width: picture.width, height: picture.height, frameRate: .usual)
            sink = .video(path: path, writer)
            try writer.append(picture, timestampMs: Int(exactly: (seconds * 1000).rounded()) ?? 0)
        case .folder(let folder, let count):
            if count == 0 { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
            let name = "frame" + String(("00000" + "\(count)").suffix(6)) + ".png"
            try picture.write(toFileAt: folder.appendingPathComponent(name).path)
            sink = .folder(folder, count: count + 1)
        }
    }

    /// Ends the video, which is not there before.
    package func finish() throws {
        if case .video(_, let writer?) = sink { try writer.finish() }
    }
}
