import Foundation
import TegataSystem
import TegataTestSupport
import Testing

/// Serialised: discarding all pending files reaches those of other tests too.
@Suite(.serialized) struct PendingFileTests {
    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func unfinishedFilesLeaveNothingBehind() throws {
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

    @Test func allUnfinishedFilesCanBeDiscarded() async {
        // In a process of its own, because the files of other tests are among them.
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

    @Test func devicesAreWrittenToAndStay() throws {
        let file = try PendingFile(for: "/dev/null")
        try file.append([1, 2, 3].span.bytes)
        try file.commit()
        #expect(
            try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
                == .typeCharacterSpecial)
    }

    @Test func theStartCanBeOverwritten() throws {
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
