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
}
