import CTegataLibrary
import TegataBuffers
import TegataFormats
import TegataHands

/// A pipeline for the pixels of callers, with Tegata's options.
final class Tracker: Sendable {
    private let pipeline: SharedPipeline
    /// Whether results say where hands are in space.
    let isMetric: Bool

    init(_ options: tegata_options) throws(CallError) {
        try checkCount(options.model_size, "model_size")
        let source: ModelSource
        if let model = options.model, options.model_size > 0 {
            source = .bytes(UnsafeRawBufferPointer(start: model, count: options.model_size))
        } else if let path = options.model_path, path.pointee != 0 {
            source = .file(path: try string(path, "model_path"))
        } else {
            throw CallError(
                .invalidArgument, "There is no model; set model_path to that of a bundle such as hand_landmarker.task.")
        }
        guard options.threads >= 0 else {
            throw CallError(
                .invalidArgument, "threads is \(options.threads); ask for at least 1, or 0 for the usual number.")
        }
        let pipelineOptions = try HandPipelineOptions(options)
        isMetric = pipelineOptions.metric != nil
        let networks = try source.networksOfAnyBundle(includingGestures: options.gestures != 0)
        pipeline = try SharedPipeline(
            networks, options: pipelineOptions, threads: options.threads == 0 ? nil : Int(options.threads))
    }

    func detect(_ view: ImageView, _ frame: FrameOptions) throws(CallError) -> HandPipelineResult {
        try use { pipeline throws(TegataError) in try pipeline.detect(view, frame: frame) }
    }

    func track(
        _ view: ImageView, _ frame: FrameOptions, milliseconds: Int64
    ) throws(CallError) -> HandPipelineResult {
        try use { pipeline throws(TegataError) in
            try pipeline.track(view, milliseconds: Int(milliseconds), frame: frame)
        }
    }

    func palms(_ view: ImageView, _ frame: FrameOptions) throws(CallError) -> [PalmDetection] {
        try use { pipeline throws(TegataError) in try pipeline.detectPalms(view, frame: frame) }
    }

    func reset() throws(CallError) {
        try use { pipeline throws(TegataError) in pipeline.resetTracking() }
    }

    private func use<Result>(_ body: (GesturePipeline) throws(TegataError) -> Result) throws(CallError) -> Result {
        try pipeline.use { pipeline throws(CallError) in
            try withCallErrors { () throws(TegataError) in try body(pipeline) }
        }
    }
}
