import Foundation
import TegataImages
import TegataTestSupport
import Testing

struct FullDiskPictureTests {
    @Test(
        .enabled(if: SmallDisk.isPossible, "only root may make a small disk"), arguments: ["a.png", "a.jpg", "a.ppm"])
    func picturesAreWholeOrNotThere(name: String) throws {
        var noise = SplitMix64(seed: 1)
        let pixels = (0..<3 * 200 * 100).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
        let picture = try #require(RGBImage(width: 200, height: 100, pixels: pixels))
        try SmallDisk.withFolder(kibibytes: 16) { disk in
            let path = disk.appendingPathComponent(name).path
            #expect(throws: ImageFileError(file: path, problem: .unwritable(.notWritable(code: ENOSPC)))) {
                try picture.write(toFileAt: path)
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: disk.path)
            #expect(left == [])
        }
    }
}
