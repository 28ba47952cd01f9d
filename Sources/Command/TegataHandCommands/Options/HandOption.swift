import TegataHands
import TegataInference
import TegataModelSearch
import TegataTool

/// The options that say which hands are looked for, and how.
package enum HandOption {
    package static let model = Option<String>.text(
        "--model", short: "-m", "BUNDLE.task", "the bundle with the networks (default: the fetched one)",
        values: .bundles)
    fileprivate static let hands = PipelineArgument.all(of: HandPipelineOptions.described)
    fileprivate static let tiles = PipelineArgument.all(of: SearchOptions.described)
    static let rotation = Option<Rotation>.choice(
        "--rotation", "by how many degrees a picture must be turned clockwise to be upright (default: 0)")
    static let mirrored = Flag(
        "--mirrored",
        "pictures show the world as a mirror does; hands are then called by their right names, and --rotation counts"
            + " without the mirror: 270 for a picture that must be turned by 90 as it is")
    package static let legacy = Flag(
        "--legacy",
        "give the numbers of Python's mediapipe.solutions.hands, whose names of hands are those of mirrored pictures;"
            + " --min-tracking-confidence is then how sure the landmark network must be")

    static let search = Option<SearchArea>.choice(
        "--search",
        "where new hands are looked for: in the whole picture, in overlapping tiles too, or so in large pictures (auto);"
            + " tiles find hands several times smaller (default: whole)")

    /// How many hands, and how sure.
    package static let confidences = hands.map(\.description)
    /// Where hands are looked for.
    package static let places = [search.description] + tiles.map(\.description)
    package static let all =
        [model.description] + confidences + places + [rotation.description, mirrored.description, legacy.description]

    enum Rotation: String, CaseIterable, Sendable {
        case none = "0"
        case right = "90"
        case half = "180"
        case left = "270"

        var degrees: Int {
            switch self {
            case .none: 0
            case .right: 90
            case .half: 180
            case .left: 270
            }
        }
    }
}

extension HandPipelineOptions {
    /// What the user asked for.
    package init(_ arguments: Arguments) throws {
        self = .ofCommands
        var given: [PipelineOption] = []
        for argument in HandOption.hands where try argument.read(arguments, into: &self) {
            given.append(argument.option)
        }
        search.area = try arguments.value(of: HandOption.search) ?? search.area
        for argument in HandOption.tiles {
            guard try argument.read(arguments, into: &self), search.area == .whole else { continue }
            throw .usage("\(argument.description.name) is for tiles; add --search auto or --search tiles")
        }
        guard arguments.has(HandOption.legacy) else { return }
        guard search.area == .whole else {
            throw .usage("--search does not go with --legacy, which looks at whole pictures only")
        }
        guard !given.contains(.presenceConfidence) else {
            throw .usage(
                "--min-presence-confidence does not go with --legacy; write --min-tracking-confidence, which means that there"
            )
        }
        graph = .legacy
    }
}

extension FrameOptions {
    /// What the user asked for.
    package init(_ arguments: Arguments) throws {
        self.init(
            rotationDegrees: try arguments.value(of: HandOption.rotation)?.degrees ?? 0,
            isMirrored: arguments.has(HandOption.mirrored))
    }
}

extension Arguments {
    /// The bundle that the user named, or the fetched one with networks for gestures or without.
    package func bundle(hasGestures: Bool) throws -> String {
        if let given = try value(of: HandOption.model) { return given }
        return try ModelSearch.bundle(named: hasGestures ? "gesture_recognizer.task" : "hand_landmarker.task")
    }

    /// The bundle for gestures as they are asked for; own poses do without those of a bundle.
    fileprivate func bundle(gestures: GestureOptions?) throws -> String {
        if gestures?.poses != nil, let found = try? bundle(hasGestures: true) { return found }
        return try bundle(hasGestures: gestures != nil && gestures?.poses == nil)
    }

    /// The files that are read beside what hands are looked for in; a bundle that is missing is none of them.
    func modelFiles(gestures: GestureOptions?) throws -> [String] {
        let bundle = try? bundle(gestures: gestures)
        let (poses, actions) = (try value(of: GestureOption.poses), try value(of: TrackOption.actions))
        return [bundle, poses, actions].compactMap(\.self)
    }
}

extension HandNetworks {
    /// Loads the networks of the bundle that the user named, or of the fetched one: with those for gestures where these
    /// are asked for, though own poses do without.
    package init(_ arguments: Arguments, gestures: GestureOptions? = nil) throws {
        let path = try arguments.bundle(gestures: gestures)
        let includesGestures = gestures != nil && (gestures?.poses == nil || ModelSearch.hasGestures(path))
        try self.init(
            at: path, includingGestures: includesGestures, NetworkOptions(arguments), arguments.precision())
    }
}

/// What people call options for hands, pictures and videos in other tools.
package let handOptionHints =
    [
        OptionHint("-i", "--source", advice: "name files without an option"),
        OptionHint("-y", "--overwrite", "--exist-ok", advice: "leave it out: outputs are replaced without a question"),
        OptionHint("--output", "--save", "--save-dir", "--project", option: OutputOption.annotate.description),
        OptionHint("--show", "--view", option: OutputOption.preview.description),
        OptionHint("-ss", option: VideoPartOption.start.description),
        OptionHint("-t", option: VideoPartOption.duration.description),
        OptionHint("-r", "-framerate", option: VideoPartOption.pictureRate.description),
        OptionHint("--vid-stride", option: VideoPartOption.every.description),
        OptionHint("--save-crop", option: OutputOption.crops.description),
    ]
    + HandOption.hands.compactMap { argument in
        switch argument.option {
        case .detectionConfidence:
            OptionHint("--conf", "--confidence", "--threshold", option: argument.description)
        case .handCount: OptionHint("-n", "--hands", "--max-hands", "--max-det", option: argument.description)
        default: nil
        }
    }
