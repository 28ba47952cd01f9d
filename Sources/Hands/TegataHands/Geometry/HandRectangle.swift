/// A rotated rectangle; its centre and size are fractions of an image's width and height.
public struct HandRectangle: Sendable, Equatable {
    /// The distance of the centre from the left, as a fraction of the image's width.
    public var centerX: Float
    /// The distance of the centre from the top, as a fraction of the image's height.
    public var centerY: Float
    /// The width along the rectangle's horizontal axis before rotation, as a fraction of the image's width.
    public var width: Float
    /// The height along the rectangle's vertical axis before rotation, as a fraction of the image's height.
    public var height: Float
    /// The rotation in radians; positive is clockwise on the screen.
    public var rotation: Float

    /// Creates a rectangle from its centre, size and rotation.
    public init(centerX: Float, centerY: Float, width: Float, height: Float, rotation: Float) {
        self.centerX = centerX
        self.centerY = centerY
        self.width = width
        self.height = height
        self.rotation = rotation
    }

    /// Whether the value stands for the absence of a rectangle.
    var isEmpty: Bool { width == 0 && height == 0 }

    /// The upright box with the same centre and size.
    var uprightBox: Box {
        Box(
            x: Float(Double(centerX) - Double(width) / 2), y: Float(Double(centerY) - Double(height) / 2), width: width,
            height: height)
    }

    /// Returns the rectangle moved by a fraction of its height along its own axis, made square using its longer side in
    /// pixels, and enlarged.
    package func squared(
        _ size: PixelSize, shiftY: Float, scale: Float, _ angles: AngleFunctions = .rounded
    ) -> HandRectangle {
        var result = self
        if rotation == 0 {
            result.centerY += height * shiftY
        } else {
            let (cosine, sine) = (angles.cosine(rotation), angles.sine(rotation))
            // MediaPipe's sums include the products of the sideways shift, even though the shift is zero.
            let (acrossX, alongY) = (size.width * width * 0, size.height * height * shiftY)
            result.centerX += (acrossX * cosine - alongY * sine) / size.width
            result.centerY += (acrossX * sine + alongY * cosine) / size.height
        }
        let side = max(width * size.width, height * size.height)
        result.width = side / size.width * scale
        result.height = side / size.height * scale
        return result
    }
}
