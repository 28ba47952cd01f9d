import TegataCapture
import TegataHands

/// What the user of the device program asked for.
package struct DeviceOptions: Sendable {
    package var bundle = ""
    package var source = ""
    /// How hands are found.
    package var pipeline = HandPipelineOptions()
    package var recognizesGestures = false
    /// Whether hands are followed from frame to frame; otherwise every frame is a picture of its own.
    package var tracks = false
    package var threadCount = 1
    /// What the networks compute with.
    package var precision = HandPrecision.single
    /// The processors to run on; nil leaves that to the system.
    package var cores: ProcessorSet?
    /// Of so many frames one is looked at.
    package var every = 1
    /// After so many frames that were looked at, the program ends.
    package var frameCount = Int.max
    /// Of frames without headers, or what is asked of a camera.
    package var size: (width: Int, height: Int)?
    /// Nil where frames have headers.
    package var rawPixels: RawFrames.Pixels?
    package var framesPerSecond: Int?
    package var isBinary = false
    /// Whether answers say what joints do.
    package var writesJoints = false
    /// The path of a Unix socket that gets the answers.
    package var socket: String?
    package var writesStatistics = false
    package var waitsForCamera = false

    package init() {
        // People have two hands.
        pipeline.maximumHandCount = 2
    }

    /// The plain options of the pipeline that the program has.
    static let described = PipelineOption.all.filter { $0.argument?.isOnDevices == true }

    /// What is asked of a camera.
    var camera: CameraOptions {
        var options = CameraOptions()
        if let size { (options.width, options.height) = (size.width, size.height) }
        if let framesPerSecond { options.framesPerSecond = framesPerSecond }
        return options
    }
}

extension DeviceOptions {
    /// Reads the arguments behind the name of a program of some kind.
    package init(_ arguments: [String], of kind: DeviceKind = .whole) throws(DeviceError) {
        self.init()
        var rest = arguments[...]
        var operands: [String] = []
        var hasFormat = false
        while let argument = rest.popFirst() {
            // A dash alone is the standard input.
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
                    throw .usage(
                        "\(argument) \(text): a whole number from \(range.lowerBound) to \(range.upperBound) is needed")
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
                case .number: throw .usage("\(argument) is no option")
                }
                continue
            }
            switch Self.option(argument) {
            case .gestures:
                if kind.isSmall { throw .usage("--gestures: the small program has none") }
                recognizesGestures = true
                pipeline.gestures = GestureOptions()
            case .track:
                tracks = true
                pipeline.tracking.identifiesHands = true
            case .threads: threadCount = try integer(1...64)
            case .precision:
                let text = try value()
                guard let known = HandPrecision.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) })
                else { throw .usage("--precision \(text): single, half or all-half is needed") }
                if kind.isSmall, known != .single {
                    throw .usage("--precision: the small program has single precision only")
                }
                precision = known
            case .cores:
                let text = try value()
                guard let cores = ProcessorSet(text) else {
                    throw .usage("--cores \(text): numbers and ranges such as 0,4-7 are needed")
                }
                self.cores = cores
            case .every: every = try integer(1...1_000_000)
            case .frames: frameCount = try integer(1...Int.max)
            case .size: size = try Self.size(value())
            case .format:
                let text = try value()
                guard let pixels = RawFrames.Pixels.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) })
                else { throw .usage("--format \(text): rgb, bgr, nv12, yuyv or gray is needed") }
                rawPixels = pixels
                hasFormat = true
            case .rate: framesPerSecond = try integer(1...1000)
            case .binary: isBinary = true
            case .joints: writesJoints = true
            case .socket: socket = try value()
            case .statistics: writesStatistics = true
            case .wait: waitsForCamera = true
            case nil: throw .usage("\(argument) is no option")
            }
        }
        guard operands.count == 2 else {
            throw .usage("a bundle and a source are needed, as in tegata-device hand_landmarker.task /dev/video0")
        }
        (bundle, source) = (operands[0], operands[1])
        if isBinary, writesJoints { throw .usage("--joints adds to JSON; leave out --binary") }
        if hasFormat, size == nil { throw .usage("--format is of frames without headers; add their --size WxH") }
    }

    private enum Name: CaseIterable {
        case gestures, track, threads, precision, cores, every, frames, size, format, rate, binary, joints, socket
        case statistics, wait

        var text: StaticString {
            switch self {
            case .gestures: "--gestures"
            case .track: "--track"
            case .threads: "--threads"
            case .precision: "--precision"
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

    /// Two numbers with an x between them.
    private static func size(_ text: String) throws(DeviceError) -> (width: Int, height: Int) {
        let parts = Array(text.utf8).split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(String(decoding: parts[0], as: UTF8.self)),
            let height = Int(String(decoding: parts[1], as: UTF8.self)), 1...32767 ~= width, 1...32767 ~= height
        else { throw .usage("--size \(text): a width and a height such as 640x480 are needed") }
        return (width, height)
    }
}
