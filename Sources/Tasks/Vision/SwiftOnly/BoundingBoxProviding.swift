/// What has a box around it. Nothing of this module does; it is here for types of programs.
public protocol BoundingBoxProviding {
    /// The box in fractions of the upright image.
    var boundingBox: NormalizedRect { get }
}
