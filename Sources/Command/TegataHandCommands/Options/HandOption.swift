import TegataHands
import TegataInference
import TegataModelSearch
import TegataTool

/// The options for hand detection.
package enum HandOption {
    package static let model = Option<String>.text(
        "--model", short: "-m", "BUNDLE.task", "bundle with the networks (default: the installed bundle)",
        values: .bundles)
    fileprivate static let hands = PipelineArgument.all(
        of: HandPipelineOptions.described + SkeletonOptions.described)
    fileprivate static let tiles = PipelineArgument.all(of: SearchOptions.described)
    static let rotation = Option<Rotation>.choice(
        "--rotation", "clockwise rotation, in degrees, that makes the image upright (default: 0)")
    static let mirrored = Flag(
        "--mirrored",
        "treat images as mirrored, so that left and right hands are named correctly; --rotation then applies to the"
            + " unmirrored image, so pass 270 if the mirrored image needs a rotation of 90")
    package static let legacy = Flag(
        "--legacy",
        "reproduce the results of Python's mediapipe.solutions.hands; left and right assume mirrored images, and"
            + " --min-tracking-confidence is the minimum hand score from the landmark network")

    static let search = Option<SearchArea>.choice(
        "--search",
        "area to search for new hands: whole (the whole image), tiles (the image and tiles of it), auto (tiles only in"
            + " large images) or thorough (more views of the image while hands are missing); tiles reveal hands several"
            + " times smaller (default: whole)")

    static let lengths = Option<String>.text(
        "--hand-lengths", "FILE.json",
        "fit skeletons whose bones have the lengths of the person's, which example-stereo measures",
        values: .files(["json"]))

    /// Returns whether hands have skeletons, without reading the lengths.
    static func fitsSkeletons(_ arguments: Arguments) throws -> Bool {
        var options = HandPipelineOptions.ofCommands
        for argument in hands { try argument.read(arguments, into: &options) }
        return try options.skeleton != nil || arguments.value(of: lengths) != nil
    }

    /// The options for the number of hands and the confidence thresholds.
    package static let confidences = hands.map(\.description)
    /// The options for the search area.
    package static let places = [search.description] + tiles.map(\.description)
    package static let groups = [
        OptionGroup(
            "Detection",
            [model.description] + confidences + [
                lengths.description, rotation.description, mirrored.description, legacy.description,
            ]),
        OptionGroup("Small hands", places),
    ]

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
    /// Reads the pipeline options from the arguments.
    package init(_ arguments: Arguments) throws {
        self = .ofCommands
        var given: [PipelineOption] = []
        for argument in HandOption.hands where try argument.read(arguments, into: &self) {
            given.append(argument.option)
        }
        if let path = try arguments.value(of: HandOption.lengths) {
            skeleton = SkeletonOptions(lengths: try HandLengths(readingFileAt: path))
        }
        search.area = try arguments.value(of: HandOption.search) ?? search.area
        for argument in HandOption.tiles {
            guard try argument.read(arguments, into: &self), search.area == .whole else { continue }
            throw .usage("\(argument.description.name) applies only to tiles; add --search auto or --search tiles")
        }
        guard arguments.has(HandOption.legacy) else { return }
        guard search.area == .whole else {
            throw .usage(
                "--search cannot be combined with --legacy, which searches only whole images; drop one of them")
        }
        guard !given.contains(.presenceConfidence) else {
            throw .usage(
                "--min-presence-confidence cannot be combined with --legacy; use --min-tracking-confidence, which then has that meaning"
            )
        }
        graph = .legacy
    }
}

extension FrameOptions {
    /// Reads the frame options from the arguments.
    package init(_ arguments: Arguments) throws {
        self.init(
            rotationDegrees: try arguments.value(of: HandOption.rotation)?.degrees ?? 0,
            isMirrored: arguments.has(HandOption.mirrored))
    }
}

extension Arguments {
    /// Returns the path of the bundle that the user specified, or of the downloaded one with or without gesture
    /// networks.
    package func bundle(hasGestures: Bool) throws -> String {
        if let given = try value(of: HandOption.model) { return given }
        return try ModelSearch.bundle(named: hasGestures ? "gesture_recognizer.task" : "hand_landmarker.task")
    }

    /// Returns the path of the bundle for these gestures; with custom poses, it needs no gesture networks.
    fileprivate func bundle(gestures: GestureOptions?) throws -> String {
        if gestures?.poses != nil, let found = try? bundle(hasGestures: true) { return found }
        return try bundle(hasGestures: gestures != nil && gestures?.poses == nil)
    }

    /// Returns the paths of all model files that are read, except a missing bundle.
    func modelFiles(gestures: GestureOptions?) throws -> [String] {
        let bundle = try? bundle(gestures: gestures)
        let (poses, actions) = (try value(of: GestureOption.poses), try value(of: TrackOption.actions))
        return [bundle, poses, actions].compactMap(\.self)
    }
}

extension HandNetworks {
    /// Loads the networks of the bundle that the user specified, or of the downloaded one. Includes the gesture
    /// networks if `gestures` is not nil; with custom poses, only if the bundle has them.
    package init(_ arguments: Arguments, gestures: GestureOptions? = nil) throws {
        let path = try arguments.bundle(gestures: gestures)
        let includesGestures = gestures != nil && (gestures?.poses == nil || ModelSearch.hasGestures(path))
        try self.init(
            at: path, includingGestures: includesGestures, NetworkOptions(arguments), arguments.precision())
    }
}

/// The names that other tools use for options about hands, images and videos.
package let handOptionHints =
    [
        OptionHint("-i", "--source", advice: "pass files without an option"),
        OptionHint("-y", "--overwrite", "--exist-ok", advice: "leave it out: files are overwritten without asking"),
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
