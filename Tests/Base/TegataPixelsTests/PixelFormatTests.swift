import TegataPixels
import Testing

struct PixelFormatTests {
    @Test func wholePicturesHaveChromaForTheLastPixels() {
        let counts: [PixelFormat: Int] = [
            .rgb: 45, .rgba: 60, .bgra: 60, .gray: 15, .nv12: 15 + 12, .nv21: 15 + 12, .i420: 15 + 12, .yuyv: 36,
        ]
        for format in PixelFormat.allCases {
            #expect(format.byteCount(width: 5, height: 3) == counts[format], "\(format)")
        }
    }
}
