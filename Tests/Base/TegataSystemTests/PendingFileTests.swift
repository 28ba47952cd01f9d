import Foundation
import TegataSystem
import TegataTestSupport
import Testing

/// Serialised, because discarding all pending files also affects the files of other tests.
@Suite(.serialized) struct PendingFileTests {
    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func removesUnfinishedFiles() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("table.csv").path
            try "old".write(toFile: path, atomically: false, encoding: .utf8)
            do {
                let file = try PendingFile(for: path)
                try file.append([1, 2, 3].span.bytes)
                #expect(try names(in: folder).count == 2)
                #expect(file.temporaryPath.hasSuffix("-table.csv"))
            }
            #expect(try names(in: folder) == ["table.csv"])
        }
    }

    /// Characters with several code points, at the beginning of a name and where it is cut.
    @Test func cutsNamesByBytes() throws {
        try withTemporaryFolder { folder in
            for name in ["\u{301}x.json", String(repeating: "क्षि", count: 20) + ".json"] {
                let path = folder.path + "/" + name
                let file = try PendingFile(for: path)
                try file.append(([1] as [UInt8]).span.bytes)
                try file.commit()
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1]))
            }
        }
    }

    @Test func followsLinksWithCombiningCharacters() throws {
        try withTemporaryFolder { folder in
            let link = folder.path + "/\u{301}link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
            try PendingFile.writeFile(([1] as [UInt8]).span.bytes, to: link)
            #expect(try names(in: folder).contains("target"))
        }
    }

    @Test func discardsAllUnfinishedFiles() async {
        // Runs in a separate process, because it also discards the files of other tests.
        await #expect(processExitsWith: .success) { try PendingFileTests().discardAllUnfinishedFiles() }
    }

    private func discardAllUnfinishedFiles() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("table.csv").path
            try "old".write(toFile: path, atomically: false, encoding: .utf8)
            let file = try PendingFile(for: path)
            PendingFile.discardAll()
            #expect(throws: FileError(path: path, reason: .notWritable(code: ECANCELED))) { try file.commit() }
            #expect(try names(in: folder) == ["table.csv"])
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        }
    }

    @Test func removesFilesOfKilledProcesses() throws {
        try withTemporaryFolder { folder in
            // No process ID is this large.
            let (gone, living) = (".tegata-99999999-3-table.csv", ".tegata-1-3-table.csv")
            let others = [
                ".tegata-099999999-3-x", ".tegata-99999999-x-3", ".tegata-99999999-3", "tegata-99999999-3-x", living,
            ]
            let used = ".tegata-99999998-3-table.csv"
            for name in others + [gone, used] { try Data().write(to: folder.appendingPathComponent(name)) }
            let descriptor = open(folder.path + "/" + used, O_RDONLY)
            defer { close(descriptor) }
            #expect(flock(descriptor, LOCK_EX) == 0)
            try PendingFile.writeFile([1].span.bytes, to: folder.path + "/table.csv")
            #expect(try names(in: folder) == (others + [used, "table.csv"]).sorted())
        }
    }

    @Test func checksFilesWithoutATrace() throws {
        try withTemporaryFolder { folder in
            try PendingFile.check(folder.path + "/a.csv")
            try PendingFile.check("/dev/null")
            let missing = folder.path + "/missing/a.csv"
            #expect(throws: FileError(path: missing, reason: .notWritable(code: ENOENT))) {
                try PendingFile.check(missing)
            }
            #expect(throws: FileError(path: folder.path, reason: .notWritable(code: EISDIR))) {
                try PendingFile.check(folder.path)
            }
            #expect(try names(in: folder) == [])
        }
    }

    @Test func writesToDevicesInPlace() throws {
        let file = try PendingFile(for: "/dev/null")
        try file.append([1, 2, 3].span.bytes)
        try file.commit()
        #expect(
            try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
                == .typeCharacterSpecial)
    }

    @Test func detectsFullDevicesBeforeWriting() throws {
        try withTemporaryFolder { folder in
            let (link, pipe) = (folder.path + "/link", folder.path + "/pipe")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/full")
            let full = open("/dev/full", O_WRONLY)
            defer { close(full) }
            for path in ["/dev/full", link, "/dev/fd/\(full)"] {
                #expect(throws: FileError(path: path, reason: .notWritable(code: ENOSPC))) {
                    try PendingFile.requireRoom(at: path)
                }
            }
            // Opening a pipe would wait for a reader.
            try #require(mkfifo(pipe, 0o600) == 0)
            for path in [pipe, "/dev/null", folder.path + "/a.csv"] { try PendingFile.requireRoom(at: path) }
            #expect(try names(in: folder) == ["link", "pipe"])
        }
    }

    @Test func writesToOpenFilesInPlace() throws {
        try withTemporaryFolder { folder in
            let (path, link) = (folder.path + "/log", folder.path + "/link")
            try "old".write(toFile: path, atomically: false, encoding: .utf8)
            let writing = open(path, O_WRONLY | O_APPEND)
            let reading = open(path, O_RDONLY)
            defer {
                close(writing)
                close(reading)
            }
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/fd/\(writing)")
            for name in ["/dev/fd/\(writing)", "/proc/self/fd/\(writing)", link] {
                #expect(try PendingFile.place(of: name) == .descriptor(writing))
                try PendingFile.check(name)
                try PendingFile.writeFile(Array("+".utf8).span.bytes, to: name)
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "old+++")
            #expect(try names(in: folder) == ["link", "log"])
            let protected = "/dev/fd/\(reading)"
            #expect(throws: FileError(path: protected, reason: .notWritable(code: EBADF))) {
                try PendingFile.check(protected)
            }
        }
    }

    @Test func keepsDanglingLinks() throws {
        try withTemporaryFolder { folder in
            let data = folder.appendingPathComponent("data")
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            let links = [("first", "data/second"), ("data/second", "new.csv"), ("loop", "loop")]
            for (link, target) in links {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path + "/" + link, withDestinationPath: target)
            }
            try PendingFile.writeFile([1].span.bytes, to: folder.path + "/first")
            #expect(try names(in: data) == ["new.csv", "second"])
            for (link, target) in links {
                let path = folder.path + "/" + link
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
            }
            let loop = folder.path + "/loop"
            #expect(throws: FileError(path: loop, reason: .notWritable(code: ELOOP))) { try PendingFile.check(loop) }
        }
    }

    @Test func rejectsNamesThatAreTooLong() throws {
        try withTemporaryFolder { folder in
            let path = folder.path + "/" + String(repeating: "a", count: 256)
            #expect(throws: FileError(path: path, reason: .notWritable(code: ENAMETOOLONG))) {
                try PendingFile.check(path)
            }
        }
    }

    /// The file would get a name other than the requested one.
    @Test func rejectsNamesThatAreNotUTF8() throws {
        try withTemporaryFolder { folder in
            let path = String(decoding: Array(folder.path.utf8) + [0x2F, 0xFF], as: UTF8.self)
            #expect(throws: FileError(path: path, reason: .notWritable(code: EILSEQ))) { try PendingFile(for: path) }
            // A file name may actually contain U+FFFD.
            try Data().write(to: URL(fileURLWithPath: path))
            try PendingFile(for: path).commit()
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write to everything"))
    func rejectsWriteProtectedFiles() throws {
        try withTemporaryFolder { folder in
            let path = folder.path + "/table.csv"
            try "old".write(toFile: path, atomically: false, encoding: .utf8)
            try #require(chmod(path, 0o444) == 0)
            #expect(throws: FileError(path: path, reason: .notWritable(code: EACCES))) { try PendingFile.check(path) }
        }
    }

    @Test func overwritesTheStartOfAFile() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("array.npy").path
            let file = try PendingFile(for: path)
            let (whole, start, end): ([UInt8], [UInt8], [UInt8]) = ([0, 0, 3], [1, 2], [4])
            try file.append(whole.span.bytes)
            try file.overwriteStart(start.span.bytes)
            try file.append(end.span.bytes)
            try file.commit()
            #expect(try InputFile(path).contents(atMost: 4) == [1, 2, 3, 4])
        }
    }
}
