/// The random changes that training makes to its examples.
package struct AugmentationChanges: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The first six options have the same raw values as in Create ML.
    package static let flip = AugmentationChanges(rawValue: 1)
    package static let rotate = AugmentationChanges(rawValue: 2)
    package static let translate = AugmentationChanges(rawValue: 4)
    package static let scale = AugmentationChanges(rawValue: 8)
    package static let speed = AugmentationChanges(rawValue: 16)
    package static let drop = AugmentationChanges(rawValue: 32)
    package static let tilt = AugmentationChanges(rawValue: 64)
    /// Fingers become longer or shorter, and points jitter.
    package static let form = AugmentationChanges(rawValue: 128)
    /// Windows begin at other positions in their sequences.
    package static let shift = AugmentationChanges(rawValue: 256)

    /// The changes to poses, with default strengths.
    package var pose: PoseAugmentation { pose(PoseAugmentation()) }

    /// The changes to actions, with default strengths.
    package var action: ActionAugmentation {
        var augmentation = ActionAugmentation()
        augmentation.pose = pose(augmentation.pose)
        if !contains(.speed) { augmentation.speed = 0 }
        if !contains(.shift) { augmentation.phase = 0 }
        if !contains(.drop) { augmentation.drops = 0 }
        return augmentation
    }

    /// Returns the selected changes with the strengths in `usual`; `scale` and `translate` have a minimum strength.
    private func pose(_ usual: PoseAugmentation) -> PoseAugmentation {
        var augmentation = usual
        augmentation.flips = contains(.flip)
        if !contains(.rotate) { augmentation.rotation = 0 }
        augmentation.scale = contains(.scale) ? max(usual.scale, 0.2) : 0
        augmentation.translation = contains(.translate) ? max(usual.translation, 0.1) : 0
        if !contains(.tilt) { (augmentation.tilt, augmentation.perspective) = (0, 0) }
        if !contains(.form) { (augmentation.proportions, augmentation.jitter) = (0, 0) }
        return augmentation
    }
}
