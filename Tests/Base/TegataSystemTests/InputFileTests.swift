import Foundation
import TegataSystem
import TegataTestSupport
import Testing

struct InputFileTests {
    @Test func readsFilesUpToALimit() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("bytes").path
            let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            #expect(try InputFile(path).contents(atMost: bytes.count) == bytes)
            #expect(throws: FileError(path: path, reason: .tooLarge(limit: bytes.count - 1))) {
                try InputFile(path).contents(atMost: bytes.count - 1)
            }
        }
    }

    @Test func reportsOutOfMemory() throws {
        // A sparse file in /dev/shm can have any length.
        let path = "/dev/shm/tegata-test-\(getpid())"
        let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        try #require(file >= 0)
        defer {
            unlink(path)
            close(file)
        }
        try #require(ftruncate(file, 1 << 60) == 0)
        #expect(throws: FileError(path: path, reason: .systemError(operation: "read", code: ENOMEM))) {
            try InputFile(path).contents(atMost: .max)
        }
    }

    @Test func mapsFiles() throws {
        try withTemporaryFolder { folder in
            let (full, empty) = (folder.appendingPathComponent("full"), folder.appendingPathComponent("empty"))
            try Data([1, 2, 3]).write(to: full)
            try Data().write(to: empty)
            let memory = try InputFile(full.path).map()
            defer { InputFile.unmap(memory) }
            #expect(Array(memory) == [1, 2, 3])
            #expect(try InputFile(empty.path).map().count == 0)
        }
    }

    @Test func rejectsPipesUnlessTheyAreAccepted() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("pipe").path
            try #require(mkfifo(path, 0o600) == 0)
            #expect(throws: FileError(path: path, reason: .notARegularFile)) {
                try InputFile(path, acceptingPipes: false).contents(atMost: 1)
            }
            let file = folder.appendingPathComponent("file")
            try Data([1]).write(to: file)
            #expect(try InputFile(file.path, acceptingPipes: false).contents(atMost: 1) == [1])
        }
    }

    @Test func rejectsMissingFilesAndDirectories() throws {
        try withTemporaryFolder { folder in
            let missing = folder.appendingPathComponent("missing").path
            #expect(throws: FileError(path: missing, reason: .notFound)) { try InputFile(missing).map() }
            #expect(throws: FileError(path: folder.path, reason: .notARegularFile)) { try InputFile(folder.path).map() }
            #expect(throws: FileError(path: folder.path, reason: .notARegularFile)) {
                try InputFile(folder.path).contents(atMost: 1)
            }
        }
    }
}
