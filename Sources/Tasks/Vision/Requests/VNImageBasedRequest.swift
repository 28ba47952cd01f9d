import Foundation

/// A request that looks at an image, or a part of it.
open class VNImageBasedRequest: VNRequest, @unchecked Sendable {
    private let lock = NSLock()
    private var storedRegion = VNNormalizedIdentityRect

    /// The part to look at, as fractions of the upright image from its lower left corner. Points of results stay
    /// fractions of the whole image.
    ///
    /// Performing fails with `invalidArgument` where the region has no width or height above 0, and with
    /// `outOfBoundsError` where it reaches over the image's edges.
    public var regionOfInterest: CGRect {
        get { lock.withLock { storedRegion } }
        set { lock.withLock { storedRegion = newValue } }
    }

    /// A request with the same settings and completion handler, and without results.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = VNImageBasedRequest(completionHandler: completionHandler)
        copy.takeSettings(of: self)
        return copy
    }

    override func takeSettings(of other: VNRequest) {
        super.takeSettings(of: other)
        if let other = other as? VNImageBasedRequest { regionOfInterest = other.regionOfInterest }
    }
}
