import TegataBuffers
import TegataHands

/// A picture that can be looked at, and how.
struct Frame: Sendable {
    let picture: Picture
    private let options: FrameOptions

    init(_ picture: Picture, _ options: FrameOptions) throws(CallError) {
        _ = try picture.view()
        self.picture = picture
        self.options = options
    }

    /// The hands of a single picture.
    func detect(with pipeline: GesturePipeline) throws(CallError) -> HandPipelineResult {
        defer { extendLifetime(picture) }
        let view = try picture.view()
        return try withCallErrors { () throws(TegataError) in try pipeline.detect(view, frame: options) }
    }

    /// The hands of the next frame of a video.
    func track(with pipeline: GesturePipeline, milliseconds: Int64) throws(CallError) -> HandPipelineResult {
        defer { extendLifetime(picture) }
        let view = try picture.view()
        return try withCallErrors { () throws(TegataError) in
            try pipeline.track(view, milliseconds: Int(milliseconds), frame: options)
        }
    }
}
