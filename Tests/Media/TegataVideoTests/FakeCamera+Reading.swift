import CTegataCapture
import CameraTestSupport
import TegataVideo
import Testing

extension FakeCamera {
    func reader(_ options: CameraOptions = CameraOptions()) throws(VideoError) -> VideoReader {
        try VideoReader(readingFrom: "/dev/video0", decoder: "no-such-program", camera: options, cameraSystem: self)
    }

    /// Returns the error of opening the camera and reading `count` frames, without the camera's name, or nil.
    func complaint(_ options: CameraOptions = CameraOptions(), frames count: Int = 1) -> String? {
        do throws(VideoError) {
            let reader = try reader(options)
            for _ in 0..<count { _ = try reader.advance() }
            return nil
        } catch {
            #expect(error.file == "/dev/video0")
            return String(error.description.dropFirst("/dev/video0: ".count))
        }
    }

    /// Returns a camera with frames of 4×2 pixels.
    static func small(_ steps: [Step]) -> FakeCamera {
        let camera = FakeCamera()
        camera.formats[0].sizes = [(4, 2)]
        camera.script = steps
        return camera
    }
}

extension FakeCamera.Picture {
    /// Returns a complete YUYV frame of 4×2 pixels whose bytes are all `value`.
    static func small(_ value: UInt8, _ change: (inout Self) -> Void = { _ in }) -> Self {
        var picture = Self(bytes: [UInt8](repeating: value, count: 16))
        change(&picture)
        return picture
    }
}

extension VideoReader {
    /// Returns the first byte of each of the next frames.
    func nextValues(_ count: Int) throws -> [UInt8] {
        var values: [UInt8] = []
        for _ in 0..<count {
            #expect(try advance())
            values.append(frame.bytes[0])
        }
        return values
    }
}
