/// The options for fitting one hand with constant bones to each hand's landmarks.
public struct SkeletonOptions: Sendable, Equatable {
    /// Creates options for hands of typical proportions.
    public init() {}
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
    /// Whether skeletons are fitted; setting it to true uses the default options unless others are already set.
    fileprivate var fitsSkeleton: Bool {
        get { skeleton != nil }
        set { skeleton = newValue ? skeleton ?? SkeletonOptions() : nil }
    }
}
