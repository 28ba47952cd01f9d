import Foundation

/// A disk of few bytes, for tests of what happens when it is full; only root may make one.
package enum SmallDisk {
    package static let isPossible: Bool = {
        (try? withFolder(kibibytes: 64) { _ in true }) ?? false
    }()

    private struct Refused: Error {}

    /// Calls `body` with the folder of an empty disk, which goes away afterwards.
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
