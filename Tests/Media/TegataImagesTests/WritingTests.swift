import Foundation
import TegataImages
import TegataTestSupport
import Testing

struct WritingTests {
    private func picture(width: Int = 37, height: Int = 21) -> RGBImage {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { pixels += [UInt8(5 * x & 255), UInt8(9 * y & 255), UInt8(3 * (x + y) & 255)] }
        }
        return RGBImage(width: width, height: height, pixels: pixels) ?? RGBImage(width: 1, height: 1)
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test(arguments: ["a.png", "b.PPM", "c.ppm"]) func readsLosslessFormatsBackUnchanged(name: String) throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent(name).path
            try picture().write(toFileAt: path)
            #expect(try RGBImage(readingFileAt: path) == picture())
            #expect(try names(in: folder) == [name])
        }
    }

    @Test(arguments: ["a.jpg", "b.JPEG"]) func readsJPEGBackNearlyUnchanged(name: String) throws {
        let hand = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/thumb_up_right.png").path
        let picture = try RGBImage(readingFileAt: hand)
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent(name).path
            try picture.write(toFileAt: path)
            let read = try RGBImage(readingFileAt: path)
            #expect(read.width == picture.width && read.height == picture.height)
            let error = zip(read.pixels, picture.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(Double(error) / Double(picture.pixels.count) < 1.5)
        }
    }

    @Test func overwritesExistingFilesAndFollowsLinks() throws {
        try withTemporaryFolder { folder in
            let target = folder.appendingPathComponent("target.ppm").path
            let link = folder.appendingPathComponent("link.ppm").path
            try "old".write(toFile: target, atomically: false, encoding: .utf8)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            try picture().write(toFileAt: link)
            #expect(try RGBImage(readingFileAt: target) == picture())
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
            #expect(try names(in: folder) == ["link.ppm", "target.ppm"])
        }
    }

    @Test func reportsTargetsThatCannotBeWritten() throws {
        func complaint(at path: String) -> String? {
            do throws(ImageFileError) {
                try picture().write(toFileAt: path)
                return nil
            } catch {
                return error.description
            }
        }
        let advice = "check the directory, its permissions and the free disk space"
        #expect(
            complaint(at: "x.gif")
                == "x.gif: the name does not end in .png, .jpg, .jpeg or .ppm; choose one of these endings")
        #expect(
            complaint(at: "/no/folder/x.png")
                == "/no/folder/x.png: cannot be written (No such file or directory); \(advice)")
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("folder.png").path
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            #expect(complaint(at: path) == "\(path): cannot be written (Is a directory); \(advice)")
        }
        #expect(
            throws: ImageFileError(
                file: "picture", problem: .notEncoded("Maximum supported image dimension is 65500 pixels"))
        ) {
            try RGBImage(width: 65_501, height: 1).encoded(as: .jpeg)
        }
    }

    @Test func requiresAsManySamplesAsPixels() {
        #expect(RGBImage(width: 2, height: 1, pixels: [1, 2, 3, 4, 5]) == nil)
        #expect(RGBImage(width: 0, height: 1, pixels: []) == nil)
        #expect(RGBImage(width: -1, height: -1, pixels: [1, 2, 3]) == nil)
        #expect(RGBImage(width: .max, height: .max, pixels: []) == nil)
        let image = RGBImage(width: 2, height: 1, pixels: [1, 2, 3, 4, 5, 6])
        #expect(image?[1, 0] == RGBColor(red: 4, green: 5, blue: 6))
    }
}

struct FullDiskPictureTests {
    @Test(
        .enabled(if: SmallDisk.isPossible, "only root may make a small disk"), arguments: ["a.png", "a.jpg", "a.ppm"])
    func leavesNoPartialFileOnAFullDisk(name: String) throws {
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
