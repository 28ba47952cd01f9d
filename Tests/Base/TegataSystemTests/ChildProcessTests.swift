import Foundation
import TegataSystem
import Testing

struct ChildProcessTests {
    @Test func deliversOutputMessagesAndStatus() throws {
        let process = try ChildProcess("sh", ["-c", "echo out; echo first >&2; exit 3"], connecting: .output)
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(process.descriptor, &bytes, bytes.count)
        #expect(bytes.prefix(max(count, 0)).elementsEqual("out\n".utf8))
        process.closeConnection()
        #expect(process.wait() == 3 && process.wait() == 3)
        #expect(process.messageLines() == ["first"])
    }

    @Test func passesInputToPrograms() throws {
        let process = try ChildProcess("sh", ["-c", "read word; echo $word >&2; kill -9 $$"], connecting: .input)
        try writeAllToPipe(Array("hand\n".utf8).span.bytes, process.descriptor)
        #expect(process.wait() == 128 + 9)
        #expect(process.messageLines() == ["hand"])
    }

    @Test func endsProgramsThatAScriptStarted() throws {
        let process = try ChildProcess("sh", ["-c", "sleep 100 & echo $!; wait"], connecting: .output)
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(process.descriptor, &bytes, bytes.count)
        let other = try #require(pid_t(String(decoding: bytes.prefix(max(count - 1, 0)), as: UTF8.self)))
        #expect(kill(other, 0) == 0)
        process.stop()
        // The program's new parent may not have collected its exit status yet, so it may still be a zombie.
        var hasEnded = false
        for _ in 0..<1000 where !hasEnded {
            let state = try? String(contentsOfFile: "/proc/\(other)/stat", encoding: .utf8)
            hasEnded = state?.contains(") Z ") ?? true
            usleep(10_000)
        }
        #expect(hasEnded)
    }

    @Test func keepsAtMostAMebibyteOfMessages() throws {
        let process = try ChildProcess(
            "sh", ["-c", "head -c 3000000 /dev/zero | tr '\\0' x >&2; echo more >&2; exit 5"], connecting: .output)
        #expect(process.wait() == 5)
        #expect(process.messageLines().map(\.count) == [1 << 20])
    }

    @Test func reportsMissingPrograms() {
        #expect(throws: ChildProcessError.programMissing("no-such-program")) {
            try ChildProcess("no-such-program", [], connecting: .output)
        }
    }

    @Test func reportsBrokenPipes() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        #expect(throws: SystemError(code: EPIPE)) { try writeAllToPipe([1].span.bytes, ends[1]) }
    }
}
