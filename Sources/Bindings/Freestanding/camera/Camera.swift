import CameraTestSupport
import TegataBuffers
import TegataCapture
import TegataDevice
import TegataSystem

/// The tests' camera, used as the device program's, with a script of any length and pictures from a file.
private final class ScriptedCamera: VideoDeviceCalls {
    private let camera = FakeCamera()
    private let pictures: Bytes
    private let byteCount: Int
    private var nextPicture = 0
    private var script: [(step: UInt8, count: Int)]
    private let stopCounting: @convention(c) () -> Void
    private let goOnCounting: @convention(c) () -> Void

    /// The script consists of letters, each followed by a number that says how many: `p`ictures, `n`othing, `s`ilence,
    /// `u`nplugging, `i`nserting and `e`nd. The file contains pictures of this size as YUYV, one after another.
    init(
        script: String, file: String, width: Int, height: Int, stopCounting: @escaping @convention(c) () -> Void,
        goOnCounting: @escaping @convention(c) () -> Void
    ) throws(TegataError) {
        pictures = try Bytes(mappingFileAt: file)
        byteCount = 2 * width * height
        self.script = Self.steps(script)
        self.stopCounting = stopCounting
        self.goOnCounting = goOnCounting
        camera.notesWaits = false
        camera.formats[0].sizes = [(UInt32(width), UInt32(height))]
    }

    private static func steps(_ script: String) -> [(step: UInt8, count: Int)] {
        var steps: [(step: UInt8, count: Int)] = []
        for byte in script.utf8 {
            if UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
                guard let last = steps.last else { continue }
                steps[steps.count - 1].count = 10 * last.count + Int(byte - UInt8(ascii: "0"))
            } else {
                steps.append((byte, 0))
            }
        }
        steps.reverse()
        return steps
    }

    /// What the driver does the next time somebody waits.
    private func nextStep() -> FakeCamera.Step {
        while let last = script.last, last.count == 0 { script.removeLast() }
        guard let step = script.last?.step else { return .end }
        script[script.count - 1].count -= 1
        switch step {
        case UInt8(ascii: "p"): return .pictures([picture()])
        case UInt8(ascii: "n"): return .nothing
        case UInt8(ascii: "s"): return .silence
        case UInt8(ascii: "u"): return .unplugging
        case UInt8(ascii: "i"): return .plugging
        default: return .end
        }
    }

    private func picture() -> FakeCamera.Picture {
        let index = nextPicture % max(1, pictures.count / byteCount)
        nextPicture += 1
        return FakeCamera.Picture(bytes: pictures.slice(at: index * byteCount, count: byteCount)?.array() ?? [])
    }

    /// The camera's own allocations are not counted as the program's.
    private func uncounted<Result>(_ body: () -> Result) -> Result {
        stopCounting()
        defer { goOnCounting() }
        return body()
    }

    func isVideoDevice(_ path: String) -> Bool { camera.isVideoDevice(path) }
    func openDevice(_ path: String) -> Int32 { camera.openDevice(path) }
    func closeDevice(_ descriptor: Int32) { camera.closeDevice(descriptor) }
    func unmap(_ memory: UnsafeRawBufferPointer) { camera.unmap(memory) }
    var mustEnd: Bool { camera.mustEnd || LiveStreams.haveEnded }
    func monotonicMicroseconds() -> Int64 { camera.monotonicMicroseconds() }

    func map(_ descriptor: Int32, count: Int, offset: UInt32) -> UnsafeRawBufferPointer? {
        camera.map(descriptor, count: count, offset: offset)
    }

    func request(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        uncounted { camera.request(descriptor, request, argument) }
    }

    func wait(_ descriptor: Int32, milliseconds: Int32) -> Int32 {
        uncounted {
            if camera.script.isEmpty { camera.script.append(nextStep()) }
            return camera.wait(descriptor, milliseconds: milliseconds)
        }
    }
}

/// Replaces the system's camera with this one; 0, or 1 if there is no such file.
@_cdecl("tegata_use_camera")
public func useCamera(
    script: UnsafePointer<CChar>, file: UnsafePointer<CChar>, width: Int32, height: Int32,
    stopCounting: @escaping @convention(c) () -> Void, goOnCounting: @escaping @convention(c) () -> Void
) -> Int32 {
    do throws(TegataError) {
        cameras = try ScriptedCamera(
            script: String(cString: script), file: String(cString: file), width: Int(width), height: Int(height),
            stopCounting: stopCounting, goOnCounting: goOnCounting)
        return 0
    } catch {
        return 1
    }
}
