import Foundation

/// The level of a log message.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// The level as a number.
    public let rawValue: UInt8

    /// Creates a level from its number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Creates a level from its number.
    public init(_ rawValue: UInt8) {
        self.init(rawValue: rawValue)
    }

    /// An ordinary message; shown as `notice`.
    public static let `default` = OSLogType(0)
    /// Written only if `OS_ACTIVITY_MODE` is `info` or `debug`.
    public static let info = OSLogType(1)
    /// Written only if `OS_ACTIVITY_MODE` is `debug`.
    public static let debug = OSLogType(2)
    /// A failure.
    public static let error = OSLogType(16)
    /// An error in the program.
    public static let fault = OSLogType(17)

    var name: String {
        switch self {
        case .info: "info"
        case .debug: "debug"
        case .error: "error"
        case .fault: "fault"
        default: "notice"
        }
    }
}

/// The levels that are written.
package struct LogLevels {
    private let levels: Set<OSLogType>

    /// The levels that the environment selects.
    static let current = LogLevels(mode: ProcessInfo.processInfo.environment["OS_ACTIVITY_MODE"])

    package init(mode: String?) {
        switch mode {
        case "disable": levels = []
        case "debug": levels = [.default, .error, .fault, .info, .debug]
        case "info": levels = [.default, .error, .fault, .info]
        default: levels = [.default, .error, .fault]
        }
    }

    package func contains(_ level: OSLogType) -> Bool { levels.contains(level) }
}
