import TegataVideo
import Testing

struct FrameRateTests {
    @Test(arguments: [
        (30_000, 1001, 15, 500), (1, Int(Int32.max), 2, 4_294_967_294_000),
        // As many milliseconds as need the last bit of a word, and more than that.
        (2, 1, 9_300_000_000_000_000, 4_650_000_000_000_000_000), (1, 1, 9_300_000_000_000_000, Int.max),
        (1, 1, Int.max, Int.max), (1, Int(Int32.max), Int.max, Int.max),
    ]) func timesAreExactOrTheLargestNumber(frames: Int, seconds: Int, index: Int, expected: Int) throws {
        let rate = try #require(FrameRate(frames: frames, seconds: seconds))
        #expect(rate.timestampMs(frame: index) == expected)
    }

    @Test(arguments: [
        (25, 1), (30_000, 1001), (240, 1), (500, 1), (501, 1), (700, 1), (960, 1), (999, 1), (1000, 1), (5000, 7),
        (660_000, 1001),
    ])
    func framesAreFoundByTheirTimes(frames: Int, seconds: Int) throws {
        let rate = try #require(FrameRate(frames: frames, seconds: seconds))
        for index in 0..<5000 { #expect(rate.nearestFrame(timestampMs: rate.timestampMs(frame: index)) == index) }
    }
}
