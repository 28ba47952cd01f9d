import CTegataShims
import TegataBuffers
import TegataPixels

/// A frame on its way through the stages.
struct FrameRun {
    private let start = tegata_monotonic_nanoseconds()
    let frame: PipelineFrame
    var timings = StageTimings()

    init(_ image: ImageView, _ options: FrameOptions) throws(TegataError) {
        frame = try PipelineFrame(image, options)
    }

    /// The times of all stages, when the last has ended.
    var finalTimings: StageTimings {
        var timings = timings
        timings.total = tegata_monotonic_nanoseconds() - start
        return timings
    }
}
