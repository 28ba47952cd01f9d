import CTegataLibrary
import TegataBuffers
import TegataFormats
import TegataHands
import TegataInference
import TegataRecords
import TegataSystem
import TegataTaskSupport
import TegataTracks

// The functions of Tegata's interface. tegata.h documents them.

@_cdecl("tegata_version")
public func tegataVersion() -> UnsafePointer<CChar>? { version.bytes }

@_cdecl("tegata_layout")
public func tegataLayout() -> UnsafePointer<CChar>? { layout.bytes }

/// Lives as long as the process.
private struct ConstantText: @unchecked Sendable {
    let bytes: UnsafePointer<CChar>?
}

private let version = ConstantText(bytes: UnsafePointer(strdup(Version.number)))
private let layout = ConstantText(bytes: UnsafePointer(strdup(LibraryLayout.text)))

@_cdecl("tegata_error_free")
public func tegataErrorFree(_ error: UnsafeMutablePointer<tegata_error>?) { free(error) }

@_cdecl("tegata_options_init")
public func tegataOptionsInit(_ options: UnsafeMutablePointer<tegata_options>?, _ size: Int) {
    guard let options, size >= MemoryLayout<Int>.size else { return }
    var usual = tegata_options.usual
    usual.size = size
    memset(options, 0, size)
    withUnsafeBytes(of: usual) { bytes in
        UnsafeMutableRawBufferPointer(start: options, count: size).copyBytes(from: bytes.prefix(size))
    }
}

@_cdecl("tegata_image_read")
public func tegataImageRead(
    _ path: UnsafePointer<CChar>?, _ out: UnsafeMutablePointer<UnsafeMutablePointer<tegata_image>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<tegata_error>?>?
) -> tegata_status {
    answering(error) { () throws(CallError) in
        guard let path else { throw .nullPointer("path") }
        guard let out else { throw .nullPointer("out") }
        out.pointee = try report(imageFileAt: try string(path, "path"))
    }
}

@_cdecl("tegata_image_free")
public func tegataImageFree(_ image: UnsafeMutablePointer<tegata_image>?) { free(image) }

@_cdecl("tegata_result_free")
public func tegataResultFree(_ result: UnsafeMutablePointer<tegata_result>?) { free(result) }

@_cdecl("tegata_palms_free")
public func tegataPalmsFree(_ palms: UnsafeMutablePointer<tegata_palms>?) { free(palms) }

@_cdecl("tegata_tracker_create")
public func tegataTrackerCreate(
    _ options: UnsafePointer<tegata_options>?, _ out: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<tegata_error>?>?
) -> tegata_status {
    answering(error) { () throws(CallError) in
        guard let options else { throw .nullPointer("options") }
        guard let out else { throw .nullPointer("out") }
        out.pointee = Handles.trackers.insert(try Tracker(tegata_options(options)))
    }
}

@_cdecl("tegata_tracker_detect")
public func tegataTrackerDetect(
    _ tracker: OpaquePointer?, _ image: UnsafePointer<tegata_image>?, _ frame: UnsafePointer<tegata_frame>?,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<tegata_result>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<tegata_error>?>?
) -> tegata_status {
    answering(tracker, out, error) { tracker throws(CallError) in
        try withView(of: image) { view throws(CallError) in
            try tracker.report(tracker.detect(view, FrameOptions(frame)), of: view)
        }
    }
}

@_cdecl("tegata_tracker_track")
public func tegataTrackerTrack(
    _ tracker: OpaquePointer?, _ image: UnsafePointer<tegata_image>?, _ frame: UnsafePointer<tegata_frame>?,
    _ milliseconds: Int64, _ out: UnsafeMutablePointer<UnsafeMutablePointer<tegata_result>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<tegata_error>?>?
) -> tegata_status {
    answering(tracker, out, error) { tracker throws(CallError) in
        try withView(of: image) { view throws(CallError) in
            try tracker.report(
                tracker.track(view, FrameOptions(frame), milliseconds: milliseconds), of: view, at: milliseconds)
        }
    }
}

@_cdecl("tegata_tracker_palms")
public func tegataTrackerPalms(
    _ tracker: OpaquePointer?, _ image: UnsafePointer<tegata_image>?, _ frame: UnsafePointer<tegata_frame>?,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<tegata_palms>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<tegata_error>?>?
) -> tegata_status {
    answering(error) { () throws(CallError) in
        let tracker = try find(tracker)
        guard let out else { throw .nullPointer("out") }
        out.pointee = try withView(of: image) { view throws(CallError) in
            try report(tracker.palms(view, FrameOptions(frame)))
        }
    }
}

@_cdecl("tegata_tracker_revised")
public func tegataTrackerRevised(
    _ tracker: OpaquePointer?, _ frame: Int, _ out: UnsafeMutablePointer<UnsafeMutablePointer<tegata_result>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<tegata_error>?>?
) -> tegata_status {
    answering(tracker, out, error) { tracker throws(CallError) in try tracker.revisedReport(of: frame) }
}

@_cdecl("tegata_tracker_report")
public func tegataTrackerReport(
    _ tracker: OpaquePointer?, _ out: UnsafeMutablePointer<UnsafeMutablePointer<tegata_result>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<tegata_error>?>?
) -> tegata_status {
    answering(tracker, out, error) { tracker throws(CallError) in try tracker.trackReport() }
}

@_cdecl("tegata_tracker_finish")
public func tegataTrackerFinish(
    _ tracker: OpaquePointer?, _ out: UnsafeMutablePointer<UnsafeMutablePointer<tegata_result>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<tegata_error>?>?
) -> tegata_status {
    answering(tracker, out, error) { tracker throws(CallError) in try tracker.finish() }
}

@_cdecl("tegata_tracker_reset")
public func tegataTrackerReset(
    _ tracker: OpaquePointer?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<tegata_error>?>?
) -> tegata_status {
    answering(error) { () throws(CallError) in try find(tracker).reset() }
}

@_cdecl("tegata_tracker_free")
public func tegataTrackerFree(_ tracker: OpaquePointer?) {
    guard Handles.trackers.remove(tracker) != nil else { return }
    LibraryTrace.write()
}

/// Runs `body` for a function that returns a result.
private func answering(
    _ tracker: OpaquePointer?, _ out: UnsafeMutablePointer<UnsafeMutablePointer<tegata_result>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<tegata_error>?>?,
    _ body: (Tracker) throws(CallError) -> UnsafeMutablePointer<tegata_result>
) -> tegata_status {
    answering(error) { () throws(CallError) in
        let tracker = try find(tracker)
        guard let out else { throw .nullPointer("out") }
        out.pointee = try body(tracker)
    }
}

private func find(_ tracker: OpaquePointer?) throws(CallError) -> Tracker {
    guard let tracker = Handles.trackers[tracker] else { throw .noHandle("tracker") }
    return tracker
}

/// A pipeline for the pixels of callers, with Tegata's options.
final class Tracker: Sendable {
    private let pipeline: SharedPipeline
    private let process = OwnProcess()
    /// Whether results include positions in space.
    private let isMetric: Bool
    /// Whether results include skeletons.
    private let hasSkeletons: Bool
    /// Whether results include actions.
    private let hasActions: Bool
    /// Whether results include joints.
    private let hasJoints: Bool
    private let hasGestures: Bool
    /// The name of the image or video in JSON; nil if results have none.
    private let sourceName: String?
    /// The video so far.
    private let video: Lock<Video>

    private struct Video {
        var frameCount = 0
        /// The events; nil if they were not requested.
        var events: HandEvents?
        /// All frames; nil unless they are kept.
        var whole: VideoHands?
        /// The frames with revised tracks and their events, until there is a new frame.
        var revised: RevisedVideo?
    }

    private struct RevisedVideo {
        let video: VideoHands
        var events: [[HandEvents.Event]] = []
        /// The events at the end.
        var last: [HandEvents.Event] = []
    }

    private let options: HandPipelineOptions
    private let tellsFingers: Bool

    init(_ options: tegata_options) throws(CallError) {
        guard options.threads >= 0 else {
            throw CallError(
                .invalidArgument, "threads is \(options.threads); set it to 1 or more, or to 0 for the default.")
        }
        let pipelineOptions = try HandPipelineOptions(options)
        self.options = pipelineOptions
        tellsFingers = options.finger_events != 0
        isMetric = pipelineOptions.metric != nil
        hasSkeletons = pipelineOptions.skeleton != nil
        hasActions = pipelineOptions.actions != nil
        hasJoints = options.joints != 0
        hasGestures = options.gestures != 0
        sourceName = try options.source_name.map { (name) throws(CallError) in try string(name, "source_name") }
        video = Lock(
            Video(
                events: options.events == 0 ? nil : HandEvents(ofFingers: tellsFingers),
                whole: options.offline == 0 ? nil : VideoHands()))
        let threads = options.threads == 0 ? nil : Int(options.threads)
        if let networks = options.networks?.pointee {
            let external = try ExternalNetworks(networks)
            let gestures = options.gestures == 0 ? nil : try ModelSource(options).gestureNetworks()
            let team = try DefaultThreads.team(threads)
            pipeline = try withCallErrors { () throws(TegataError) in
                try SharedPipeline(external.pipeline(gestures: gestures, options: pipelineOptions, team: team))
            }
            return
        }
        let networks = try ModelSource(options).networksOfAnyBundle(
            includingGestures: options.gestures != 0, precision: HandPrecision(options))
        pipeline = try SharedPipeline(networks, options: pipelineOptions, threads: threads)
    }

    func detect(_ view: ImageView, _ frame: FrameOptions) throws(CallError) -> HandPipelineResult {
        try use { pipeline throws(TegataError) in try pipeline.detect(view, frame: frame) }
    }

    func track(
        _ view: ImageView, _ frame: FrameOptions, milliseconds: Int64
    ) throws(CallError) -> HandPipelineResult {
        try use { pipeline throws(TegataError) in
            try pipeline.track(view, milliseconds: Milliseconds(milliseconds), frame: frame)
        }
    }

    /// Returns a result in the caller's form, of an image, or of a frame of a video at a time.
    func report(
        _ result: HandPipelineResult, of view: ImageView, at milliseconds: Int64? = nil
    ) throws(CallError) -> UnsafeMutablePointer<tegata_result> {
        var record = FrameRecord(
            source: sourceName ?? "", width: view.width, height: view.height, hands: result.hands,
            hasGestures: hasGestures, hasMetric: isMetric, gestureEvents: result.gestureEvents,
            actionEvents: hasActions ? result.actionEvents : nil)
        var events: [HandEvents.Event] = []
        if let milliseconds {
            video.withLock { video in
                record.frame = FrameRecord.Frame(index: video.frameCount, milliseconds: Milliseconds(milliseconds))
                video.frameCount += 1
                events = video.events?.events(in: record) ?? []
                video.whole?.append(record)
                video.revised = nil
            }
        }
        return try report(result, events, json: json(of: record))
    }

    /// Returns the JSON of a record; nil if results have none.
    private func json(of record: FrameRecord) -> String? {
        guard sourceName != nil else { return nil }
        var record = record
        // They are a part of the events, which are a list beside it.
        record.gestureEvents = []
        return JSONWriter.text { json in record.write(to: &json, hasJoints: hasJoints) }
    }

    // MARK: Whole videos

    /// Returns the result for a frame with revised tracks, in the caller's form.
    func revisedReport(of frame: Int) throws(CallError) -> UnsafeMutablePointer<tegata_result> {
        let revised = try revised()
        guard revised.events.indices.contains(frame) else {
            throw CallError(
                .invalidArgument, "frame is \(frame); the video has \(revised.events.count) frames, counted from 0.")
        }
        let record = revised.video.frames[frame]
        var result = HandPipelineResult()
        result.hands = record.hands
        result.gestureEvents = record.gestureEvents
        result.actionEvents = record.actionEvents ?? []
        return try report(result, revised.events[frame], json: json(of: record))
    }

    /// Returns the report of the revised tracks in the caller's form.
    func trackReport() throws(CallError) -> UnsafeMutablePointer<tegata_result> {
        let text = TrackReport(try revised().video, origin: nil).json
        return try report(HandPipelineResult(), [], json: text)
    }

    private func revised() throws(CallError) -> RevisedVideo {
        let (options, tellsFingers) = (options, tellsFingers)
        let revised = video.withLock { video in
            if video.revised == nil, let whole = video.whole {
                var revised = RevisedVideo(video: whole.revised(options))
                var events = video.events.map { _ in HandEvents(ofFingers: tellsFingers) }
                for record in revised.video.frames { revised.events.append(events?.events(in: record) ?? []) }
                revised.last = events?.end() ?? []
                video.revised = revised
            }
            return video.revised
        }
        guard let revised else { throw CallError(.invalidArgument, "offline is 0; set it to keep whole videos.") }
        return revised
    }

    private func report(
        _ result: HandPipelineResult, _ events: [HandEvents.Event], json: String?
    ) throws(CallError) -> UnsafeMutablePointer<tegata_result> {
        try result.report(
            isMetric: isMetric, hasSkeletons: hasSkeletons, hasActions: hasActions, hasJoints: hasJoints, json: json,
            events: events, hasEventJSON: sourceName != nil)
    }

    /// Ends the video, and returns its last events in the caller's form.
    func finish() throws(CallError) -> UnsafeMutablePointer<tegata_result> {
        let isWhole = video.withLock { $0.whole != nil }
        let events = isWhole ? try revised().last : video.withLock { $0.events?.end() ?? [] }
        try reset()
        return try report(HandPipelineResult(), events, json: nil)
    }

    func palms(_ view: ImageView, _ frame: FrameOptions) throws(CallError) -> [PalmDetection] {
        try use { pipeline throws(TegataError) in try pipeline.detectPalms(view, frame: frame) }
    }

    func reset() throws(CallError) {
        video.withLock { video in
            video.frameCount = 0
            _ = video.events?.end()
            video.whole = video.whole.map { _ in VideoHands() }
            video.revised = nil
        }
        try use { pipeline throws(TegataError) in pipeline.resetTracking() }
    }

    private func use<Result: Sendable>(_ body: (GesturePipeline) throws(TegataError) -> Result) throws(CallError)
        -> Result
    {
        try process.check()
        return try withCallErrors { () throws(TegataError) in try pipeline.use(body) }
    }
}
