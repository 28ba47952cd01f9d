import Foundation
import TegataImages
import TegataTestSupport
import TegataVideo
import Testing

/// Hands in written images: with other drawing options, hidden, or cropped.
@Suite(.enabled(if: ModelFiles.have("gesture_recognizer.task"))) struct ShownHandsTests {
    private let bundle = ModelFiles.path("gesture_recognizer.task") ?? ""
    private let victory = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/victory_left.png")
        .path

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// Returns the image annotated with these options.
    private func annotated(_ options: String...) throws -> RGBImage { try annotated(options) }

    private func annotated(_ options: [String]) throws -> RGBImage {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("out.png").path
            let result = tegata(["detect", "--model", bundle, victory, "--annotate", path] + options)
            #expect(result.status == .success, "\(result.errors)")
            return try RGBImage(readingFileAt: path)
        }
    }

    private func blackCount(_ picture: RGBImage) -> Int {
        (0..<picture.height).reduce(0) { sum, y in sum + (0..<picture.width).count { picture[$0, y] == .black } }
    }

    @Test func drawsLinesAndDotsInChosenSizes() throws {
        let original = try RGBImage(readingFileAt: victory)
        let usual = try annotated("--no-labels")
        #expect(try annotated() != usual)
        #expect(try annotated("--no-labels", "--dots", "40") != usual)
        #expect(try annotated("--no-labels", "--line", "20") != usual)
        #expect(try annotated("--no-labels", "--line", "0", "--dots", "0").pixels == original.pixels)
    }

    @Test func drawsAxesOfPalms() throws {
        let alone =
            ["--background", "black", "--line", "0", "--dots", "0", "--no-labels", "--camera", "500,500,192,192"]
        func count(_ picture: RGBImage, _ colour: RGBColor) -> Int {
            (0..<picture.height).reduce(0) { sum, y in sum + (0..<picture.width).count { picture[$0, y] == colour } }
        }
        let axes = try annotated(alone + ["--axes"])
        #expect(count(axes, RGBColor(red: 255, green: 60, blue: 60)) > 20)
        #expect(count(axes, RGBColor(red: 60, green: 220, blue: 60)) > 20)
        #expect(count(axes, RGBColor(red: 70, green: 130, blue: 255)) > 5)
        let plain = try annotated(alone)
        #expect(count(plain, .black) == plain.width * plain.height)
    }

    @Test func drawsHandsOnAPlainBackground() throws {
        let drawn = try annotated("--background", "black", "--no-labels")
        #expect(blackCount(drawn) > drawn.width * drawn.height / 2)
        // Checks the wrist.
        #expect(drawn[199, 313] == RGBColor(red: 255, green: 48, blue: 48))
        try withTemporaryFolder { folder in
            let result = tegata(
                "detect", "--model", bundle, victory, "--annotate", folder.path + "/out.png", "--background",
                "transparent")
            #expect(result.status == .success)
            let file = try Data(contentsOf: folder.appendingPathComponent("out.png"))
            // The PNG colour type: RGB with alpha.
            #expect(file[25] == 6)
        }
    }

    @Test func hidesHands() throws {
        let original = try RGBImage(readingFileAt: victory)
        let hidden = try annotated("--hide", "box")
        #expect(hidden[199, 313] == .black)
        #expect(hidden[2, 2] == original[2, 2])
        #expect(blackCount(hidden) > blackCount(original) + 10_000)
        #expect(try annotated("--hide", "blur") != original)
        #expect(try annotated("--hide", "pixelate") != annotated("--hide", "blur"))
    }

    @Test func keepsHandsHiddenWhileDetectionMissesThem() throws {
        try withTemporaryFolder { folder in
            let hand = try RGBImage(readingFileAt: victory).encoded(as: .ppm)
            let none = try RGBImage(width: 384, height: 384, pixels: [UInt8](repeating: 128, count: 3 * 384 * 384))?
                .encoded(as: .ppm)
            // Frames last 40 ms, so the hand is visible until 80 ms.
            let frames = [[UInt8]](repeating: hand, count: 3) + [[UInt8]](repeating: try #require(none), count: 15)
            let (path, drawn) = (folder.path + "/in.ppm", folder.path + "/out.y4m")
            try Data(frames.joined()).write(to: URL(fileURLWithPath: path))
            let words = ["track", "--model", bundle, path, "--hide", "box", "--annotate", drawn, "--csv", "-q"]
            let result = tegata(words)
            #expect(result.status == .success)
            #expect(result.output.split(separator: "\n").count == 1 + 3)
            let reader = try VideoReader(readingFrom: drawn)
            var hidden: [Int] = []
            while try reader.advance() {
                let picture = try #require(reader.frame.rgbImage())
                #expect(picture[2, 2].red > 60)
                if picture[199, 313].red < 40 { hidden.append(reader.frame.index) }
            }
            #expect(hidden == Array(0...14))
        }
    }

    @Test func acceptsHideWithAReportAlone() throws {
        try withTemporaryFolder { folder in
            let result = tegata(
                "detect", "--model", bundle, victory, "--hide", "box", "--html", folder.path + "/page.html")
            #expect(result.status == .success, "\(result.errors)")
        }
    }

    @Test func writesAnImagePerHand() throws {
        try withTemporaryFolder { folder in
            let crops = folder.appendingPathComponent("deep/crops")
            let result = tegata("recognize", "--model", bundle, victory, victory, "--crop", crops.path)
            #expect(result.status == .success)
            #expect(result.errors.contains("written: \(crops.path)/ (2 files)\n"))
            #expect(
                try names(in: crops) == ["victory_left-1-Left-Victory.png", "victory_left-2-1-Left-Victory.png"])
            let crop = try RGBImage(
                readingFileAt: crops.appendingPathComponent("victory_left-1-Left-Victory.png").path)
            #expect(crop.width == crop.height && crop.width > 100)
        }
    }

    @Test func namesCropsOfVideosByFrameAndID() throws {
        try withTemporaryFolder { folder in
            let frame = try RGBImage(readingFileAt: victory).encoded(as: .ppm)
            let video = folder.appendingPathComponent("in.ppm")
            try Data(frame + frame).write(to: video)
            let crops = folder.appendingPathComponent("crops")
            let result = tegata("track", "--model", bundle, video.path, "--crop", crops.path)
            #expect(result.status == .success)
            #expect(try names(in: crops) == ["in-000000-id1-Left.png", "in-000001-id1-Left.png"])
        }
    }

    @Test func doesNotOverwriteInputsWithCrops() throws {
        try withTemporaryFolder { folder in
            let inputs = ["victory.png", "victory-1-Left.png"].map { folder.path + "/" + $0 }
            for path in inputs { try FileManager.default.copyItem(atPath: victory, toPath: path) }
            let before = try Data(contentsOf: URL(fileURLWithPath: inputs[1]))
            let result = tegata(["detect", "--model", bundle, "--crop", folder.path, "-q"] + inputs)
            #expect(result.status == .inputFailed)
            #expect(
                result.errors
                    == "tegata: \(inputs[1]): would overwrite an input file; choose another directory for --crop\n")
            #expect(try Data(contentsOf: URL(fileURLWithPath: inputs[1])) == before)
        }
    }

    @Test(arguments: [
        (["--line", "3"], "--line applies only to drawn hands; add --annotate OUT or --preview"),
        (["--no-labels"], "--no-labels applies only to drawn hands; add --annotate OUT or --preview"),
        (["--axes", "-o", "a.png"], "--axes applies only to hands in metres; add --camera"),
        (["--axes", "--camera", "70"], "--axes applies only to drawn hands; add --annotate OUT or --preview"),
        (
            ["--axes", "--camera", "70", "--hide", "box", "-o", "a.png"],
            "--hide and --axes cannot be combined, because --hide draws nothing; drop one of them"
        ),
        (["--line", "201", "-o", "a.png"], "--line expects a whole number from 0 to 200, not \"201\""),
        (["--hide", "blur"], "--hide applies only to written images; add --annotate OUT"),
        (["--background", "black"], "--background applies only to written images; add --annotate OUT"),
        (
            ["--hide", "box", "--dots", "3", "-o", "a.png"],
            "--hide and --dots cannot be combined, because --hide draws nothing; drop one of them"
        ),
        (
            ["--hide", "box", "--crop", "crops", "-o", "a.png"],
            "--hide and --crop cannot be combined, because crops show the hands; drop one of them"
        ),
        (
            ["--background", "transparent", "-o", "a.jpg"],
            "--annotate a.jpg: only PNG images can be transparent; use the extension .png"
        ),
        (
            ["--crop", "-"],
            "--crop - is not a directory, and only --annotate can write to standard output; give a directory such as DIR"
        ),
    ])
    func rejectsConflictingOptions(_ options: [String], _ message: String) {
        let result = tegata(["detect", "--model", bundle, victory] + options)
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: \(message)\n")
    }

    @Test func rejectsTransparentVideos() {
        let result = tegata(
            "track", "--model", bundle, "a.mp4", "-o", "b.mp4", "--background", "transparent")
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: --background transparent is for images; use --background black for videos\n")
    }

    @Test func checksTheCropDirectoryFirst() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("file")
            try Data([1]).write(to: file)
            let result = tegata("detect", "--model", bundle, victory, "--crop", file.path)
            #expect(result.status == .inputFailed)
            #expect(result.output == "")
        }
    }
}
