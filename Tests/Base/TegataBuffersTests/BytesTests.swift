import Foundation
import TegataBuffers
import TegataSystem
import TegataTestSupport
import Testing

struct BytesTests {
    @Test func sharesStorageWithSlicesAndChecksBounds() throws {
        let bytes = Bytes([0, 1, 2, 3, 4])
        let slice = try #require(bytes.slice(at: 1, count: 3))
        #expect(slice.storage === bytes.storage)
        #expect(slice.array() == [1, 2, 3])
        #expect(try #require(slice.slice(at: 1, count: 2)).array() == [2, 3])
        #expect(slice.slice(at: 3, count: 0)?.count == 0)
        for (offset, count) in [(0, 4), (4, 0), (-1, 1), (1, -1), (.max, 1), (1, .max), (.min, .min)] {
            #expect(slice.slice(at: offset, count: count) == nil)
        }
    }

    @Test func readsFileBytesAgainAfterReleasingPages() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("bytes").path
            let content = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try Data(content).write(to: URL(fileURLWithPath: path))
            let bytes = try Bytes(mappingFileAt: path)
            #expect(bytes.array() == content)
            try #require(bytes.slice(at: 5000, count: 9000)).releasePages()
            #expect(bytes.array() == content)
            bytes.releasePages()
            #expect(bytes.array() == content)
        }
        // Memory that is not mapped from a file is kept.
        let own = Bytes([1, 2, 3])
        own.releasePages()
        #expect(own.array() == [1, 2, 3])
    }

    @Test func readsLittleEndianIntegersAtAnyOffset() throws {
        let slice = try #require(Bytes([9, 1, 2, 3, 4, 0xFF]).slice(at: 1, count: 5))
        #expect(slice.integer(at: 0, as: UInt32.self) == 0x0403_0201)
        #expect(slice.integer(at: 1, as: UInt32.self) == 0xFF04_0302)
        #expect(slice.integer(at: 1, as: Int32.self) == Int32(bitPattern: 0xFF04_0302))
        #expect(slice.integer(at: 4, as: Int8.self) == -1)
        for offset in [2, 5, -1, .max, .min] {
            #expect(slice.integer(at: offset, as: UInt32.self) == nil)
        }
        #expect(slice.integer(at: 0, as: UInt64.self) == nil)
    }

    @Test func repairsTextAndComparesItExactly() {
        let bytes = Bytes(Array("caf\u{E9}".utf8) + [0x80])
        #expect(bytes.text(at: 0, count: 5) == "caf\u{E9}")
        #expect(bytes.text(at: 4, count: 2) == "\u{FFFD}\u{FFFD}")
        #expect(bytes.text(at: 0, count: 6) == "caf\u{FFFD}\u{FFFD}\u{FFFD}")
        #expect(bytes.text(at: 4, count: 3) == nil)
        #expect(bytes.slice(at: 0, count: 5)?.equals("caf\u{E9}") == true)
        #expect(bytes.slice(at: 0, count: 5)?.equals("cafe\u{301}") == false)
        #expect(bytes.slice(at: 0, count: 3)?.equals("caf\u{E9}") == false)
        #expect(Bytes.empty.equals(""))
    }

    @Test func readsMappedFilesLikeMemory() throws {
        try withTemporaryFolder { folder in
            let full = folder.appendingPathComponent("full")
            let empty = folder.appendingPathComponent("empty")
            try Data([1, 2, 3]).write(to: full)
            try Data().write(to: empty)
            #expect(try Bytes(mappingFileAt: full.path).array() == [1, 2, 3])
            #expect(try Bytes(mappingFileAt: empty.path).count == 0)
            var copy: [UInt8] = [0]
            try Bytes(mappingFileAt: full.path).append(to: &copy)
            #expect(copy == [0, 1, 2, 3])
            #expect(throws: TegataError(FileError(path: folder.path, reason: .notARegularFile))) {
                try Bytes(mappingFileAt: folder.path)
            }
            let missing = folder.appendingPathComponent("missing").path
            #expect(throws: TegataError(FileError(path: missing, reason: .notFound))) {
                try Bytes(mappingFileAt: missing)
            }
            #expect(throws: FileError(path: missing, reason: .notFound)) { try Bytes(mapping: missing) }
        }
    }

    @Test func releasesStorageWithTheLastSlice() throws {
        final class Owner: Sendable {}
        weak var owner: Owner?
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
        memory.copyBytes(from: [1, 2, 3, 4])
        var slice: Bytes?
        do {
            let strong = Owner()
            owner = strong
            slice = Bytes(adopting: UnsafeRawBufferPointer(memory)) { buffer in
                withExtendedLifetime(strong) { buffer.deallocate() }
            }.slice(at: 1, count: 2)
        }
        #expect(owner != nil)
        #expect(slice?.array() == [2, 3])
        slice = nil
        #expect(owner == nil)
    }

    @Test func releasesMemoryIfInitialisationFails() {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try Bytes(count: 16) { (memory) throws(Failure) in
                memory[0] = 1
                throw Failure()
            }
        }
    }
}
