import TegataPixels
import TegataVideo
import Testing

struct VideoFrameTests {
    @Test func reportsOutOfMemory() throws {
        var frame = VideoFrame()
        #expect(throws: VideoError.Problem.memoryShort(byteCount: 1 << 60)) {
            try frame.makeRoom(.gray, width: 1 << 30, height: 1 << 30)
        }
        #expect(frame.bytes == [] && frame.width == 0)
        try frame.makeRoom(.rgb, width: 2, height: 1)
        #expect(frame.bytes.count == 6 && frame.width == 2 && frame.height == 1)
    }

    @Test func rejectsTimestampsThatDoubleCannotHold() throws {
        var frame = VideoFrame()
        try frame.setTimestamp((1 << 53) - 1, index: 3)
        #expect(frame.timestampMs == (1 << 53) - 1)
        let reason = "it would be shown more than 9007199254740992 ms after the first"
        for late in [1 << 53, Int.max] {
            #expect(throws: VideoError.Problem.damaged(reason, frame: 4)) { try frame.setTimestamp(late, index: 4) }
        }
    }
}
