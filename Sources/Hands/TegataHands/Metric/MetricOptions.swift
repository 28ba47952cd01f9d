/// Where hands are in space, in metres.
public struct MetricOptions: Sendable, Equatable {
    /// The mean distance between the middles of the knuckles of index and little finger of adults, in metres.
    public static let meanPalmWidth: Float = 0.06
    /// By which part of the mean the palms of two thirds of all adults differ from it at most.
    public static let palmWidthSpread: Float = 0.07
    /// Narrower and wider palms have neither children nor adults.
    package static let palmWidths: ClosedRange<Float> = 0.02...0.15

    /// The camera.
    public var camera: MetricCamera
    /// The distance between the middles of the knuckles of index and little finger of whoever is seen, in metres; nil:
    /// the mean of adults, and all distances are then as uncertain as that is.
    public var palmWidth: Float?

    /// Hands before this camera.
    public init(camera: MetricCamera, palmWidth: Float? = nil) {
        self.camera = camera
        self.palmWidth = palmWidth
    }

    func check() throws(HandPipelineError) {
        guard camera.isValid else { throw .camera(camera) }
        if let palmWidth, !Self.palmWidths.contains(palmWidth) { throw .palmWidth(palmWidth) }
    }
}
