import CTegataWeb
import TegataBuffers
import TegataHands
import TegataPixels

// The functions of the module. tegata_web.h documents them.

nonisolated(unsafe) private let task = WebTask()
/// The last result or error. The module has one thread.
nonisolated(unsafe) private var text = ""

@_cdecl("tegata_web_swift_clear_options")
public func clearOptions() {
    task.options = WebOptions()
}

@_cdecl("tegata_web_swift_set_number")
public func setNumber(_ input: UnsafeRawPointer, _ nameSize: Int32, _ value: Double) -> Int32 {
    answering { () throws(TegataError) in
        try task.options.set(name(input, nameSize), to: value)
    }
}

@_cdecl("tegata_web_swift_set_bytes")
public func setBytes(_ input: UnsafeRawPointer, _ nameSize: Int32, _ size: Int32) -> Int32 {
    answering { () throws(TegataError) in
        let bytes = UnsafeRawBufferPointer(start: input + Int(nameSize), count: Int(size))
        try task.options.set(name(input, nameSize), to: bytes)
    }
}

@_cdecl("tegata_web_swift_open")
public func open(_ input: UnsafeRawPointer, _ size: Int32) -> Int32 {
    answering { () throws(TegataError) in
        try task.open(UnsafeRawBufferPointer(start: input, count: Int(size)))
    }
}

@_cdecl("tegata_web_swift_start")
public func start() -> Int32 {
    answering { () throws(TegataError) in try task.start() }
}

@_cdecl("tegata_web_swift_run")
public func run(
    _ input: UnsafeRawPointer, _ size: Int32, _ format: Int32, _ width: Int32, _ height: Int32, _ isBT709: Int32,
    _ isFullRange: Int32, _ rotationDegrees: Int32, _ isMirrored: Int32, _ hasRegion: Int32, _ left: Float,
    _ top: Float, _ right: Float, _ bottom: Float, _ isFrame: Int32, _ milliseconds: Double
) -> Int32 {
    answering { () throws(TegataError) in
        let image = try ImageView(
            pixelFormat(format), width: Int(width), height: Int(height),
            bytes: UnsafeRawBufferPointer(start: input, count: Int(size)),
            encoding: ColorEncoding(isBT709 != 0 ? .bt709 : .bt601, isFullRange: isFullRange != 0))
        let region = RegionOfInterest(left: left, top: top, right: right, bottom: bottom)
        let frame = FrameOptions(
            rotationDegrees: Int(rotationDegrees), region: hasRegion != 0 ? region : nil, isMirrored: isMirrored != 0)
        var time: Milliseconds?
        if isFrame != 0 {
            guard let exact = Milliseconds(exactly: milliseconds.rounded(.down)) else {
                throw TegataError(
                    .invalidArgument, description: "the timestamp is not a number of milliseconds; give one")
            }
            time = exact
        }
        text = try task.run(image, frame, at: time)
    }
}

@_cdecl("tegata_web_swift_reset")
public func reset() {
    task.reset()
}

@_cdecl("tegata_web_swift_finish")
public func finish() {
    text = task.finish()
}

@_cdecl("tegata_web_swift_text")
public func withText(_ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Void) {
    text.withUTF8 { body($0.baseAddress, $0.count) }
}

/// Returns 1, or 0 after an error, whose description becomes the text.
private func answering(_ body: () throws(TegataError) -> Void) -> Int32 {
    do throws(TegataError) {
        try body()
        return 1
    } catch {
        text = error.description
        return 0
    }
}

private func name(_ input: UnsafeRawPointer, _ size: Int32) -> String {
    String(decoding: UnsafeRawBufferPointer(start: input, count: Int(size)), as: UTF8.self)
}

private func pixelFormat(_ format: Int32) throws(TegataError) -> PixelFormat {
    switch tegata_web_format(rawValue: UInt32(bitPattern: format)) {
    case TEGATA_WEB_RGBA: return .rgba
    case TEGATA_WEB_BGRA: return .bgra
    case TEGATA_WEB_RGB: return .rgb
    case TEGATA_WEB_GRAY: return .gray
    case TEGATA_WEB_I420: return .i420
    case TEGATA_WEB_NV12: return .nv12
    default: throw TegataError(.invalidArgument, description: "unknown pixel format \(format)")
    }
}
