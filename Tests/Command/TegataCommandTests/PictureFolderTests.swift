import Foundation
import TegataCommand
import TegataImages
import TegataTestSupport
import TegataTool
import Testing

/// Folders of images, and full disks.
@Suite(.enabled(if: ModelFiles.have("hand_landmarker.task"))) struct PictureFolderTests {
    private let bundle = ModelFiles.path("hand_landmarker.task") ?? ""
    private let rendered = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered")

    private func detect(_ words: String...) -> ToolResult { tegata(["detect", "--model", bundle] + words) }

    @Test func reportsSkippedFilesOfFolders() throws {
        try withTemporaryFolder { folder in
            let picture = try Data(contentsOf: rendered.appendingPathComponent("victory_left.png"))
            let inner = folder.appendingPathComponent("inner")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
            let files: [(String, Data)] = [
                // Files are identified by their contents, not by their extension.
                ("a", picture), ("inner/b.jpg", picture), ("c.psd", Data("8BPS".utf8)), ("d.PSD", Data()),
                ("inner/e.mp4", Data("\0\0\0\u{18}ftypisom".utf8)), ("f.txt", Data("P1 is here\n".utf8)),
                (".g.psd", Data()),
            ]
            for (name, data) in files { try data.write(to: folder.appendingPathComponent(name)) }
            let result = detect(folder.path, "--csv")
            #expect(result.status == .success)
            // The summary of the run follows this line.
            #expect(
                result.errors.hasPrefix(
                    "tegata: \(folder.path): skipped 3 files of unsupported kinds: 2 PSD, 1 video\n2 images: "))
            let sources = result.output.split(separator: "\n").dropFirst().compactMap { $0.split(separator: ",").first }
            #expect(sources == ["\(folder.path)/a", "\(folder.path)/inner/b.jpg"])
            #expect(detect(folder.path, "--csv", "--quiet").errors == "")
            try FileManager.default.removeItem(at: folder.appendingPathComponent("c.psd"))
            try FileManager.default.removeItem(at: inner.appendingPathComponent("e.mp4"))
            #expect(
                detect(folder.path, "--csv").errors.hasPrefix(
                    "tegata: \(folder.path): skipped 1 file of unsupported kinds: 1 PSD\n2 images: "))
        }
    }

    /// Nobody writes to the pipe, so opening it would block.
    @Test func skipsPipesAndDevicesInFolders() throws {
        try withTemporaryFolder { folder in
            let picture = rendered.appendingPathComponent("victory_left.png")
            try FileManager.default.copyItem(at: picture, to: folder.appendingPathComponent("b.png"))
            #expect(mkfifo(folder.appendingPathComponent("a.png").path, 0o600) == 0)
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent("c.png").path,
                withDestinationPath: folder.appendingPathComponent("a.png").path)
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent("d.png").path, withDestinationPath: "/dev/zero")
            let result = detect(folder.path, "--csv")
            #expect(result.status == .success && result.errors == "")
            #expect(result.output.split(separator: "\n").count == 2)
        }
    }

    @Test func reportsURLsInOneLine() {
        let result = detect("https://host/a.jpg")
        #expect(result.status == .inputFailed)
        #expect(
            result.errors
                == "tegata: https://host/a.jpg: is a URL, but Tegata does not download files; download it first: curl -O ADDRESS\n"
        )
    }

    @Test(
        .enabled(if: SmallDisk.isPossible, "only root may make a small disk"),
        arguments: [("--html", "a.html"), ("--npy", "a.npy"), ("--annotate", "a.png")])
    func leavesNoPartialOutputOnAFullDisk(option: String, name: String) throws {
        try SmallDisk.withFolder(kibibytes: 4) { disk in
            let path = disk.appendingPathComponent(name).path
            let summary = NSTemporaryDirectory() + "summary of \(name).json"
            defer { try? FileManager.default.removeItem(atPath: summary) }
            // Uses enough images to fill more than one memory page of an array.
            let pictures = Array(repeating: rendered.appendingPathComponent("victory_left.png").path, count: 20)
            let result = tegata(
                ["detect", "--model", bundle, option, path, "--summary", summary]
                    + (name == "a.png" ? Array(pictures.prefix(1)) : pictures))
            #expect(result.status == .inputFailed)
            #expect(
                result.errors
                    == "tegata: \(path): cannot be written (No space left on device); check the directory, its permissions and the free disk space\n"
            )
            let left = try FileManager.default.contentsOfDirectory(atPath: disk.path)
            #expect(left == [])
            // HTML reports fail at the start. For other outputs, the summary of the results is still written.
            guard option != "--html" else { return }
            let summaryText = try String(contentsOfFile: summary, encoding: .utf8)
            #expect(summaryText.hasPrefix(#"{"inputs":"#) && summaryText.hasSuffix(#","files":[]}"# + "\n"))
        }
    }
}
