import Foundation

/// The program that creates videos for tests. Tests that need it are skipped if it is missing.
package enum FFmpegProgram {
    package static let path: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/ffmpeg" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    package static var isMissing: Bool { path == nil }

    package struct Failure: Error {
        var arguments: [String]
    }

    /// Runs the program and returns whether it succeeded.
    @discardableResult package static func tries(_ arguments: [String], in folder: URL) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path ?? "/nowhere")
        process.arguments = ["-nostdin", "-v", "quiet", "-y"] + arguments
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// Runs the program, and throws if it fails.
    package static func run(_ arguments: String..., in folder: URL) throws {
        guard try tries(arguments, in: folder) else { throw Failure(arguments: arguments) }
    }

    /// Returns the program's output to a pipe.
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

/// Writes a shell script that replaces ffmpeg. A shell writes the file: if this process did, a child that another test
/// starts at that moment could hold it open, and the system does not run a program that is open for writing.
package func writeProgram(_ lines: String, to path: String) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", #"printf '#!/bin/sh\n%s\n' "$0" >"$1" && chmod 755 "$1""#, lines, path]
    try shell.run()
    shell.waitUntilExit()
}

/// A small disk, to test what happens when it is full. Only root can create one.
package enum SmallDisk {
    package static let isPossible: Bool = {
        (try? withFolder(kibibytes: 64) { _ in true }) ?? false
    }()

    private struct Refused: Error {}

    /// Calls `body` with the folder of an empty disk, which is removed afterwards.
    package static func withFolder<Result>(kibibytes: Int, _ body: (URL) throws -> Result) throws -> Result {
        try withTemporaryFolder { folder in
            let disk = folder.appendingPathComponent("disk")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
            guard tries("mount", "-t", "tmpfs", "-o", "size=\(kibibytes)k", "tmpfs", disk.path) else { throw Refused() }
            defer { tries("umount", disk.path) }
            return try body(disk)
        }
    }

    @discardableResult private static func tries(_ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
