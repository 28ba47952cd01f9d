import Foundation
import TegataCommand
import TegataKernelSelection
import TegataTestSupport
import TegataTool
import Testing

/// The output of `tegata bench`, regardless of how fast anything is.
struct BenchCommandTests {
    private static let keys = [
        "model", "threads", "iterations", "medianMs", "minMs", "loadMs", "arenaBytes", "peakRSSBytes", "gflops", "isa",
    ]

    private func withNetwork(_ body: (String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            let path = folder.path + "/net.tflite"
            try Data(sumAndProductNetwork()).write(to: URL(fileURLWithPath: path))
            try body(path)
        }
    }

    /// Returns the keys of a JSON object, in order.
    private func keys(_ json: Substring) -> [String] {
        json.matches(of: /"(\w+)":/).map { String($0.1) }
    }

    private func values(_ json: Substring) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    @Test func writesTheDocumentedJSONKeys() throws {
        try withNetwork { path in
            let result = tegata(
                "bench", path, path, "--threads", "2", "--iterations", "3", "--isa", "baseline", "--loads", "2",
                "--json")
            #expect(result.status == .success)
            let lines = result.output.split(separator: "\n")
            #expect(lines.count == 2)
            for line in lines {
                #expect(keys(line) == Self.keys)
                let values = try values(line)
                #expect(values["model"] as? String == path)
                #expect(values["threads"] as? Int == 2)
                #expect(values["iterations"] as? Int == 3)
                #expect(try #require(values["medianMs"] as? Double) >= #require(values["minMs"] as? Double))
                #expect(try #require(values["loadMs"] as? Double) > 0)
                #expect(try #require(values["arenaBytes"] as? Int) >= 4 * 6 * 4)
                #expect(try #require(values["peakRSSBytes"] as? Int) > 1 << 20)
            }
        }
    }

    @Test func writesARowPerStepInProfiles() throws {
        try withNetwork { path in
            let result = tegata("bench", path, "--threads", "1", "--iterations", "2", "--profile", "--json")
            #expect(result.status == .success)
            let values = try values(result.output[...])
            let steps = try #require(values["steps"] as? [[String: Any]])
            #expect(steps.count == 2)
            #expect(abs(steps.reduce(0) { $0 + ($1["share"] as? Double ?? 0) } - 1) < 1e-9)
            for step in steps {
                #expect(
                    Set(step.keys) == [
                        "name", "shape", "kernel", "multiplyAccumulates", "ms", "gflops", "share", "ofPeak",
                        "bytesMoved",
                    ])
            }
            let table = tegata("bench", path, "--threads", "1", "--iterations", "2", "--profile").output
            #expect(table.contains("all steps"))
        }
    }

    @Test func writesATraceWithARowForEachThread() throws {
        try withNetwork { path in
            let trace = path + ".json"
            let result = tegata("bench", path, "--threads", "2", "--iterations", "3", "--trace", trace)
            #expect((result.status, result.errors) == (.success, ""))
            let file = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: trace)))
            let events = try #require((file as? [String: Any])?["traceEvents"] as? [[String: Any]])
            let rows = events.filter { $0["name"] as? String == "thread_name" }.compactMap { $0["tid"] as? Int }
            #expect(rows == Array(1...rows.count))
            #expect(Set(events.compactMap { $0["tid"] as? Int }) == Set(rows))
            // After 10 runs to warm up.
            #expect(events.count { $0["name"] as? String == path } == 13)
            let steps = events.compactMap { $0["args"] as? [String: Any] }.filter { $0["kernel"] is String }
            #expect(Set(steps.compactMap { $0["step"] as? Int }) == [0, 1])
            #expect(steps.allSatisfy { $0["shape"] is String && ($0["GFLOP/s"] ?? $0["GB/s"]) is Double })
        }
    }

    @Test func refusesTracesBeforeItRunsAnything() {
        let result = tegata("bench", "--trace", "/missing/trace.json")
        #expect(result.status == .inputFailed)
        #expect(result.errors.hasPrefix("tegata: /missing/trace.json: cannot be written"))
        #expect(tegata("bench", "--levels", "--trace", "/dev/null").status == .wrongUsage)
    }

    @Test func writesTheProfileAsAPage() throws {
        try withNetwork { path in
            let file = path + ".html"
            let words = ["bench", path, "--iterations", "1", "--threads", "3", "--profile", "--html"]
            #expect(tegata(words + [file]).status == .success)
            let page = try String(contentsOfFile: file, encoding: .utf8)
            let rows = page.matches(of: /<tr class="\w+"><th scope="row">([^<]+)</).map { String($0.1) }
            #expect(rows == ["binary add", "binary multiply"])
            #expect(page.contains("<th scope=\"col\">2 threads</th>") && !page.contains("4 threads"))

            let unwritable = tegata(words + [path + "/page.html"])
            #expect(unwritable.status != .success && unwritable.output.isEmpty)
            #expect(unwritable.errors.hasPrefix("tegata: \(path)/page.html: "))
        }
    }

    @Test func benchmarksTheNetworksOfBundles() throws {
        try withTemporaryFolder { folder in
            let path = folder.path + "/b.task"
            let inner = try bundleBytes([("c.tflite", sumAndProductNetwork())])
            try Data(bundleBytes([("a.tflite", sumAndProductNetwork()), ("b.task", inner), ("readme.txt", [65])]))
                .write(
                    to: URL(fileURLWithPath: path))
            let result = tegata("bench", path, "--networks", "--iterations", "1", "--json")
            let models = try result.output.split(separator: "\n").map { try values($0)["model"] as? String }
            #expect(models == [path + ":a.tflite", path + ":b.task:c.tflite"])
        }
    }

    @Test func reportsBadModelsAndContinues() throws {
        try withNetwork { path in
            let result = tegata("bench", path + ".none", path, "--iterations", "1", "--json")
            #expect(result.status == .inputFailed)
            #expect(result.errors == "tegata: \(path).none: no such file; check the path\n")
            #expect(result.output.split(separator: "\n").count == 1)
        }
    }

    @Test func listsLevels() throws {
        let levels = try tegata("bench", "--levels", "--isa", "baseline", "--json").output.split(separator: "\n")
            .map(values)
        let listed = kernelLevels() + kernelLevels(of: .float16) + kernelLevels(of: .int8)
        #expect(levels.map { $0["isa"] as? String } == listed.map(\.name))
        #expect(levels.map { $0["supported"] as? Bool } == listed.map(\.isSupported))
        #expect(levels.map { $0["selected"] as? Bool } == listed.indices.map { $0 == kernelLevels().count - 1 })
        #expect(levels.map { $0["half"] as? Bool } == listed.map { $0.element == .float16 })
        #expect(levels.map { $0["int8"] as? Bool } == listed.map { $0.element == .int8 })
        #expect(levels.map { $0["module"] as? String } == listed.map(\.module))
        let table = tegata("bench", "--levels").output.split(separator: "\n")
        #expect(table.count == 1 + levels.count)
        #expect(tegata("bench", "--levels", "net.tflite").status == .wrongUsage)
    }

    @Test(arguments: [
        (["--levels", "--peak"], "--levels and --peak cannot be combined; run them one after the other"),
        (
            ["--stills", "--peak"],
            "--image, --video and --stills apply only to pipelines, which --levels and --peak do not time; drop one of the options"
        ),
        (["--image", "a.png", "--video", "a.mp4"], "--image and --video both select what to time; use only one"),
        (["--html", "a.html"], "--html writes a profile; add --profile"),
        (
            ["--share", "--peak"],
            "--share always times the same; drop the models and the options of other measurements"
        ),
        (
            ["--stills", "net.tflite"],
            "--image, --video and --stills apply only to pipelines; pass a bundle, and drop --networks and --profile"
        ),
    ])
    func rejectsOptionsWithoutEffect(_ words: [String], _ message: String) {
        let result = tegata(["bench"] + words + (words.count == 2 && words[1] == "--peak" ? [] : ["net.tflite"]))
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: \(message)\n")
    }

    @Test func measuresThePeakOfEachLevel() throws {
        let lines = tegata("bench", "--peak", "--json").output.split(separator: "\n")
        #expect(try values(try #require(lines.last))["isa"] as? String == "baseline")
        for line in lines { #expect(try #require(values(line)["peakGflops"] as? Double) > 0) }
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func sharesALineAboutThisMachine() throws {
        let result = tegata("bench", "--share")
        #expect(result.status == .success)
        #expect(result.errors.contains("Nothing was sent.") && result.errors.contains("issues/new?template=board.yml"))
        #expect(result.output.split(separator: "\n").count == 1)
        let line = try values(result.output[...])
        let machine = Machine()
        #expect(line["processor"] as? String == machine.processor)
        #expect(line["emulated"] as? Bool == machine.isEmulated)
        #expect(line["isa"] as? String == (try kernelSet().level))
        #expect(try #require(line["cores"] as? Int) > 0)
        #expect(try #require(line["results"] as? String).wholeMatch(of: /[0-9a-f]{16}/) != nil)
        for name in ["hand_detector", "hand_landmarks_detector", "trackedFrame"] {
            let times = try #require(line[name] as? [String: [String: Double]])
            #expect(try #require(times["single"]?["1"]) > 0)
        }
        #expect(tegata("bench", "--share", "net.tflite").status == .wrongUsage)
    }
}
