import Foundation
import TegataCommand
import TegataImages
import TegataTestSupport
import TegataTool
import Testing

/// Commands check their output paths before the work begins.
@Suite(.enabled(if: ModelFiles.have("hand_landmarker.task"))) struct OutputPathChecksTests {
    private let bundle = ModelFiles.path("hand_landmarker.task") ?? ""
    private let picture = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/no_hand.png").path

    private func video(in folder: URL) throws -> String {
        let frame = try RGBImage(width: 64, height: 48).encoded(as: .ppm)
        let path = folder.path + "/in.ppm"
        try Data(frame + frame).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func reportsAFolderThatCannotBeCreatedOnce() throws {
        try withTemporaryFolder { folder in
            try Data().write(to: folder.appendingPathComponent("file"))
            let output = folder.path + "/file/out"
            for words in [["detect", picture, picture, picture], ["track", try video(in: folder)]] {
                let result = tegata(words + ["--model", bundle, "--annotate", output])
                #expect(result.status == .inputFailed)
                #expect(result.output == "")
                #expect(result.errors.hasPrefix("tegata: \(output): cannot be written (Not a directory); "))
                #expect(result.errors.split(separator: "\n").count == 1)
            }
        }
    }

    @Test func reportsAMissingFolderOfAFileOnce() throws {
        try withTemporaryFolder { folder in
            let inputs = [
                ["detect", picture, "--annotate", "x.png"], ["track", try video(in: folder), "--annotate", "x.y4m"],
            ]
            for words in inputs {
                let output = folder.path + "/missing/" + words[3]
                let result = tegata(words.dropLast() + [output, "--model", bundle])
                #expect(result.status == .inputFailed)
                #expect(result.output == "")
                #expect(result.errors.hasPrefix("tegata: \(output): cannot be written (No such file or directory); "))
                #expect(!FileManager.default.fileExists(atPath: folder.path + "/missing"))
            }
        }
    }

    @Test(arguments: ["--html", "--npy", "--world-npy", "--summary"])
    func rejectsStandardOutputForOtherFiles(_ option: String) {
        let result = tegata("detect", picture, "--model", bundle, option, "-")
        #expect(result.status == .wrongUsage)
        #expect(
            result.errors.hasPrefix(
                "tegata: \(option) - is not a file, and only --annotate can write to standard output; "))
        #expect(!FileManager.default.fileExists(atPath: "-"))
    }

    @Test func rejectsStandardOutputForTensors() {
        let result = tegata("run", "a.tflite", "--output", "-")
        #expect(result.status == .wrongUsage)
        #expect(
            result.errors
                == "tegata: --output - is not a directory, and run may write several files; give a directory\n")
    }

    @Test func treatsANameWithoutExtensionAsAFolder() throws {
        try withTemporaryFolder { folder in
            let output = folder.path + "/out"
            let first = tegata("detect", picture, "--model", bundle, "--annotate", output)
            #expect(first.status == .success)
            #expect(
                first.errors
                    == "tegata: --annotate \(output): writing into a new directory, \(output)/\n"
                    + "written: \(output)/ (1 file)\n")
            #expect(FileManager.default.fileExists(atPath: output + "/no_hand.png"))
            // The folder exists now, so it is not reported again.
            #expect(
                tegata("detect", picture, "--model", bundle, "--annotate", output).errors
                    == "written: \(output)/ (1 file)\n")
        }
    }

    @Test func writesNoFilesIfAllInputsFail() throws {
        try withTemporaryFolder { folder in
            for command in ["detect", "track"] {
                let missing = folder.path + "/missing.png"
                let result = tegata(
                    command, missing, "--model", bundle, "--html", folder.path + "/a.html", "--npy",
                    folder.path + "/a.npy",
                    "--csv")
                #expect(result.status == .inputFailed)
                #expect(result.output == "")
                #expect(result.errors.split(separator: "\n").count == 1)
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(names == [])
            }
        }
    }

    @Test func writesAJSONLineForFailedInputs() throws {
        for command in ["detect", "track"] {
            let result = tegata(command, "missing.png", "--model", bundle, "--json")
            #expect(result.status == .inputFailed)
            #expect(result.output == "{\"source\":\"missing.png\",\"error\":\"no such file; check the path\"}\n")
            #expect(result.errors == "tegata: missing.png: no such file; check the path\n")
        }
    }
}
