import AVFoundation
import Foundation
import TegataImages
import TegataVideo

/// The source of an example's frames.
package enum ExampleSource {
    case picture(path: String)
    /// A camera, a video or the test source.
    case device(AVCaptureDevice)

    /// The number of frames of the test source.
    package static let testFrameCount = 30

    /// Creates a source from `test`, a camera such as `/dev/video0`, or the path of an image or video.
    package init(_ argument: String) throws {
        if argument == "test" {
            self = .device(AVCaptureDevice(testFrameCount: Self.testFrameCount, playback: .fullSpeed))
        } else if argument.hasPrefix("/dev/") {
            guard let camera = AVCaptureDevice(uniqueID: argument) else {
                throw ExampleError("\(argument) is not a camera; if you have none, try 'test' or a file")
            }
            self = .device(camera)
        } else if let kind = ImageKind(ofFileAt: argument), kind != .video {
            self = .picture(path: argument)
        } else {
            self = .device(AVCaptureDevice(file: URL(fileURLWithPath: argument), playback: .fullSpeed))
        }
    }
}

/// The output for the drawn frames: a video if the file extension is known, otherwise a folder of numbered images.
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

    /// Ends the video, whose file does not exist before.
    package func finish() throws {
        if case .video(_, let writer?) = sink { try writer.finish() }
    }
}
