/// The options for fitting one hand with constant bones to each hand's landmarks.
public struct SkeletonOptions: Sendable, Equatable {
    /// The lengths of the person's bones; nil means a hand of typical proportions with the palm's width of
    /// ``MetricOptions``.
    public var lengths: HandLengths?

    /// Creates options.
    public init(lengths: HandLengths? = nil) {
        self.lengths = lengths
    }
}

extension SkeletonOptions {
    /// The described options, in the order in which the help lists them.
    package static let described: [PipelineOption] = [
        .flag(
            "skeleton",
            .init(
                "--skeleton",
                "fit a hand with constant bones to the landmarks of each hand; makes joints more accurate",
                isOnDevices: true)
        ) { $1(&$0.fitsSkeleton) }
    ]
}

extension HandPipelineOptions {
    /// The options for locating hands in space, with the palm's width that known lengths of bones give.
    var metricWithKnownPalm: MetricOptions? {
        guard var metric, metric.palmWidth == nil, let lengths = skeleton?.lengths else { return metric }
        metric.palmWidth = Float(HandShape(lengths).width)
        return metric
    }

    /// Whether skeletons are fitted; setting it to true uses the default options unless others are already set.
    fileprivate var fitsSkeleton: Bool {
        get { skeleton != nil }
        set { skeleton = newValue ? skeleton ?? SkeletonOptions() : nil }
    }
}
