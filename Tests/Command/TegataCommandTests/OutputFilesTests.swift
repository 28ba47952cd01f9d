import Foundation
import TegataBuffers
import TegataCommand
import TegataImages
import TegataKernelSelection
import TegataTables
import TegataTestSupport
import TegataTool
import TegataVideo
import Testing

/// The files that commands write in addition to standard output.
@Suite(.enabled(if: ModelFiles.have("hand_landmarker.task"))) struct OutputFilesTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "tegata-outputs-\(UUID().uuidString)")
    private let bundle = ModelFiles.path("hand_landmarker.task") ?? ""
    private let rendered = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    private func picture(_ name: String) -> String { rendered.appendingPathComponent(name + ".png").path }
    private func array(_ name: String) throws -> (shape: [Int], elements: [Float]) {
        let array = try NPYArray(Bytes(mappingFileAt: path(name)), file: name)
        var elements = [Float](repeating: 0, count: array.count)
        array.forEachFloat { elements[$0] = $1 }
        return (array.shape, elements)
    }
    private func names(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    }

    @Test func annotatesAnImage() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = tegata("detect", "--model", bundle, picture("victory_left"), "--annotate", path("out.png"))
        #expect(result.status == .success)
        #expect(result.errors == "written: \(path("out.png"))\n")
        let drawn = try RGBImage(readingFileAt: path("out.png"))
        let original = try RGBImage(readingFileAt: picture("victory_left"))
        #expect(drawn.width == original.width && drawn.height == original.height)
        // The wrist is at (0.5186, 0.8159) of 384 pixels.
        #expect(drawn[199, 313] == RGBColor(red: 255, green: 48, blue: 48))
        #expect(original[199, 313] != drawn[199, 313])
    }

    @Test func annotatesSeveralImagesIntoAFolder() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appendingPathComponent("in/deep")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: picture("no_hand"), toPath: inner.appendingPathComponent("a.png").path)
        try Data("P5 1 1 255 a".utf8).write(to: folder.appendingPathComponent("in/b.pgm"))
        let result = tegata(
            "detect", "--model", bundle, path("in"), picture("no_hand"), picture("no_hand"), path("missing.png"),
            "--annotate", path("out"), "-q")
        #expect(result.status == .inputFailed)
        #expect(result.errors.contains("missing.png") && result.errors.split(separator: "\n").count == 1)
        #expect(result.output == "")
        #expect(try names(in: path("out")) == ["b.png", "deep", "deep/a.png", "no_hand-2.png", "no_hand.png"])
    }

    @Test func skipsAnnotatedImagesWhenReadingAFolder() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.copyItem(atPath: picture("no_hand"), toPath: path("a.png"))
        for _ in 0..<2 {
            let result = tegata("detect", "--model", bundle, folder.path, "--annotate", path("drawn"))
            #expect(result.output == "\(path("a.png")): no hand\n")
        }
        #expect(try names(in: path("drawn")) == ["a.png"])
    }

    @Test func doesNotOverwriteTheInputImage() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.copyItem(atPath: picture("no_hand"), toPath: path("a.png"))
        let before = try Data(contentsOf: URL(fileURLWithPath: path("a.png")))
        let result = tegata("detect", "--model", bundle, path("a.png"), "--annotate", path("a.png"))
        #expect(result.status == .wrongUsage)
        #expect(
            result.errors
                == "tegata: --annotate \(path("a.png")): would overwrite an input file; choose another name\n")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path("a.png"))) == before)
    }

    @Test(arguments: [
        (["--json", "--csv"], "--json and --csv both write to standard output; choose one"),
        (["--annotate", "-", "--json"], "--annotate - and --json both write to standard output; choose one"),
        (
            ["--annotate", "out.gif"],
            "--annotate out.gif: is not the name of an image file; use the extension .png, .jpg or .ppm"
        ),
        (
            ["--npy", "a.npy", "--world-npy", "a.npy"],
            "--npy and --world-npy both write a.npy; choose another name for one of them"
        ),
        (["--boxes"], "--boxes applies only to drawn hands; add --annotate OUT or --preview"),
        (
            ["--preview"],
            "--preview needs standard error to be a colour terminal, without NO_COLOR or TERM=dumb; use --annotate FILE instead"
        ),
    ])
    func rejectsConflictingOptions(_ options: [String], _ message: String) {
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = tegata(["detect", "--model", bundle, picture("no_hand")] + options)
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: \(message)\n")
    }

    @Test func givesAnnotatedImagesUniqueNames() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["1/x.png", "2/x.png", "2/x-2.png"] {
            let target = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: picture("no_hand"), toPath: target.path)
        }
        let inputs = [path("1/x.png"), path("2/x.png"), path("2/x-2.png")]
        #expect(tegata(["detect", "--model", bundle, "--annotate", path("out"), "-q"] + inputs).status == .success)
        #expect(try names(in: path("out")) == ["x-2.png", "x-3.png", "x.png"])
        // Rejects an output over an input image before any work begins.
        let before = try Data(contentsOf: URL(fileURLWithPath: inputs[1]))
        let result = tegata(["detect", "--model", bundle, "--annotate", path("2"), "-q"] + inputs.prefix(2))
        #expect(result.status == .inputFailed)
        #expect(
            result.errors
                == "tegata: \(path("2/x.png")): would overwrite an input image; choose another name for the annotated one\n"
        )
        #expect(try names(in: path("2")) == ["x-2.png", "x.png"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: inputs[1])) == before)
    }

    @Test(arguments: ["--html", "--npy", "--world-npy"])
    func doesNotOverwriteInputFiles(_ option: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.copyItem(atPath: picture("no_hand"), toPath: path("a.png"))
        let result = tegata("detect", "--model", bundle, path("a.png"), option, folder.path + "/./a.png")
        #expect(result.status == .wrongUsage)
        #expect(
            result.errors
                == "tegata: \(option) \(folder.path)/./a.png: would overwrite an input file; choose another name\n")
    }

    @Test(arguments: ["f%04d.png", ""])
    func doesNotOverwriteFramesOfImageSequences(_ name: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for frame in ["f0001.png", "f0002.png"] {
            try FileManager.default.copyItem(atPath: picture("no_hand"), toPath: path(frame))
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: path("f0002.png")))
        let result = tegata("track", "--model", bundle, path(name), "--summary", path("f0002.png"))
        #expect(result.status == .wrongUsage)
        #expect(
            result.errors
                == "tegata: --summary \(path("f0002.png")): would overwrite an input file; choose another name\n")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path("f0002.png"))) == before)
        #expect(tegata("track", "--model", bundle, path(name), "--summary", path("s.json"), "-q").status == .success)
    }

    @Test func writesCSV() {
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = tegata(
            "detect", "--model", bundle, picture("no_hand"), picture("victory_left"), "--csv", "-j", "2")
        let lines = result.output.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.count == 11 + 2 * 63 })
        #expect(lines[0][11] == "wrist_x" && lines[0][136] == "world_pinky_tip_z")
        #expect(lines[1][3...7] == ["384", "384", "0", "", "Left"])
    }

    /// In Swift, a quote followed by a combining accent is one character.
    @Test func doublesQuotesBeforeCombiningCharacters() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = path("a\"\u{301},b.png")
        try FileManager.default.copyItem(atPath: picture("victory_left"), toPath: name)
        let output = tegata("detect", "--model", bundle, name, "--csv").output
        #expect(output.contains("a\"\"\u{301},b.png\","))
    }

    @Test func writesPixels() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        func cells(_ options: String...) throws -> [Float] {
            let result = tegata(["detect", "--model", bundle, picture("victory_left"), "--csv"] + options)
            let line = try #require(result.output.split(separator: "\n").last)
            return line.split(separator: ",", omittingEmptySubsequences: false).suffix(126).compactMap { Float($0) }
        }
        let (parts, pixels) = (try cells(), try cells("--pixels"))
        #expect(parts.count == 126)
        #expect(pixels == parts.prefix(63).map { $0 * 384 } + parts.suffix(63))
        let result = tegata("detect", "--model", bundle, picture("no_hand"), "--pixels")
        #expect(result.errors == "tegata: --pixels applies only to the columns of --csv; add --csv\n")
    }

    @Test func writesJoints() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let arguments = ["detect", "--model", bundle, picture("victory_left")]
        let line = Data(tegata(arguments + ["--json", "--joints"]).output.utf8)
        let answer = try #require(JSONSerialization.jsonObject(with: line) as? [String: Any])
        let joints = try #require((answer["hands"] as? [[String: Any]])?.first?["joints"] as? [String: Any])
        let fingers = try #require(joints["fingers"] as? [String: [String: Any]])
        let states = ["thumb", "index", "middle", "ring", "little"].map { fingers[$0]?["state"] as? String }
        #expect(states == ["curled", "extended", "extended", "curled", "curled"])
        #expect((joints["angles"] as? [String: Any])?.count == 15)
        #expect((joints["visibility"] as? [Double])?.count == 21)
        let skeleton = try #require(joints["skeleton"] as? [String: [String: Any]])
        #expect(skeleton.count == 26 && skeleton["little_tip"] != nil)
        #expect(skeleton.filter { $0.value["isMeasured"] as? Bool == false }.count == 5)

        // The CSV columns contain the same numbers.
        let rows = tegata(arguments + ["--csv", "--joints"]).output.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(rows.count == 2 && rows[0].count == rows[1].count)
        let cells = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1]))
        let angles = joints["angles"] as? [String: [String: Double]]
        #expect(cells["index_state"] == "extended")
        let flexion = try #require(cells["pinky_pip_flexion"].flatMap { Float($0) })
        #expect(flexion == Float(angles?["pinky_pip"]?["flexion"] ?? 0))
        let errors = tegata(arguments + ["--joints"]).errors
        #expect(errors == "tegata: --joints needs --json, --csv or --html; add one of them\n")
    }

    @Test func writesCOCOFiles() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = tegata(
            "detect", "--model", bundle, picture("no_hand"), picture("victory_left"), "--coco", path("out.json"))
        #expect(result.status == .success)
        let data = try Data(contentsOf: URL(fileURLWithPath: path("out.json")))
        let file = try #require(JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
        let images = try #require(file["images"])
        #expect(images.map { $0["id"] as? Int } == [1, 2])
        #expect(images.map { $0["file_name"] as? String } == [picture("no_hand"), picture("victory_left")])
        let annotations = try #require(file["annotations"])
        #expect(annotations.count == 1)
        let hand = try #require(annotations.first)
        #expect(hand["image_id"] as? Int == 2 && hand["num_keypoints"] as? Int == 21)
        let points = try #require(hand["keypoints"] as? [Double])
        #expect(points.count == 63)
        #expect(Int(points[0]) == 199 && Int(points[1]) == 313 && points[2] == 2)
        let box = try #require(hand["bbox"] as? [Double])
        #expect(box[0] <= points[0] && points[0] <= box[0] + box[2])
        #expect(abs(box[1] + box[3] - points[1]) < 60)
        let category = try #require(file["categories"]?.first)
        #expect(category["name"] as? String == "hand")
        #expect((category["keypoints"] as? [String])?.first == "wrist")
        #expect((category["skeleton"] as? [[Int]])?.first == [1, 2])
    }

    @Test func writesArrays() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = tegata(
            "detect", "--model", bundle, "--num-hands", "2", picture("no_hand"), path("missing.png"),
            picture("two_hands_mixed"), "--npy",
            path("a.npy"), "--world-npy", path("w.npy"), "--json")
        #expect(result.status == .inputFailed)
        for name in ["a.npy", "w.npy"] {
            let array = try array(name)
            #expect(array.shape == [3, 2, 21, 3])
            #expect(array.elements[..<(4 * 63)].allSatisfy { $0.isNaN })
            #expect(array.elements[(4 * 63)...].allSatisfy { !$0.isNaN })
            // JSON contains the same numbers.
            let key = name == "a.npy" ? "\"landmarks\":[{\"x\":" : "\"worldLandmarks\":[{\"x\":"
            let text = result.output.split(separator: "\n")[2].components(separatedBy: key)[1].prefix { $0 != "," }
            #expect(Float(text) == array.elements[4 * 63])
        }
        #expect(try names(in: folder.path) == ["a.npy", "w.npy"])
    }

    @Test func annotatesAStream() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let picture = try RGBImage(readingFileAt: picture("victory_left"))
        let frame = try picture.encoded(as: .ppm)
        try Data(frame + frame + frame).write(to: folder.appendingPathComponent("in.ppm"))
        let result = tegata(
            "track", "--model", bundle, path("in.ppm"), "--annotate", path("out.y4m"), "--npy", path("a.npy"), "--boxes"
        )
        #expect(result.status == .success)
        let remarks = result.errors.split(separator: "\n")
        #expect(remarks.count == 2)
        #expect(remarks.first?.hasPrefix("1 video, 3 frames: 1 hand (1 Left); ") == true)
        #expect(remarks.last == "written: \(path("out.y4m")), \(path("a.npy"))")
        #expect(result.output.hasPrefix("\(path("in.ppm")) at 0.00 s: 1 hand: #1 Left 9"))
        let reader = try VideoReader(readingFrom: path("out.y4m"))
        var count = 0
        while try reader.advance() {
            count += 1
            let drawn = try #require(reader.frame.rgbImage())
            // The wrist moves slightly from frame to frame.
            #expect((190..<208).contains { drawn[$0, 313].red > 200 && drawn[$0, 313].green < 100 })
        }
        #expect(count == 3)
        let array = try array("a.npy")
        #expect(array.shape == [3, 2, 21, 3])
    }

    @Test func writesAnHTMLReport() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = tegata(
            "detect", "--model", bundle, picture("victory_left"), path("missing.png"), picture("no_hand"), "--html",
            path("page.html"), "-q")
        #expect(result.status == .inputFailed)
        let page = try String(contentsOfFile: path("page.html"), encoding: .utf8)
        #expect(page.contains("<title>victory_left.png, missing.png, no_hand.png</title>"))
        let pictures = page.components(separatedBy: "class=\"picture\"").count - 1
        #expect(pictures == 2)
        #expect(try names(in: folder.path) == ["page.html"])
    }

    @Test func finishesTheOutputOfABrokenVideo() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let frame = try RGBImage(width: 64, height: 48).encoded(as: .ppm)
        try Data(frame + frame.dropLast()).write(to: folder.appendingPathComponent("in.ppm"))
        let result = tegata("track", "--model", bundle, path("in.ppm"), "--annotate", path("out.y4m"))
        #expect(result.status == .inputFailed)
        #expect(try names(in: folder.path) == ["in.ppm", "out.y4m"])
        let reader = try VideoReader(readingFrom: path("out.y4m"))
        #expect(try reader.advance())
        #expect(try !reader.advance())
    }

    private static let exactLevels = kernelLevels().filter { $0.isSupported && $0.isFused }.map(\.name)

    @Test(.enabled(if: ModelFiles.have("gesture_recognizer.task")), arguments: exactLevels)
    func drawsTheImagesOfTheDocumentation(_ level: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let bundle = try #require(ModelFiles.path("gesture_recognizer.task"))
        let annotated = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/annotated")
        let result = tegata(
            "recognize", "--model", bundle, rendered.path, "--num-hands", "2", "--annotate", folder.path, "--isa",
            level, "-q")
        #expect(result.status == .success)
        for name in ["thumb_up_right", "two_hands_mixed", "victory_left"] {
            let expected = try RGBImage(readingFileAt: annotated.appendingPathComponent(name + ".png").path)
            #expect(try RGBImage(readingFileAt: path(name + ".png")) == expected, "\(name)")
        }
    }
}
