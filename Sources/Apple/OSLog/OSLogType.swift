import Foundation

/// A stand-in for how grave what a program writes down is.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// The level as a number.
    public let rawValue: UInt8

    /// A level by its number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A level by its number.
    public init(_ rawValue: UInt8) {
        self.init(rawValue: rawValue)
    }

    /// What is worth writing down; shown as `notice`.
    public static let `default` = OSLogType(0)
    /// Written where `OS_ACTIVITY_MODE` is `info` or `debug`; not by default.
    public static let info = OSLogType(1)
    /// Written where `OS_ACTIVITY_MODE` is `debug`; not by default.
    public static let debug = OSLogType(2)
    /// Something failed.
    public static let error = OSLogType(16)
    /// Something is wrong with the program.
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

/// Which messages are written.
package struct LogLevels {
    private let levels: Set<OSLogType>

    /// What the environment says.
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
