/// How the right corners of a turned region are computed; the left ones come from the angle. The results differ in
/// their last bits.
package enum RegionCorners: Sendable {
    /// From the angle too, as newer versions of OpenCV do.
    case fromAngle
    /// As the left ones, mirrored at the region's centre.
    case mirroredAtCenter
}
