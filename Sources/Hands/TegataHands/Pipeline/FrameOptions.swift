import TegataPixels

/// How to look at one picture.
public struct FrameOptions: Sendable, Equatable {
    /// By how much the picture must be turned clockwise to be upright, a multiple of 90. Results stay in the picture as
    /// it was given. With ``isMirrored`` this counts without the mirror: a picture that must be turned by 90 as it is
    /// then needs 270.
    public var rotationDegrees = 0
    /// The only part to look at; pixels outside do not count.
    public var region: RegionOfInterest?
    /// Whether the picture shows the world as a mirror does. Hands are then called by their right names; landmarks stay
    /// in the picture as it was given, and so do the axes of world landmarks.
    public var isMirrored = false
    /// The camera that made this picture, instead of the one of ``MetricOptions``.
    public var camera: MetricCamera?
    /// Whether everything is as if the pixels had been mirrored and turned before: the region and results lie in the
    /// upright picture, and axes of world landmarks are its axes. Nothing is copied for it.
    public var answersUpright = false

    /// Without arguments an upright picture, all of it, not mirrored.
    public init(rotationDegrees: Int = 0, region: RegionOfInterest? = nil, isMirrored: Bool = false) {
        self.rotationDegrees = rotationDegrees
        self.region = region
        self.isMirrored = isMirrored
    }
}
