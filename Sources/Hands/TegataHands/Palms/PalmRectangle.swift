extension PalmDetection {
    /// Returns the rectangle for the landmark network, computed from the box and the direction from the wrist to the
    /// middle finger.
    package func rectangle(
        _ size: PixelSize, target: PalmTarget, _ angles: AngleFunctions = .rounded
    ) -> HandRectangle {
        let wrist = self[.wrist]
        let middle = self[.middleMCP]
        let rotation = angles.turn(
            target.radians, dx: middle.x * size.width - wrist.x * size.width,
            dy: middle.y * size.height - wrist.y * size.height)
        let palm = HandRectangle(
            centerX: box.x + box.width / 2, centerY: box.y + box.height / 2, width: box.width, height: box.height,
            rotation: rotation)
        return palm.squared(size, shiftY: -0.5, scale: 2.6, angles)
    }
}

/// The angle from which a palm's direction is subtracted.
package enum PalmTarget: Sendable {
    /// 90 radians, which the tasks use although 90 degrees was intended. This rotates the rectangle 26.6° too far.
    case ninetyRadians
    /// 90 degrees, which makes the hand point up.
    case quarterTurn

    var radians: Float {
        switch self {
        case .ninetyRadians: 90
        case .quarterTurn: Float(Double.pi / 2)
        }
    }
}
