import Foundation
import TegataBuffers
import TegataCommand
import TegataFormats
import TegataTestSupport
import TegataTool
import Testing

/// `tegata quantize` with wrong command lines and unsuitable files.
struct QuantizeCommandTests {
    @Test func needsOneFileAndAnOutput() {
        #expect(tegata("quantize").errors.contains("quantize needs a bundle or network"))
        #expect(tegata("quantize", "a.task", "b.task", "-o", "c.task").errors.contains("drop b.task"))
        #expect(tegata("quantize", "a.task").errors.contains("add -o OUT"))
    }

    /// Keeping all weights would only make the file larger.
    @Test func rejectsKeepingAllWeights() {
        let result = tegata("quantize", "a.task", "-o", "b.task", "--keep", "100")
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: --keep expects a whole number from 0 to 99, not \"100\"\n")
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task")))
    func writesBothNetworksWithIntegers() throws {
        let path = try #require(ModelFiles.path("hand_landmarker.task"))
        try withTemporaryFolder { folder in
            let copy = folder.path + "/integer.task"
            #expect(tegata(["quantize", path, "-o", copy, "--integer-io"]).errors.contains("belongs to --integer"))
            let words = ["quantize", path, "-o", copy, "--integer"]
            #expect(tegata(words).errors.contains("add --calibrate PATH"))
            let picture = ModelFiles.packageFolder.path + "/Tests/Fixtures/rendered/two_hands_mixed.png"
            #expect(tegata(words + ["--calibrate", picture, "--keep", "3"]).errors.contains("drop --keep"))
            #expect(tegata(words + ["--calibrate", picture, "-q"]).status == .success)
            let bundle = try TaskBundle(bytes: Bytes(mappingFileAt: copy), file: copy)
            for (role, count) in [(TaskBundle.Role.palmDetector, 1_400_000), (.handLandmarks, 2_200_000)] {
                let model = try bundle.network(role).model
                #expect(model.bytes.count < count)
                let graph = model.subgraphs[0]
                let isFloat = graph.operators.filter { entry in
                    (entry.inputs.compactMap(\.self) + entry.outputs).contains { graph.tensors[$0].type == .float32 }
                }
                // Only the inputs and outputs are real numbers.
                #expect(isFloat.count == graph.inputs.count + graph.outputs.count)
            }
        }
    }

    /// Outputs are checked even before the bundle is read.
    @Test(arguments: [
        ("/dev/full", "No space left on device"), ("/", "Is a directory"),
        ("/missing/small.task", "No such file or directory"),
    ])
    func triesItsOutputFirst(_ output: String, _ reason: String) {
        for words in [["-o", output], ["-o", "b.task", "--html", output]] {
            let result = tegata(["quantize", "a.task"] + words)
            #expect(result.status == .inputFailed)
            #expect(result.errors.hasPrefix("tegata: \(output): cannot be written (\(reason)); "))
            #expect(result.errors.split(separator: "\n").count == 1)
        }
        #expect(!FileManager.default.fileExists(atPath: "b.task"))
    }

    @Test func rejectsNetworksWithoutHands() throws {
        try withTemporaryFolder { folder in
            let path = folder.path + "/sum.tflite"
            try Data(sumAndProductNetwork()).write(to: URL(fileURLWithPath: path))
            let result = tegata("quantize", path, "-o", folder.path + "/small.tflite")
            #expect(result.status == .inputFailed)
            #expect(result.errors.contains("is not a hand landmark network"))
        }
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task")))
    func doesNotOverwriteItsInput() throws {
        let path = try #require(ModelFiles.path("hand_landmarker.task"))
        let result = tegata("quantize", path, "-o", path)
        #expect(result.status == .wrongUsage)
        #expect(result.errors.contains("would overwrite an input file"))
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task")))
    func removesOnlyChannelsOfZeros() throws {
        let path = try #require(ModelFiles.path("hand_landmarker.task"))
        try withTemporaryFolder { folder in
            let copy = folder.path + "/lean.task"
            #expect(tegata("quantize", path, "-o", copy, "--weights", "same", "--keep", "3").status == .wrongUsage)
            let result = tegata("quantize", path, "-o", copy, "--weights", "same")
            #expect(result.status == .success)
            #expect(result.output.contains("network      5.48 MB → 3.88 MB"))
            let picture = ModelFiles.packageFolder.path + "/Tests/Fixtures/rendered/victory_left.png"
            let answers = [path, copy].map {
                tegata("detect", picture, "--json", "--backend", "simd", "--model", $0).output
            }
            #expect(answers[0] == answers[1] && answers[0].contains("landmarks"))
            #expect(tegata("inspect", copy).output.contains("6,824 between convolutions, 6,824 needed"))
            // The copy contains no more channels that could be removed.
            let again = tegata("quantize", copy, "-o", folder.path + "/again.task", "--weights", "same")
            #expect(again.errors.contains("nothing was written"))
        }
    }
}
