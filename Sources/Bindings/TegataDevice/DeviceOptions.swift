import TegataBuffers
import TegataCapture
import TegataHands

/// The options of the device program.
package struct DeviceOptions: Sendable {
    package var bundle = ""
    package var source = ""
    /// The options of hand detection and tracking.
    package var pipeline = HandPipelineOptions()
    package var recognizesGestures = false
    /// Whether hands are tracked from frame to frame; otherwise every frame is a separate image.
    package var tracks = false
    package var threadCount = 1
    /// The precision of the networks' arithmetic.
    package var precision = HandPrecision.single
    /// The processors to run on; nil leaves the choice to the system.
    package var cores: ProcessorSet?
    /// The step between processed frames.
    package var every = 1
    /// The number of processed frames after which the program ends.
    package var frameCount = Int.max
    /// The size in pixels of frames without headers, or to request from a camera; nil if not given.
    package var size: (width: Int, height: Int)?
    /// The pixel format of frames without headers; nil if not given.
    package var rawPixels: RawFrames.Pixels?
    package var framesPerSecond: Int?
    package var isBinary = false
    /// Whether the events of hands and gestures are written instead of frames.
    package var reportsEvents = false
    /// Whether results include joint angles, finger states and bones.
    package var writesJoints = false
    /// The path of the Unix socket for the results; nil for standard output.
    package var socket: String?
    package var writesStatistics = false
    package var waitsForCamera = false

    /// The time between searches for missing hands, which take longer than a hand: every 4th frame of 30 a second finds
    /// a new hand within 150 ms.
    static let searchPeriodMilliseconds: Milliseconds = 125

    package init() {
        pipeline.maximumHandCount = HandPipelineOptions.usualHandCount
        pipeline.tracking.searchPeriodMilliseconds = Self.searchPeriodMilliseconds
    }

    /// The plain options of the pipeline that the device program supports.
    static let described = PipelineOption.all.filter { $0.argument?.isOnDevices == true }

    /// The options to request from a camera.
    var camera: CameraOptions {
        var options = CameraOptions()
        if let size { (options.width, options.height) = (size.width, size.height) }
        if let framesPerSecond { options.framesPerSecond = framesPerSecond }
        return options
    }
}

extension DeviceOptions {
    /// Parses the arguments after the program name, for a kind of program.
    package init(_ arguments: [String], of kind: DeviceKind = .whole) throws(DeviceError) {
        self.init()
        var rest = arguments[...]
        var operands: [String] = []
        var hasFormat = false
        while let argument = rest.popFirst() {
            // A single dash is an operand, because it stands for standard input.
            guard argument.utf8.first == UInt8(ascii: "-"), argument.utf8.count > 1 else {
                operands.append(argument)
                continue
            }
            func value() throws(DeviceError) -> String {
                guard let value = rest.popFirst() else { throw .usage("\(argument) needs a value") }
                return value
            }
            func integer(_ range: ClosedRange<Int>) throws(DeviceError) -> Int {
                let text = try value()
                guard let number = Int(text), range.contains(number) else {
                    throw .wrongValue(
                        argument, "a whole number from \(range.lowerBound) to \(range.upperBound)", text)
                }
                return number
            }
            if let described = Self.described(argument) {
                switch described.value {
                case .flag(let access): access(&pipeline) { $0 = true }
                case .integer(let range, let access):
                    let limit = described.argument?.limit ?? .max
                    let given = try integer(range.lowerBound...min(range.upperBound, limit))
                    access(&pipeline) { $0 = given }
                case .number: throw .usage("\(argument) is not an option")
                }
                if described == .detectionInterval { pipeline.tracking.searchPeriodMilliseconds = 0 }
                continue
            }
            switch Self.option(argument) {
            case .gestures:
                if kind.isSmall { throw .usage("--gestures: the small program does not recognise gestures") }
                recognizesGestures = true
                pipeline.gestures = GestureOptions()
            case .track:
                tracks = true
                pipeline.tracking.identifiesHands = true
            case .events:
                reportsEvents = true
                tracks = true
                pipeline.tracking.identifiesHands = true
            case .threads: threadCount = try integer(1...64)
            case .precision:
                let text = try value()
                guard let known = HandPrecision.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) })
                else { throw .wrongValue(argument, "single, half, all-half or int8", text) }
                if kind.isSmall, known != .single {
                    throw .usage("--precision: the small program supports only single precision")
                }
                precision = known
            case .search:
                let text = try value()
                guard let area = SearchArea.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) })
                else { throw .wrongValue(argument, "whole, tiles, auto or thorough", text) }
                pipeline.search.area = area
            case .cores:
                let text = try value()
                guard let cores = ProcessorSet(text) else {
                    throw .wrongValue(argument, "numbers and ranges such as 0,4-7", text)
                }
                self.cores = cores
            case .every: every = try integer(1...1_000_000)
            case .frames: frameCount = try integer(1...Int.max)
            case .size: size = try Self.size(value())
            case .format:
                let text = try value()
                guard let pixels = RawFrames.Pixels.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) })
                else { throw .wrongValue(argument, "rgb, bgr, nv12, yuyv or gray", text) }
                rawPixels = pixels
                hasFormat = true
            case .rate: framesPerSecond = try integer(1...1000)
            case .binary: isBinary = true
            case .joints: writesJoints = true
            case .socket: socket = try value()
            case .statistics: writesStatistics = true
            case .wait: waitsForCamera = true
            case nil: throw .usage("\(argument) is not an option")
            }
        }
        guard operands.count == 2 else {
            throw .usage("a bundle and a source are needed, as in tegata-device hand_landmarker.task /dev/video0")
        }
        (bundle, source) = (operands[0], operands[1])
        if isBinary, writesJoints { throw .usage("--joints needs JSON output; drop --binary") }
        if isBinary, reportsEvents { throw .usage("--events are JSON; drop --binary") }
        if reportsEvents { pipeline.gestures?.events = GestureEventOptions() }
        if hasFormat, size == nil { throw .usage("--format is for frames without headers; add their --size WxH") }
    }

    private enum Name: CaseIterable {
        case gestures, track, events, threads, precision, search, cores, every, frames, size, format, rate, binary
        case joints, socket, statistics, wait

        var text: StaticString {
            switch self {
            case .gestures: "--gestures"
            case .track: "--track"
            case .events: "--events"
            case .threads: "--threads"
            case .precision: "--precision"
            case .search: "--search"
            case .cores: "--cores"
            case .every: "--every"
            case .frames: "--frames"
            case .size: "--size"
            case .format: "--format"
            case .rate: "--fps"
            case .binary: "--binary"
            case .joints: "--joints"
            case .socket: "--socket"
            case .statistics: "--stats"
            case .wait: "--wait"
            }
        }
    }

    private static func described(_ argument: String) -> PipelineOption? {
        described.first { $0.argument?.name.utf8.elementsEqual(argument.utf8) == true }
    }

    private static func option(_ argument: String) -> Name? {
        Name.allCases.first { name in
            name.text.withUTF8Buffer { $0.elementsEqual(argument.utf8) }
        }
    }

    /// Parses two numbers with an x between them.
    private static func size(_ text: String) throws(DeviceError) -> (width: Int, height: Int) {
        let parts = Array(text.utf8).split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(String(decoding: parts[0], as: UTF8.self)),
            let height = Int(String(decoding: parts[1], as: UTF8.self)), 1...32767 ~= width, 1...32767 ~= height
        else { throw .wrongValue("--size", "a width and a height such as 640x480", text) }
        return (width, height)
    }
}
