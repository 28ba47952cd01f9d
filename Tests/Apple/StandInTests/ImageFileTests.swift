import TegataTestSupport
import Testing
import UIKit

@Suite("Images from files")
struct ImageFileTests {
    private func path(_ name: String) -> String {
        ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/\(name)").path
    }

    @Test func loadsThePixelsOfAFile() throws {
        let image = try #require(UIImage(contentsOfFile: path("rendered/victory_left.png")))
        let expected = try RGBPicture(pngAt: URL(fileURLWithPath: path("rendered/victory_left.png")))
        #expect(image.size == CGSize(width: 384, height: 384))
        #expect(image.cgImage?.pixels == expected.bytes)
        #expect(image.imageOrientation == .up)
        let data = try Data(contentsOf: URL(fileURLWithPath: path("rendered/victory_left.png")))
        #expect(UIImage(data: data)?.cgImage?.pixels == expected.bytes)
        #expect(UIImage(data: data, scale: 2)?.size == CGSize(width: 192, height: 192))
    }

    @Test func turnsImagesUpright() throws {
        let upright = try #require(UIImage(contentsOfFile: path("images/jpeg-exif-1.jpg")))
        let turned = try #require(UIImage(contentsOfFile: path("images/jpeg-exif-6.jpg")))
        #expect(turned.imageOrientation == .up)
        #expect(turned.size == CGSize(width: upright.size.height, height: upright.size.width))
    }

    @Test func returnsNilWithoutAnImage() {
        #expect(UIImage(contentsOfFile: "/no/such/file.png") == nil)
        #expect(UIImage(data: Data()) == nil)
        #expect(UIImage(data: Data("no picture".utf8)) == nil)
        #expect(UIImage(named: "no such picture") == nil)
    }

    @Test func findsImagesInBundlesByName() throws {
        let folder = try #require(Bundle(path: path("rendered")))
        let names = ["thumb_up_right.png", "thumb_up_right"]
        #expect(names.map { UIImage(named: $0, in: folder, compatibleWith: nil)?.size.width } == [384, 384])
        #expect(UIImage(named: "thumb_down", in: folder, compatibleWith: nil) == nil)
    }
}
