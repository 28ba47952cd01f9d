import Foundation
import TegataImages
import TegataTestSupport
import TegataVideo
import Testing

/// Videos that do not fit on the disk: they cause an error and leave no file behind.
struct FullDiskTests {
    private let rate = FrameRate(frames: 10, seconds: 1)!

    /// Returns noise, which no encoder can compress much.
    private func picture(_ index: Int) -> RGBImage {
        var noise = SplitMix64(seed: UInt64(index))
        let pixels = (0..<3 * 160 * 120).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
        return RGBImage(width: 160, height: 120, pixels: pixels) ?? RGBImage(width: 160, height: 120)
    }

    private func write(_ path: String, frameCount: Int) throws(VideoError) {
        let writer = try VideoWriter(writingTo: path, width: 160, height: 120, frameRate: rate)
        for index in 0..<frameCount { try writer.append(picture(index), timestampMs: 100 * index) }
        try writer.finish()
    }

    private func files(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }

    /// The disk is too small for the frames, or only for the end of the file.
    @Test(
        .enabled(if: SmallDisk.isPossible, "only root may make a small disk"),
        .enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"),
        arguments: ["a.mp4", "a.m4v", "a.mov", "a.mkv", "a.webm", "a.avi", "a.gif", "a.y4m"])
    func leavesNoPartialVideoOnAFullDisk(name: String) throws {
        let whole = try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent(name).path
            try write(path, frameCount: 3)
            let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
            // A RAM disk allocates whole pages.
            return (size + 4095) / 4096 * 4
        }
        for kibibytes in [4, whole / 2 / 4 * 4, whole - 4] where kibibytes > 0 {
            try SmallDisk.withFolder(kibibytes: kibibytes) { disk in
                let path = disk.appendingPathComponent(name).path
                #expect(throws: VideoError(file: path, problem: .unwritable(.notWritable(code: ENOSPC)))) {
                    try write(path, frameCount: 3)
                }
                let left = try files(in: disk)
                #expect(left == [])
            }
        }
        try SmallDisk.withFolder(kibibytes: whole) { disk in
            try write(disk.appendingPathComponent(name).path, frameCount: 3)
            #expect(try files(in: disk) == [name])
        }
    }

    /// Uses an encoder that reports success although it writes an incomplete file.
    @Test(arguments: ["a.mp4", "a.m4v", "a.mov", "a.mkv", "a.webm", "a.avi", "a.gif"])
    func leavesNoIncompleteVideoOfAnEncoder(name: String) throws {
        try withTemporaryFolder { folder in
            let encoder = folder.appendingPathComponent("encoder")
            // The last argument is the file to write.
            let script = "#!/bin/sh\nfor last; do :; done\ncat > /dev/null\nprintf 'ftyp' > \"${last#file:}\"\n"
            // A separate process writes the script: a process that another test starts in the meantime would inherit
            // this file while it is open for writing, and a file open for writing cannot be executed.
            let making = "printf '%s' \"$0\" > \"$1\" && chmod 755 \"$1\""
            try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", making, script, encoder.path])
                .waitUntilExit()
            let path = folder.appendingPathComponent(name).path
            do throws(VideoError) {
                let writer = try VideoWriter(
                    writingTo: path, width: 160, height: 120, frameRate: rate, soundFrom: nil, encoder: encoder.path)
                try writer.append(picture(0), timestampMs: 0)
                try writer.finish()
                Issue.record("written")
            } catch {
                #expect(
                    error.description
                        == "\(path): ffmpeg did not write the whole video (it ended without an error message); try again with more disk space"
                )
            }
            #expect(try files(in: folder) == ["encoder"])
        }
    }
}
