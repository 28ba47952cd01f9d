import TegataBuffers
import TegataCapture

/// The reason why the device program ends: a line for people and an exit status for programs.
package enum DeviceError: Error, Equatable, Sendable {
    case usage(String)
    /// The bundle cannot be used.
    case bundle(String)
    /// The source cannot be opened, or its format is unknown.
    case source(String)
    /// The source ends in the middle of a frame, or a frame is damaged.
    case data(String)
    /// The camera has disappeared or delivers no frames.
    case camera(String)
    /// The results no longer have a reader or cannot be written.
    case output(String)
    /// The system refuses threads, processors or a connection.
    case system(String)

    /// The exit status of the process.
    package var status: Int32 {
        switch self {
        case .source: 1
        case .usage: 2
        case .bundle: 3
        case .data: 4
        case .camera: 5
        case .output: 6
        case .system: 7
        }
    }

    /// The line for people.
    package var message: String {
        switch self {
        case .usage(let text): text + "; tegata-device --help lists the options"
        case .bundle(let text), .source(let text), .data(let text), .camera(let text), .output(let text),
            .system(let text):
            text
        }
    }

    /// The error for an option's wrong value, in the words of `tegata`.
    static func wrongValue(_ option: String, _ expectation: String, _ given: String) -> DeviceError {
        .usage("\(option) expects \(expectation), not \"\(given)\"")
    }

    /// Converts an error that comes from a source.
    init(_ error: VideoError) {
        switch error.problem {
        case .damaged, .truncated, .unsupported, .tooManyPixels: self = .data(error.description)
        case .camera: self = .camera(error.description)
        case .memoryShort: self = .system(error.description)
        default: self = .source(error.description)
        }
    }
}
