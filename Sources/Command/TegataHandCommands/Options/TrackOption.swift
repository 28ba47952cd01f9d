import TegataClassifiers
import TegataGestureBundles
import TegataHands
import TegataModelSearch
import TegataTool

/// Options of commands for videos.
enum TrackOption {
    fileprivate static let tracking = PipelineArgument.all(of: TrackingOptions.described)
    static let searchBudget = Option<SearchBudget>(
        "--search-budget", "N|MSms",
        "how many tiles of --search are looked at in a frame, or for about how many milliseconds: 4, or 10ms, where what"
            + " is found depends on the machine (default: 4)", expectation: "a number such as 4 or 10ms",
        parse: SearchBudget.init)
    static let gestures = Flag(
        "--gestures", "name the gesture of every hand; the bundle must be a gesture recogniser's")
    static let dwell = Option<Int>.integer(
        "--gesture-dwell", "MS", in: 0...3_600_000,
        "as --gestures, and tell when a hand has begun or ended a gesture for so long")
    static let events = Flag(
        "--events",
        "write only what happens, at once: a line when a hand comes or goes, when a gesture begins or ends, and when"
            + " an action begins"
    )
    static let fingerEvents = Flag(
        "--finger-events", "as --events, and a line when a finger is extended or curled for a tenth of a second")
    static let actions = Option<String>.text(
        "--actions", "FILE", "say what every hand does, with actions that tegata train wrote", values: .classifiers)
    static let frameCount = Option<Int>.integer(
        "--frames", "N", in: 1...1_000_000_000, "stop after N frames of each video")

    package static let all =
        tracking.flatMap { argument in
            // Both say how much of a video is searched.
            argument.option == .detectionInterval
                ? [argument.description, searchBudget.description] : [argument.description]
        } + [
            gestures.description, dwell.description, events.description, fingerEvents.description,
            actions.description, frameCount.description,
        ]
}

/// How much of a frame is searched in tiles.
enum SearchBudget: Sendable {
    case tiles(Int)
    case milliseconds(Int)

    init?(_ text: String) {
        let isTime = text.hasSuffix("ms")
        guard let number = Int(isTime ? String(text.dropLast(2)) : text), 1...1_000_000 ~= number else { return nil }
        self = isTime ? .milliseconds(number) : .tiles(number)
    }
}

extension SearchOptions {
    /// What the user asked for of videos.
    mutating func setBudget(_ arguments: Arguments) throws {
        guard let budget = try arguments.value(of: TrackOption.searchBudget) else { return }
        guard area != .whole else {
            throw .usage("--search-budget is for tiles; add --search auto or --search tiles")
        }
        switch budget {
        case .tiles(let count): tilesPerFrame = count
        case .milliseconds(let milliseconds): tileMilliseconds = milliseconds
        }
    }
}

extension TrackingOptions {
    /// What the user asked for of videos, whose hands always have numbers.
    init(forVideos arguments: Arguments) throws {
        var options = HandPipelineOptions()
        for argument in TrackOption.tracking { try argument.read(arguments, into: &options) }
        self = options.tracking
        identifiesHands = true
    }
}

extension Arguments {
    /// The option by which only events are written, if there is one.
    var eventFlag: Flag? { [TrackOption.events, TrackOption.fingerEvents].first(where: has) }

    /// How gestures of videos are recognised; nil where none are asked for.
    func gesturesOfVideos() throws -> GestureOptions? {
        let dwell = try value(of: TrackOption.dwell)
        var options = try GestureOptions(self)
        let tellsEvents = eventFlag != nil
        let isAsked = has(TrackOption.gestures) || dwell != nil || options.poses != nil
        let isPossible: Bool
        if tellsEvents, !isAsked { isPossible = try hasGestureBundle() } else { isPossible = isAsked }
        guard isPossible else {
            guard !options.returnsDetails, options.canned.scoreThreshold == nil else {
                throw .usage(
                    "\(GestureOption.score.description.name) and \(GestureOption.details.description.name) are for gestures; add --gestures"
                )
            }
            return nil
        }
        options.events = dwell.map { GestureEventOptions(dwellMilliseconds: $0, releaseMilliseconds: $0) }
        if tellsEvents, options.events == nil { options.events = GestureEventOptions() }
        return options
    }

    /// The actions that the user wants to be told; nil where none are asked for.
    func actions() throws -> ActionClassifier? {
        try value(of: TrackOption.actions).map { path in
            let file = try ClassifierFile(at: path)
            return try file.actions(path)
        }
    }

    /// Whether the bundle that the user named, or a fetched one, is for gestures.
    private func hasGestureBundle() throws -> Bool {
        if let path = try value(of: HandOption.model) { return ModelSearch.hasGestures(path) }
        return (try? ModelSearch.bundle(named: "gesture_recognizer.task")) != nil
    }
}
