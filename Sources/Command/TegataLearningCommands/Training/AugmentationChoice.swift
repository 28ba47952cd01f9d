import TegataTraining

/// Which changes by chance are wanted.
struct AugmentationChoice: Sendable {
    private let chosen: Set<String>

    /// What Create ML has first; tilting and the forms of hands are Tegata's own, and the last three are of actions.
    static let names = ["rotate", "flip", "scale", "translate", "tilt", "form", "speed", "shift", "drop"]
    private static let ofActions: Set<String> = ["speed", "shift", "drop"]

    /// Names with commas between them.
    init?(_ text: String) {
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard words != ["none"] else {
            chosen = []
            return
        }
        guard words.allSatisfy(Self.names.contains) else { return nil }
        chosen = Set(words)
    }

    /// What is wanted of actions alone.
    var namesOfActions: [String] { chosen.intersection(Self.ofActions).sorted() }

    var pose: PoseAugmentation { pose(PoseAugmentation()) }

    var action: ActionAugmentation {
        var augmentation = ActionAugmentation()
        augmentation.pose = pose(augmentation.pose)
        if !chosen.contains("speed") { augmentation.speed = 0 }
        if !chosen.contains("shift") { augmentation.phase = 0 }
        if !chosen.contains("drop") { augmentation.drops = 0 }
        return augmentation
    }

    /// As strong as `usual` where that has the change at all.
    private func pose(_ usual: PoseAugmentation) -> PoseAugmentation {
        var augmentation = usual
        augmentation.flips = chosen.contains("flip")
        if !chosen.contains("rotate") { augmentation.rotation = 0 }
        augmentation.scale = chosen.contains("scale") ? max(usual.scale, 0.2) : 0
        augmentation.translation = chosen.contains("translate") ? max(usual.translation, 0.1) : 0
        if !chosen.contains("tilt") { (augmentation.tilt, augmentation.perspective) = (0, 0) }
        if !chosen.contains("form") { (augmentation.proportions, augmentation.jitter) = (0, 0) }
        return augmentation
    }
}
