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
