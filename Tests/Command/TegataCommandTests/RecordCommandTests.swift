import Foundation
import TegataTestSupport
import Testing

/// Recording from videos at given times and with countdowns. Recording with keys is tested with a terminal in
/// Tests/Tools.
struct RecordCommandTests {
    /// Writes a grey video with ten frames per second.
    private static func video(seconds: Int, in folder: URL) throws -> String {
        let frame = Array("FRAME\n".utf8) + [UInt8](repeating: 90, count: 32 * 16)
        let bytes = Array("YUV4MPEG2 W32 H16 F10:1 Cmono\n".utf8) + (0..<10 * seconds).flatMap { _ in frame }
        let path = folder.path + "/gray.y4m"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    private static func files(_ folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains(".") }.sorted()
    }

    @Test func recordsRangesIntoTheirFolders() throws {
        try withTemporaryFolder { folder in
            let video = try Self.video(seconds: 4, in: folder)
            let data = folder.appendingPathComponent("data")
            let words = ["record", video, "-o", data.path, "--session", "s", "--range", "rock=1-2", "--json"]
            let result = tegata(words)
            #expect(result.status == .success && result.errors == "")
            #expect(
                result.output
                    == #"{"folder":"\#(data.path)/","session":"s","kind":"pictures","frames":10,"#
                    + #""classes":[{"label":"rock","new":2,"all":2}]}"# + "\n")
            #expect(try Self.files(data) == ["rock/s/000001.jpg", "rock/s/000002.jpg"])
            // A later recording adds to the first.
            let more = tegata(words + ["--every", "2", "--rest"])
            #expect(more.status == .success)
            #expect(more.output.contains(#"{"label":"rock","new":5,"all":7},{"label":"none","new":11,"all":11}"#))
            #expect(try Self.files(data).contains("rock/s/000007.jpg"))
        }
    }

    @Test func recordsTheFirstFrameOfShortRanges() throws {
        try withTemporaryFolder { folder in
            let video = try Self.video(seconds: 4, in: folder)
            let data = folder.appendingPathComponent("data")
            let result = tegata(
                "record", video, "-o", data.path, "--session", "s", "--range", "a=1.02-1.25", "--range", "b=2-2.95",
                "--range", "c=3.01-3.05", "--rest")
            // Records every fifth frame of each range, and of the parts of the video more than half a second away from
            // all ranges.
            #expect(try Self.files(data).map { $0.prefix(1) } == ["a", "b", "b", "n", "n", "n"])
            #expect(result.status == .inputFailed)
            #expect(
                result.errors
                    == "tegata: \(video): has no frame in --range c=3.010-3.050; choose times within the video\n")
        }
    }

    @Test func recordsClipsOfRanges() throws {
        try withTemporaryFolder { folder in
            let video = try Self.video(seconds: 3, in: folder)
            let data = folder.appendingPathComponent("data")
            let result = tegata(
                "record", video, "-o", data.path, "--clips", "--range", "wave=0.5-1.5", "--range", "none=2-",
                "--session", "s")
            #expect(result.status == .success && result.errors == "")
            #expect(
                result.output
                    == "\(data.path)/: 2 clips in session s\n"
                    + "  class  new  total\n  wave     1      1\n  none     1      1\n"
            )
            #expect(try Self.files(data).map { $0.prefix { $0 != "." } } == ["none/s/000001", "wave/s/000001"])
            let sparse = tegata(
                "record", video, "-o", data.path, "--clips", "--range", "a=0-1", "--range", "b=1.1-1.4", "--every", "5")
            #expect(sparse.errors.hasSuffix("or use a smaller --every\n"))
        }
    }

    @Test func recordsClassesOneAfterAnotherWithACountdown() throws {
        try withTemporaryFolder { folder in
            let video = try Self.video(seconds: 9, in: folder)
            let data = folder.appendingPathComponent("data")
            let words = ["record", video, "-o", data.path, "--labels", "a,b", "--countdown", "1", "--every", "1"]
            let enough = tegata(words + ["--count", "3", "--session", "s"])
            #expect(enough.status == .success && enough.errors == "")
            #expect(try Self.files(data).count == 9)
            let short = tegata(words + ["--count", "40", "--session", "t"])
            #expect(short.status == .inputFailed)
            #expect(
                short.errors == "tegata: \(video): ended before b was complete; record the rest in another run\n")
        }
    }

    @Test func keepsAClipThatEndsWithTheVideo() throws {
        try withTemporaryFolder { folder in
            // For both a and none, there is a second of countdown and a clip.
            let video = try Self.video(seconds: 4, in: folder)
            let words = ["record", video, "-o", folder.path + "/data", "--clips", "--labels", "a", "--countdown", "1"]
            let whole = tegata(words + ["--length", "1", "--count", "1", "--quiet"])
            #expect(whole.status == .success && whole.errors == "" && whole.output == "")
            let short = tegata(words + ["--length", "1.1", "--count", "1"])
            #expect(
                short.errors == "tegata: \(video): ended before none was complete; record the rest in another run\n")
        }
    }

    @Test func reportsRangesAfterTheEnd() throws {
        try withTemporaryFolder { folder in
            let video = try Self.video(seconds: 2, in: folder)
            let result = tegata("record", video, "-o", folder.path, "--range", "a=0-1", "--range", "b=5-6.5")
            #expect(result.status == .inputFailed)
            #expect(
                result.errors
                    == "tegata: \(video): has no frame in --range b=5.0-6.5; choose times within the video\n")
        }
    }

    @Test(arguments: [
        ([], "record needs a camera or video; write tegata record CAMERA|VIDEO -o DIR [--labels A,B,C]"),
        (["a", "b", "-o", "d"], "record takes one camera or video; drop b"),
        (["a"], "record needs a directory to write to; add --output DIR"),
        (["a", "-o", "d", "--countdown", "3"], "--countdown needs class names; add --labels A,B,C"),
        (
            ["a", "-o", "d", "--countdown", "3", "--range", "a=1-2"],
            "--range and --countdown both set the times to record; drop one of them"
        ),
        (
            ["a", "-o", "d", "--range", "a=1-2", "--labels", "b"],
            "--range already names the classes; drop --labels"
        ),
        (["a", "-o", "d", "--rest"], "--rest works only with --range; add --range LABEL=FROM-TO"),
        (
            ["a", "-o", "d", "--range", "a=1-2", "--background", "b"],
            "--background has no effect with --range alone; drop it, or add --rest"
        ),
        (
            ["a", "-o", "d", "--count", "3"],
            "--count works only with --countdown; add --countdown SECONDS, or drop --count"
        ),
        (
            ["a", "-o", "d", "--length", "3"],
            "--length is for clips recorded with keys or --countdown; add --clips, or drop it"
        ),
        (
            ["a", "-o", "d", "--range", "a=1-3", "--range", "b=2-4"],
            "--range a=1.0-3.0 and b=2.0-4.0 overlap; each moment can belong to only one class"
        ),
        (
            ["a", "-o", "d", "--range", "a=1-3", "--rest", "--no-background"],
            "--rest records background, which --no-background excludes; drop one of them"
        ),
        (
            ["a", "-o", "d", "--labels", "a,../b"],
            "--labels expects names separated by commas, which can be names of directories, not \"a,../b\""
        ),
        (
            ["a", "-o", "d", "--range", "a=3-1"],
            "--range expects a class and two times such as rock=1.5-3, not \"a=3-1\""
        ),
    ])
    func explainsWrongUsage(_ words: [String], _ message: String) {
        let result = tegata(["record"] + words)
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: \(message)\n")
    }
}
