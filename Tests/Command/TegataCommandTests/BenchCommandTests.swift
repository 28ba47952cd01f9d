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
}
