import TegataBuffers
import TegataClassifiers

/// Examples with their conversion to features, in one form for poses, actions and vectors.
struct TrainingSource: Sendable {
    enum Content: Sendable {
        /// For each example, the hand, followed by other detections of the same hand.
        case poses([[HandKeyPoints]], PoseFeatures, PoseAugmentation)
        /// The sequences, and the windows within them that serve as examples.
        case actions([[HandKeyPoints]], [Window], ActionFeatures, ActionAugmentation)
        /// For each example, its vector, followed by its variants; and the strength of the random changes.
        case vectors([[[Float]]], jitter: Float)
    }

    struct Window: Sendable {
        var sequence: Int
        var start: Int
    }

    var content: Content
    /// The label of each example.
    var labels: [Int]
    /// The group of each example; examples without a group each have their own.
    var groups: [Int]
    /// The index of each example in the caller's list.
    var origins: [Int]
    /// The shape of the network's input.
    var shape: LayerShape

    var count: Int { labels.count }

    init(_ examples: [PoseExample], features: PoseFeatures, augmentation: PoseAugmentation) {
        // Skip images that show no hand, because they teach nothing about poses.
        let kept = examples.indices.filter { examples[$0].hand.isPresent }
        let hands = kept.map { [examples[$0].hand] + examples[$0].variants.filter(\.isPresent) }
        content = .poses(hands, features, augmentation)
        labels = kept.map { examples[$0].label }
        groups = Self.numbered(kept.map { examples[$0].group })
        origins = kept
        shape = LayerShape(frames: 1, channels: features.count)
    }

    init(_ examples: [ActionExample], features: ActionFeatures, augmentation: ActionAugmentation) {
        let size = features.windowSize
        let sequenceGroups = Self.numbered(examples.map(\.group))
        var windows: [Window] = []
        labels = []
        groups = []
        origins = []
        for (index, example) in examples.enumerated() where example.frames.contains(where: \.isPresent) {
            let last = max(example.frames.count - size, 0)
            // A sequence shorter than a window is centred in it.
            let missing = max(size - example.frames.count, 0)
            for start in stride(from: 0, through: last, by: max(size / 2, 1)) {
                windows.append(Window(sequence: index, start: start - missing / 2))
                labels.append(example.label)
                groups.append(sequenceGroups[index])
                origins.append(index)
            }
        }
        content = .actions(examples.map(\.frames), windows, features, augmentation)
        shape = LayerShape(frames: size, channels: ActionFeatures.frameCount)
    }

    init(_ examples: [VectorExample], jitter: Float) {
        content = .vectors(examples.map { [$0.values] + $0.variants }, jitter: jitter)
        labels = examples.map(\.label)
        groups = Self.numbered(examples.map(\.group))
        origins = Array(examples.indices)
        shape = LayerShape(frames: 1, channels: examples.first?.values.count ?? 0)
    }

    /// Whether all channels have the same unit, so that channels with more spread may have more influence.
    var hasEvenChannels: Bool {
        if case .vectors = content { true } else { false }
    }

    /// The same examples, with the changes to poses halved.
    var withMilderChanges: TrainingSource {
        var source = self
        if case .poses(let hands, let features, let augmentation) = content {
            source.content = .poses(hands, features, augmentation.scaled(by: 0.5))
        }
        return source
    }

    /// Returns numbers for groups, from 0, in order of appearance; each example without a group gets a new number.
    private static func numbered(_ groups: [Int?]) -> [Int] {
        var numbers: [Int: Int] = [:]
        var next = 0
        return groups.map { group in
            if let group, let number = numbers[group] { return number }
            if let group { numbers[group] = next }
            next += 1
            return next - 1
        }
    }

    /// Writes an example's features without changes.
    func write(_ index: Int, to place: UnsafeMutablePointer<Float>) {
        switch content {
        case .poses(let hands, let features, _): features.write(hands[index][0], to: place)
        case .actions(let sequences, let windows, let features, _):
            let (frames, window) = (sequences[windows[index].sequence], windows[index])
            features.write(
                (0..<features.windowSize).map { frames[max(0, min(frames.count - 1, window.start + $0))] }, to: place)
        case .vectors(let vectors, _): Self.write(vectors[index][0], to: place)
        }
    }

    private static func write(_ values: [Float], to place: UnsafeMutablePointer<Float>) {
        values.withUnsafeBufferPointer { values in
            if let base = values.baseAddress { place.update(from: base, count: values.count) }
        }
    }

    /// Returns one of an example's variants at random.
    private static func drawn<Value>(_ values: [Value], _ generator: inout SeededGenerator) -> Value {
        values.count == 1 ? values[0] : values[generator.index(below: values.count)]
    }

    /// Writes an example's features with random changes.
    func write(_ index: Int, to place: UnsafeMutablePointer<Float>, _ generator: inout SeededGenerator) {
        switch content {
        case .poses(let hands, let features, let augmentation):
            let hand = Self.drawn(hands[index], &generator)
            features.write(augmentation.apply(to: hand, &generator), to: place)
        case .actions(let sequences, let windows, let features, let augmentation):
            let window = augmentation.window(
                of: sequences[windows[index].sequence], start: windows[index].start, size: features.windowSize,
                &generator)
            features.write(window, to: place)
        case .vectors(let vectors, let jitter):
            Self.write(Self.drawn(vectors[index], &generator), to: place)
            for channel in 0..<shape.channels { place[channel] += jitter * generator.bell() }
        }
    }

    /// Returns a generator of unknown examples made from parts of the `members`; nil if there is none.
    func unknowns(of members: [Int], background: Int?) -> Unknowns? {
        switch content {
        case .poses(let hands, let features, let augmentation):
            return .poses(UnknownPoses(hands: members.map { hands[$0][0] }), features, augmentation)
        case .actions(let sequences, let windows, let features, let augmentation):
            let used = members.filter { labels[$0] != background }
            guard !used.isEmpty else { return nil }
            let unknowns = UnknownActions(
                sequences: used.map { sequences[windows[$0].sequence] }, labels: used.map { labels[$0] },
                windowSize: features.windowSize)
            return .actions(unknowns, features, augmentation)
        case .vectors: return nil
        }
    }

    enum Unknowns: Sendable {
        case poses(UnknownPoses, PoseFeatures, PoseAugmentation)
        case actions(UnknownActions, ActionFeatures, ActionAugmentation)

        func write(to place: UnsafeMutablePointer<Float>, _ generator: inout SeededGenerator) -> Bool {
            switch self {
            case .poses(let unknowns, let features, let augmentation):
                guard let hand = unknowns.draw(&generator) else { return false }
                return features.write(augmentation.apply(to: hand, &generator), to: place)
            case .actions(let unknowns, let features, let augmentation):
                let frames = unknowns.draw(&generator)
                let draw = augmentation.pose.draw(&generator)
                let center = frames.first.flatMap { PlacedHand($0)?.center }
                return features.write(
                    frames.map { augmentation.pose.apply(draw, to: $0, around: center, &generator) }, to: place)
            }
        }
    }

    /// Returns the SHA-256 of all examples with their labels and groups.
    func dataHash(labels names: [String]) -> String {
        var hash = SHA256()
        func add(_ writer: ByteWriter) { writer.bytes.withUnsafeBytes { hash.update($0) } }
        var writer = ByteWriter()
        for name in names { writer.text(name) }
        add(writer)
        func add(_ hand: HandKeyPoints, to writer: inout ByteWriter) {
            for value in 0..<HandKeyPoints.valueCount { writer.float(hand.values[value]) }
            writer.integer(hand.chirality.rawValue)
            writer.float(hand.aspectRatio)
        }
        for index in 0..<count {
            var writer = ByteWriter()
            writer.integer(UInt32(truncatingIfNeeded: labels[index]))
            writer.integer(UInt32(truncatingIfNeeded: groups[index]))
            switch content {
            case .poses(let hands, _, _): for hand in hands[index] { add(hand, to: &writer) }
            case .vectors(let vectors, _): for values in vectors[index] { writer.floats(values) }
            case .actions(let sequences, let windows, _, _):
                writer.integer(UInt32(truncatingIfNeeded: windows[index].start))
                if index == 0 || windows[index - 1].sequence != windows[index].sequence {
                    for hand in sequences[windows[index].sequence] { add(hand, to: &writer) }
                }
            }
            add(writer)
        }
        return hash.hexadecimalDigits()
    }
}
