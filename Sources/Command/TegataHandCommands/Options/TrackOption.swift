import TegataClassifiers
import TegataGestureBundles
import TegataHands
import TegataModelSearch
import TegataTool

/// Options for commands that process videos.
enum TrackOption {
    fileprivate static let tracking = PipelineArgument.all(of: TrackingOptions.described)
    static let offline = Flag(
        "--offline",
        "revise the tracks once the video is known as a whole: IDs, sides and short gaps; results come after its end")
    static let searchBudget = Option<SearchBudget>(
        "--search-budget", "N|MSms",
        "number of --search tiles per frame, such as 4, or time for them, such as 10ms; a higher value finds new hands"
            + " sooner; with a time, results depend on the speed of the machine (default: 4)",
        expectation: "a number such as 4 or 10ms", parse: SearchBudget.init)
    static let gestures = Flag(
        "--gestures", "recognise the gesture of each hand; the bundle needs gesture networks")
    static let dwell = Option<Int>.integer(
        "--gesture-dwell", "MS", in: 0...3_600_000,
        "like --gestures, but also report gesture changes that last at least MS milliseconds; a higher value filters"
            + " out longer flickers")
    static let events = Flag(
        "--events",
        "write only events, as they happen: a line whenever a hand appears or disappears, a gesture begins or ends, or"
            + " an action begins"
    )
    static let fingerEvents = Flag(
        "--finger-events",
        "like --events, but also write a line whenever a finger has been extended or curled for 100 ms")
    static let actions = Option<String>.text(
        "--actions", "FILE", "recognise the action of each hand; FILE is an action classifier from tegata train",
        values: .classifiers)
    static let frameCount = Option<Int>.integer(
        "--frames", "N", in: 1...1_000_000_000, "stop after N frames of each video")

    package static let groups = [
        OptionGroup(
            "Gestures and events",
            [
                gestures.description, dwell.description, events.description, fingerEvents.description,
                actions.description,
            ] + GestureOption.all),
        OptionGroup("Tracking", [offline.description] + trackingOptions),
    ]

    /// The options that change results, except for the bundle.
    static let ofResults =
        groups.flatMap(\.options) + VideoPartOption.all + [frameCount.description]
        + HandOption.groups.flatMap(\.options).filter { $0.name != HandOption.model.description.name }
        + MetricOption.group.options + [NetworkOption.fast.description, NetworkOption.precision.description]

    private static let trackingOptions =
        tracking.flatMap { argument in
            // Put the two options next to each other, because both set how much of a video is searched.
            argument.option == .detectionInterval
                ? [argument.description, searchBudget.description] : [argument.description]
        }
}

/// The amount of work on tiles per frame.
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
    /// Sets the budget for videos from the arguments.
    mutating func setBudget(_ arguments: Arguments) throws {
        guard let budget = try arguments.value(of: TrackOption.searchBudget) else { return }
        guard area != .whole else {
            throw .usage("--search-budget applies only to tiles; add --search auto or --search tiles")
        }
        switch budget {
        case .tiles(let count): tilesPerFrame = count
        case .milliseconds(let milliseconds): tileMilliseconds = milliseconds
        }
    }
}

extension TrackingOptions {
    /// Reads the tracking options from the arguments. Hands in videos always have IDs.
    init(forVideos arguments: Arguments) throws {
        var options = HandPipelineOptions()
        for argument in TrackOption.tracking { try argument.read(arguments, into: &options) }
        self = options.tracking
        identifiesHands = true
    }
}

extension Arguments {
    /// The option that limits the output to events; nil if none was given.
    var eventFlag: Flag? { [TrackOption.events, TrackOption.fingerEvents].first(where: has) }

    /// Returns the gesture options for videos; nil if gestures are not requested.
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
                    "\(GestureOption.score.description.name) and \(GestureOption.details.description.name) apply only to gestures; add --gestures"
                )
            }
            return nil
        }
        options.events = dwell.map { GestureEventOptions(dwellMilliseconds: $0, releaseMilliseconds: $0) }
        if tellsEvents, options.events == nil { options.events = GestureEventOptions() }
        return options
    }

    /// Returns the action classifier; nil if actions are not requested.
    func actions() throws -> ActionClassifier? {
        try value(of: TrackOption.actions).map { path in
            let file = try ClassifierFile(at: path)
            return try file.actions(path)
        }
    }

    /// Whether the bundle that the user specified, or a downloaded one, has gesture networks.
    private func hasGestureBundle() throws -> Bool {
        if let path = try value(of: HandOption.model) { return ModelSearch.hasGestures(path) }
        return (try? ModelSearch.bundle(named: "gesture_recognizer.task")) != nil
    }
}
