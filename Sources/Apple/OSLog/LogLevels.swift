import Foundation

/// Which messages are written.
struct LogLevels {
    private let levels: Set<OSLogType>

    /// What the environment says.
    static let current = LogLevels(mode: ProcessInfo.processInfo.environment["OS_ACTIVITY_MODE"])

    init(mode: String?) {
        switch mode {
        case "disable": levels = []
        case "debug": levels = [.default, .error, .fault, .info, .debug]
        case "info": levels = [.default, .error, .fault, .info]
        default: levels = [.default, .error, .fault]
        }
    }

    func contains(_ level: OSLogType) -> Bool { levels.contains(level) }
}
