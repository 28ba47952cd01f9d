import Foundation
import TegataTestSupport
import Testing

struct LegacyOptionTests {
    @Test(arguments: ["detect", "recognize", "track"])
    func rejectsThePresenceOptionWithLegacy(_ command: String) {
        let result = tegata(command, "a.task", "--legacy", "--min-presence-confidence", "0.4")
        #expect(result.status == .wrongUsage)
        #expect(
            result.errors
                == "tegata: --min-presence-confidence cannot be combined with --legacy; use --min-tracking-confidence, which then has that meaning\n"
        )
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func writesCategoriesOfTheLegacyGraph() throws {
        let model = try #require(ModelFiles.path("hand_landmarker.task"))
        let picture = PictureGolden.pictures.path + "/victory_left.png"
        func handedness(_ options: String...) throws -> Substring? {
            let words = ["detect", picture, "--json", "--quiet", "--model", model] + options
            return tegata(words).output.split(separator: "\"handedness\":").last?.split(separator: "}").first
        }
        let names = #","categoryName":"Right","displayName":"""#
        #expect(try #require(try handedness("--legacy")).hasPrefix(#"{"index":1,"#))
        #expect(try #require(try handedness("--legacy")).hasSuffix(names))
        #expect(try #require(try handedness()).hasPrefix(#"{"index":1,"#))
        #expect(try #require(try handedness()).hasSuffix(#","categoryName":"Left","displayName":"Left""#))
        // Both graphs call the hand in a mirrored image a right hand.
        #expect(try #require(try handedness("--legacy", "--mirrored")).hasSuffix(names))
        #expect(
            try #require(try handedness("--mirrored")).hasSuffix(#","categoryName":"Right","displayName":"Right""#))
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func reservesRoomForAllHandsInArrays() throws {
        let model = try #require(ModelFiles.path("hand_landmarker.task"))
        try withTemporaryFolder { folder in
            let (video, array) = (folder.path + "/gray.ppm", folder.path + "/a.npy")
            let frame = Array("P6 32 16 255\n".utf8) + [UInt8](repeating: 90, count: 3 * 32 * 16)
            try Data(frame).write(to: URL(fileURLWithPath: video))
            for (options, shape) in [([], "(1, 2, 21, 3)"), (["--legacy"], "(1, 3, 21, 3)")] {
                let result = tegata(["track", video, "--model", model, "--npy", array] + options)
                #expect(result.status == .success)
                let header = try Data(contentsOf: URL(fileURLWithPath: array)).prefix(128)
                #expect(String(decoding: header, as: UTF8.self).contains(shape))
            }
        }
    }
}
