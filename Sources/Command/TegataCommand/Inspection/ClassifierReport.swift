import TegataClassifiers

/// What `inspect` says about a trained classifier.
struct ClassifierReport {
    /// How the classifier is addressed.
    let name: String
    let file: ClassifierFile

    /// What it tells, in a word for programs.
    var kind: String {
        switch file {
        case .pose: "pose"
        case .action: "action"
        case .embedding: "embedding"
        }
    }

    /// What it tells, for people.
    var subject: String {
        switch file {
        case .pose: "poses of one hand, from its 21 points"
        case .action: "actions of one hand, from the points of some frames"
        case .embedding: "gestures of one hand, from the embedding of a gesture bundle"
        }
    }

    var background: String? { file.head.background.map { file.head.labels[$0] } }

    /// How left and right hands become one; nil where the classifier does not see points.
    var mirroring: Mirroring? {
        switch file {
        case .pose(let classifier): classifier.features.mirroring
        case .action(let classifier): classifier.features.mirroring
        case .embedding: nil
        }
    }

    /// Whether a pose is the same however the hand is turned; nil for what else is told.
    var isRotationInvariant: Bool? {
        if case .pose(let classifier) = file { classifier.features.isRotationInvariant } else { nil }
    }

    /// The frames that are looked at together, and how many a second there should be; nil for single pictures.
    var window: (frames: Int, rate: Double)? {
        if case .action(let classifier) = file { (classifier.features.windowSize, classifier.frameRate) } else { nil }
    }

    /// A layer by its kind and what comes out of it.
    struct Layer {
        let kind: String
        let shape: LayerShape
        let parameterCount: Int
    }

    /// The layers, the first first.
    var layers: [Layer] {
        var shape = file.head.network.input
        return file.head.network.layers.compactMap { layer in
            guard let next = layer.shape(after: shape) else { return nil }
            shape = next
            return Layer(kind: layer.kindName, shape: next, parameterCount: layer.parameterCount)
        }
    }

    /// How many numbers were trained, or computed of what was trained with.
    var parameterCount: Int { layers.reduce(0) { $0 + $1.parameterCount } }
}

extension ClassifierLayer {
    fileprivate var kindName: String {
        switch self {
        case .affine: "affine"
        case .dense: "dense"
        case .convolution: "convolution"
        case .relu: "relu"
        case .silu: "silu"
        case .meanAndMaximum: "meanAndMaximum"
        }
    }

    fileprivate var parameterCount: Int {
        switch self {
        case .affine(let scale, let shift): scale.count + shift.count
        case .dense(let weights, let bias), .convolution(_, _, let weights, let bias): weights.count + bias.count
        case .relu, .silu, .meanAndMaximum: 0
        }
    }
}

extension Mirroring {
    /// What files call it.
    var name: String {
        switch self {
        case .none: "none"
        case .chirality: "chirality"
        case .thumbSide: "thumbSide"
        }
    }
}
