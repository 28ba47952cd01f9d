extension PalmDetection {
    /// The rectangle for the landmark network, from the box and the direction from the wrist to the middle finger.
    package func rectangle(_ size: PixelSize, target: PalmTarget) -> HandRectangle {
        let wrist = self[.wrist]
        let middle = self[.middleMCP]
        let rotation = turn(
            target.radians, dx: middle.x * size.width - wrist.x * size.width,
            dy: middle.y * size.height - wrist.y * size.height)
        let palm = HandRectangle(
            centerX: box.x + box.width / 2, centerY: box.y + box.height / 2, width: box.width, height: box.height,
            rotation: rotation)
        return palm.squared(size, shiftY: -0.5, scale: 2.6)
    }
}

/// The angle from which the direction of a palm is subtracted.
package enum PalmTarget: Sendable {
    /// The tasks subtract it from 90 radians where 90 degrees were meant, so that the rectangle is turned 26.6° too
    /// far.
    case ninetyRadians
    /// What makes the hand point up.
    case quarterTurn

    var radians: Float {
        switch self {
        case .ninetyRadians: 90
        case .quarterTurn: Float(Double.pi / 2)
        }
    }
}
