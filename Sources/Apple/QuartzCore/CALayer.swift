@_exported import CoreGraphics
import Dispatch
import Foundation

/// The geometry of a layer: its position in its parent, and its own coordinates. Nothing is drawn.
open class CALayer: NSObject {
    /// The visible rectangle in the layer's own coordinates.
    open var bounds = CGRect.zero
    /// The position of the layer's ``anchorPoint`` in the coordinates of its parent.
    open var position = CGPoint.zero
    /// The point of the layer at its ``position``, as a fraction of its ``bounds``.
    open var anchorPoint = CGPoint(x: 0.5, y: 0.5)

    /// Creates an empty layer.
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

/// Returns the time in seconds of a monotonic clock that stops while the machine sleeps.
public func CACurrentMediaTime() -> CFTimeInterval {
    CFTimeInterval(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000
}
