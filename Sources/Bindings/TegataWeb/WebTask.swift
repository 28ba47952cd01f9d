import TegataBuffers
import TegataHands
import TegataInference
import TegataPixels
import TegataRecords

/// The task of a module: networks, and a pipeline with options.
final class WebTask {
    /// The options of the next start.
    var options = WebOptions()
    /// The options of the running pipeline.
    private var used = WebOptions()
    private var networks: HandNetworks?
    private var pipeline: GesturePipeline?
    /// The number of frames of the video so far.
    private var frameCount = 0
    /// The events of the video; nil if they were not requested.
    private var events: HandEvents?

    /// Loads the networks of a bundle, which is not needed afterwards.
    func open(_ bundle: UnsafeRawBufferPointer) throws(TegataError) {
        networks = try HandNetworks(
            bundle: Bytes(adopting: bundle) { _ in }, file: "model", includingGestures: options.recognizesGestures)
    }

    /// Starts the task, or starts it again with other options. After an error, it goes on as before.
    func start() throws(TegataError) {
        guard let networks else { throw .notOpen }
        pipeline = try GesturePipeline(networks, options: options.pipelineOptions(), team: ThreadTeam(count: 1))
        used = options
        frameCount = 0
        events = used.reportsEvents ? HandEvents(ofFingers: used.reportsFingers) : nil
    }

    /// Returns the JSON object for an image, or for the next frame of the video if there is a time.
    func run(_ image: ImageView, _ frame: FrameOptions, at milliseconds: Milliseconds?) throws(TegataError) -> String {
        guard let pipeline else { throw .notOpen }
        let result: HandPipelineResult
        var place: FrameRecord.Frame?
        if let milliseconds {
            result = try pipeline.track(image, milliseconds: milliseconds, frame: frame)
            place = FrameRecord.Frame(index: frameCount, milliseconds: milliseconds)
            frameCount += 1
        } else {
            result = try pipeline.detect(image, frame: frame)
        }
        let options = pipeline.options
        var record = FrameRecord(
            source: "", frame: place, width: image.width, height: image.height, hands: result.hands,
            hasGestures: used.hasGestures, hasMetric: options.metric != nil, gestureEvents: result.gestureEvents,
            actionEvents: used.hasActions ? result.actionEvents : nil)
        let happened = events?.events(in: record)
        if !used.reportsGestureEvents { record.gestureEvents = [] }
        return JSONWriter.text { json in record.write(to: &json, hasJoints: used.hasJoints, events: happened) }
    }

    /// Ends the video, and returns the JSON object of a result without hands that has the events that end with it.
    func finish() -> String {
        let last = events?.end()
        reset()
        let record = FrameRecord(source: "", width: 0, height: 0, hands: [])
        return JSONWriter.text { json in record.write(to: &json, events: last) }
    }

    /// Forgets the video.
    func reset() {
        pipeline?.resetTracking()
        frameCount = 0
        _ = events?.end()
    }
}

extension TegataError {
    fileprivate static var notOpen: TegataError {
        TegataError(.invalidArgument, description: "the task has no model; open one first")
    }
}
