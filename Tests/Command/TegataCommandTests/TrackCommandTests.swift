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

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func partsCanBeRead() throws {
        let model = try #require(ModelFiles.path("hand_landmarker.task"))
        try withTemporaryFolder { folder in
            for index in 1...9 {
                let frame = Array("P6 32 16 255\n".utf8) + [UInt8](repeating: UInt8(index), count: 3 * 32 * 16)
                try Data(frame).write(to: folder.appendingPathComponent("frame\(index).ppm"))
            }
            func times(_ options: String...) -> [Int] {
                [folder.path, folder.path + "/frame%d.ppm"].flatMap { path in
                    tegata(["track", path, "--json", "-q", "--model", model, "--fps", "10"] + options).output
                        .split(separator: "\n").compactMap { line in
                            line.split(separator: "\"timestampMs\":").last.flatMap { Int($0.prefix { $0.isNumber }) }
                        }
                }
            }
            #expect(times() == [0, 100, 200, 300, 400, 500, 600, 700, 800, 0, 100, 200, 300, 400, 500, 600, 700, 800])
            #expect(times("--start", "00:00:00.5", "--duration", "0:00.3") == [0, 100, 200, 0, 100, 200])
            #expect(times("--start", "0.1", "--every", "4") == [0, 400, 0, 400])
            #expect(times("--frames", "2", "--every", "3") == [0, 300, 0, 300])
        }
    }

    @Test(arguments: [
        ("--start", "1:60", "a time such as 90, 1:30 or 00:01:30.5"),
        ("--duration", "-1", "a time such as 90, 1:30 or 00:01:30.5"),
        ("--start", "1:2:3:4", "a time such as 90, 1:30 or 00:01:30.5"),
        ("--fps", "0", "a rate such as 25, 29.97 or 30000/1001"),
        ("--fps", "1/0", "a rate such as 25, 29.97 or 30000/1001"),
        ("--every", "0", "a whole number from 1 to 1000000"),
    ])
    func partsAreWrittenAsForFFmpeg(_ option: String, _ value: String, _ expectation: String) {
        let result = tegata("track", "a.mp4", "\(option)=\(value)")
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: \(option) expects \(expectation), not \"\(value)\"\n")
    }

    @Test(arguments: ["640", "640x", "x480", "0x480", "640x-1", "640x480x3", "65536x1", "640 x 480", "aXb"])
    func camerasHaveSizes(size: String) {
        let result = tegata("track", "/dev/video0", "--camera-size", size)
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: --camera-size expects a size such as 1280x720, not \"\(size)\"\n")
    }
}
