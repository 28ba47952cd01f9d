import TegataHands
import TegataRecords
import TegataTool

/// The results for the frames of videos on the standard output.
struct VideoLines {
    private let console: Console
    private let format: ConsoleFormat
    private var limit: HandLimit
    /// The events; nil if they are not requested.
    private var events: HandEvents?
    /// Whether text results name gestures; otherwise only their begins and ends are reported.
    private let namesGestures: Bool
    private var lastNames: [String]?
    /// Whether a video could be read; otherwise there is nothing to write.
    private(set) var haveBegun = false

    init(_ arguments: Arguments, _ options: HandPipelineOptions, annotatedPath: String?, _ console: Console) throws {
        self.console = console
        format = try ConsoleFormat(arguments, annotatedPath: annotatedPath)
        limit = HandLimit(options.maximumHandCount)
        events = arguments.eventFlag.map { _ in HandEvents(ofFingers: arguments.has(TrackOption.fingerEvents)) }
        namesGestures = options.gestures != nil && options.gestures?.events == nil
    }

    /// Whether results are requested and somebody reads them.
    var haveReader: Bool { format != .none && !console.hasOutputFailed }

    mutating func beginVideo() {
        if !haveBegun { format.begin(console) }
        haveBegun = true
        lastNames = nil
    }

    /// Writes a result; as text only if the hands, their actions or their gestures have changed.
    mutating func write(_ hands: FrameRecord) {
        if let happened = events?.events(in: hands) { return happened.forEach(write) }
        guard case .text = format else { return format.write(hands, console) }
        let names = hands.namesWithContents(gestures: namesGestures)
        if names != lastNames {
            format.write(hands, remark: limit.remark(on: hands), gestures: namesGestures, console)
        }
        lastNames = names
        for line in hands.eventLines { console.print(line) }
    }

    private func write(_ event: HandEvents.Event) {
        if case .json = format { console.print(event.json) } else { console.print(event.text) }
    }

    mutating func endVideo() {
        events?.end().forEach(write)
    }

    /// Reports why an input has no result or no further results.
    func report(_ message: String, source: String) {
        format.report(message, source: source, console)
    }
}

extension HandEvents.Event {
    /// A line such as `hands.mp4 at 1.20 s: #1 Left appeared` or `hands.mp4 at 2.40 s: #1 began Victory`.
    fileprivate var text: String {
        let isOfHand = kind == "appeared" || kind == "disappeared"
        return "\(printable(source)) at \(fixed(Double(frame.milliseconds) / 1000, 2)) s: #\(handIdentifier) "
            + (isOfHand ? "\(name) \(kind)" : "\(kind) \(printable(name))")
    }
}
