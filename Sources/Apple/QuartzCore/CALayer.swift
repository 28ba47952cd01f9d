@_exported import CoreGraphics
import Dispatch
import Foundation

/// A stand-in for Core Animation's layers, as geometry: where a layer is in its parent, and its own coordinates.
/// Nothing is drawn.
open class CALayer: NSObject {
    /// The rectangle of the layer's own coordinates that it shows.
    open var bounds = CGRect.zero
    /// Where the layer's ``anchorPoint`` is in the coordinates of its parent.
    open var position = CGPoint.zero
    /// The point of the layer that is at its ``position``, as a fraction of its ``bounds``.
    open var anchorPoint = CGPoint(x: 0.5, y: 0.5)

    /// A layer without extent.
    public override init() {
        super.init()
    }

    /// The rectangle that the layer covers in the coordinates of its parent. Setting it changes ``position`` and the
    /// size of ``bounds``.
    open var frame: CGRect {
        get {
            CGRect(
                x: position.x - anchorPoint.x * bounds.width, y: position.y - anchorPoint.y * bounds.height,
                width: bounds.width, height: bounds.height)
        }
        set {
            bounds.size = newValue.size
            position = CGPoint(
                x: newValue.minX + anchorPoint.x * newValue.width, y: newValue.minY + anchorPoint.y * newValue.height)
        }
    }
}

/// Seconds on a clock that only goes forwards; it stands still while the machine sleeps.
public func CACurrentMediaTime() -> CFTimeInterval {
    CFTimeInterval(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000
}
