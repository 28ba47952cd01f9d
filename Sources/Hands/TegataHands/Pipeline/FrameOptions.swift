import TegataPixels

/// The options for a single image.
public struct FrameOptions: Sendable, Equatable {
    /// The clockwise rotation in degrees that makes the image upright, a multiple of 90. Results stay in the
    /// coordinates of the image as passed. With ``isMirrored``, this is the rotation after undoing the mirroring: an
    /// image that needs 90 as it is then needs 270.
    public var rotationDegrees = 0
    /// The part of the image to search; pixels outside it are ignored. Nil means the whole image.
    public var region: RegionOfInterest?
    /// Whether the image is mirrored. Setting this makes handedness correct; landmarks and the axes of world landmarks
    /// stay in the coordinates of the image as passed.
    public var isMirrored = false
    /// The camera that took this image; nil means the one in ``MetricOptions``.
    public var camera: MetricCamera?
    /// Whether the region, the results and the axes of world landmarks refer to the upright image, as if the pixels had
    /// been mirrored and rotated beforehand. No pixels are copied for this.
    public var answersUpright = false

    /// Creates options; the defaults are for a whole, upright image that is not mirrored.
    public init(rotationDegrees: Int = 0, region: RegionOfInterest? = nil, isMirrored: Bool = false) {
        self.rotationDegrees = rotationDegrees
        self.region = region
        self.isMirrored = isMirrored
    }
}
