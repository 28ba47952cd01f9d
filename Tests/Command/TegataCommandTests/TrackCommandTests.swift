import Foundation
import TegataTestSupport
import Testing

struct TrackCommandTests {
    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func framesCanBeLimited() throws {
        let model = try #require(ModelFiles.path("hand_landmarker.task"))
        let frame = Array("P6 32 16 255\n".utf8) + [UInt8](repeating: 90, count: 3 * 32 * 16)
        try withTemporaryFolder { folder in
            let path = folder.path + "/gray.ppm"
            try Data([[UInt8]](repeating: frame, count: 3).joined()).write(to: URL(fileURLWithPath: path))
            func lineCount(_ options: String...) -> Int {
                tegata(["track", path, "--json", "--model", model] + options).output.split(separator: "\n").count
            }
            #expect(lineCount() == 3)
            #expect(lineCount("--frames", "2") == 2)
            #expect(lineCount("--frames", "4") == 3)
        }
    }

    @Test(arguments: ["640", "640x", "x480", "0x480", "640x-1", "640x480x3", "65536x1", "640 x 480", "aXb"])
    func camerasHaveSizes(size: String) {
        let result = tegata("track", "/dev/video0", "--camera-size", size)
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: --camera-size expects a size such as 1280x720, not \"\(size)\"\n")
    }
}
