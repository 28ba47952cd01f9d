import TegataBuffers
import TegataCapture
import TegataCommand
import TegataDevice
import TegataHandCommands
import TegataHands
import TegataInference
import TegataLearningCommands
import TegataTool
import TegataTrainingData
import TegataVideo

extension FuzzTarget {
    static let commands = [
        // Command-line arguments, one per line. The arguments are parsed, but no command runs.
        FuzzTarget("arguments") { bytes in
            let words = lines(of: bytes)
            switch try Request(words, of: tegataTool) {
            case .version: break
            case .help(let command, let isBrief): use(isBrief ? briefHelp(command, .plain) : help(command, .plain))
            case .run(_, let arguments):
                use(try VideoSelection(arguments))
                use(try CameraOptions(arguments))
                use(try HandPipelineOptions(arguments))
                use(try FrameOptions(arguments))
                use(try MetricOptions(arguments))
                use(try DataSetOptions(arguments))
                use(try KeyPointOptions(arguments))
                use(try NetworkOptions(arguments))
            }
        },
        // A value for one of the options that take values.
        FuzzTarget("options") { bytes in
            var script = ByteScript(bytes)
            let option = optionsWithValues[script.below(optionsWithValues.count)]
            try option.check(script.text(.max))
        },
        // The arguments of the device program.
        FuzzTarget("device") { (bytes) throws(DeviceError) in use(try DeviceOptions(lines(of: bytes))) },
    ]

    /// The options of all commands, each once, sorted by name.
    private static let optionsWithValues: [OptionDescription] = {
        var names: Set<String> = []
        return tegataTool.commands.flatMap(\.options).filter { $0.placeholder != nil && names.insert($0.name).inserted }
            .sorted { $0.name < $1.name }
    }()

    private static func lines(of bytes: Bytes) -> [String] {
        bytes.array().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
