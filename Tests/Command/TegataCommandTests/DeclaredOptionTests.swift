import Foundation
import TegataCommand
import TegataImages
import TegataTestSupport
import TegataTool
import Testing

/// Checks that commands read all their declared options. Otherwise a command would accept an option that does nothing.
@Suite(.enabled(if: ModelFiles.have("hand_landmarker.task"))) struct DeclaredOptionTests {
    @Test(arguments: tegataTool.commands.map(\.name))
    func readsEveryDeclaredOption(_ name: String) throws {
        try withTemporaryFolder { folder in
            let command = try #require(tegataTool.commands.first { $0.name == name })
            var read: Set<String> = []
            for words in try Self.runs(of: name, in: folder) {
                let arguments = try Arguments(words, of: command, in: tegataTool)
                // Some runs fail, but only after reading the options.
                try? command.run(arguments, Console())
                read.formUnion(arguments.namesAskedFor)
            }
            #expect(command.options.map(\.name).filter { !read.contains($0) } == [])
        }
    }

    /// Returns command lines that together make the command read all its options.
    private static func runs(of command: String, in folder: URL) throws -> [[String]] {
        let bundle = try #require(ModelFiles.path("hand_landmarker.task"))
        let picture = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/no_hand.png").path
        let root = folder.path
        let frame = try RGBImage(width: 64, height: 48).encoded(as: .ppm)
        try Data(frame + frame).write(to: folder.appendingPathComponent("video.ppm"))
        try Data(TrainCommandTests.rows(0..<2, count: 10, seed: 1).utf8)
            .write(to: folder.appendingPathComponent("rows.csv"))
        for label in ["a", "b"] {
            let place = folder.appendingPathComponent("pictures/" + label)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(frame).write(to: place.appendingPathComponent("1.ppm"))
        }
        let (video, rows, pictures) = (root + "/video.ppm", root + "/rows.csv", root + "/pictures")
        let output = ["-o", root + "/poses.tegata"]
        let training = [
            ["pose", rows, "--iterations", "5", "--validation", "none"] + output,
            ["pose", pictures, "--model", bundle, "--no-cache"] + output,
        ]
        switch command {
        case "detect", "recognize": return [[picture, "--model", bundle]]
        case "track": return [[video, "--model", bundle]]
        case "report": return [[root + "/none.jsonl"]]
        case "record": return [[video, "-o", root + "/recorded", "--range", "a=0-1"]]
        case "train": return training
        case "evaluate":
            #expect(tegata(["train"] + training[0] + ["-q"]).status == .success)
            return [[output[1], rows], [output[1], pictures, "--model", bundle, "--no-cache"]]
        case "inspect": return [[bundle]]
        case "bench": return [[bundle, "--iterations", "1", "--image", picture]]
        case "generate-class": return [["poses.tegata", "-o", root + "/Poses.swift"]]
        case "run": return [["a.tflite", "--output", root]]
        case "quantize": return [["none.task", "-o", root + "/small.task"]]
        default: return [[]]
        }
    }
}
