import Foundation

/// The program that makes videos for tests; tests that need it are skipped where it is missing.
package enum FFmpegProgram {
    package static let path: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/ffmpeg" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    package static var isMissing: Bool { path == nil }

    package struct Failure: Error {
        var arguments: [String]
    }

    /// Runs the program; whether it succeeds.
    @discardableResult package static func tries(_ arguments: [String], in folder: URL) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path ?? "/nowhere")
        process.arguments = ["-nostdin", "-v", "quiet", "-y"] + arguments
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// Runs the program, which must succeed.
    package static func run(_ arguments: String..., in folder: URL) throws {
        guard try tries(arguments, in: folder) else { throw Failure(arguments: arguments) }
    }

    /// What the program writes into a pipe.
    package static func output(_ arguments: String..., in folder: URL) throws -> [UInt8] {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: path ?? "/nowhere")
        process.arguments = ["-nostdin", "-v", "quiet"] + arguments
        process.currentDirectoryURL = folder
        process.standardOutput = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(arguments: arguments) }
        return Array(bytes)
    }
}
