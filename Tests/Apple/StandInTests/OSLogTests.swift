import Foundation
import OSLog
import Testing
import os.log

@Suite("Logging")
struct OSLogTests {
    private let logger = Logger(subsystem: "hands", category: "tests")

    private func text(_ message: OSLogMessage) -> String { message.text() }

    private enum Failure: Error {
        case broken
    }

    @Test func hidesPrivateValuesInMessages() {
        let (name, count) = ("Ada", 3)
        #expect(text("plain") == "plain")
        #expect(text("\(count) hands of \(name)") == "3 hands of Ada")
        #expect(text("\(name, privacy: .public) \(name, privacy: .auto)") == "Ada Ada")
        #expect(text("\(name, privacy: .private), \(count, privacy: .private)!") == "<private>, <private>!")
        #expect(text("\(name, privacy: .sensitive)") == "<sensitive>")
        let masked = text("\(name, privacy: .private(mask: .hash))")
        #expect(masked.hasPrefix("<mask.hash: '") && !masked.contains(name))
        #expect(masked == text("\("Ada", privacy: .auto(mask: .hash))"))
    }

    @Test func formatsValuesInMessages() {
        #expect(text("\(1.0 / 3)") == "0.333333")
        #expect(text("\(Float(0.25), format: .fixed(precision: 2))") == "0.25")
        #expect(text("\(1234.5, format: .exponential(precision: 1))") == "1.2e+03")
        #expect(text("\(0.5, format: .hybrid)") == "0.5")
        #expect(text("\(255, format: .hex) \(UInt8(7), format: .decimal(minDigits: 3))") == "ff 007")
        #expect([10, -10].map { text("\($0, format: .hex(explicitPositiveSign: true))") } == ["+a", "-a"])
        #expect(text("\(-255, format: .hex(includePrefix: true, uppercase: true))") == "-0xFF")
        #expect(text("[\("a", align: .right(columns: 3))\(5, align: .left(columns: 3))]") == "[  a5  ]")
        #expect(text("\(true) \(Failure.broken) \([1, 2])") == "true broken [1, 2]")
        #expect(text("\("x" as NSString, privacy: .private)") == "<private>")
        let problem: any Error = Failure.broken
        #expect(text("\(problem.localizedDescription, privacy: .public)") == problem.localizedDescription)
    }

    @Test func writesOneLinePerMessage() throws {
        let date = Date(timeIntervalSince1970: 0.5)
        let line = logger.line(.error, "two\nlines\u{1B}[2J", at: date)
        #expect(line.hasPrefix("1970-01-01T00:00:00.500Z "))
        #expect(line.hasSuffix("] [hands:tests] error: two\\nlines\\u{1B}[2J"))
        #expect(line.contains("\(ProcessInfo.processInfo.processName)[\(ProcessInfo.processInfo.processIdentifier)]"))
        #expect(Logger().line(.default, "x", at: date).hasSuffix("] notice: x"))
    }

    @Test func choosesLevelsFromTheEnvironment() {
        func written(_ mode: String?) -> [Bool] {
            let levels = LogLevels(mode: mode)
            return [OSLogType.debug, .info, .default, .error, .fault].map(levels.contains)
        }
        #expect(written(nil) == [false, false, true, true, true])
        #expect(written("info") == [false, true, true, true, true])
        #expect(written("debug") == [true, true, true, true, true])
        #expect(written("disable") == [false, false, false, false, false])
        #expect(OSLogType.error.rawValue == 16 && OSLogType(rawValue: 17) == .fault)
    }

    @Test func logsAtEveryLevel() {
        logger.trace("trace")
        logger.debug("debug")
        logger.info("info")
        logger.log(level: .debug, "debug")
        logger.log("log")
        logger.notice("notice")
        logger.warning("warning")
        logger.error("error")
        logger.critical("critical")
        logger.fault("fault")
    }
}
