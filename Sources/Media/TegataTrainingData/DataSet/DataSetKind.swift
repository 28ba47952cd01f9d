/// What a data set has examples of.
package enum DataSetKind: Sendable {
    /// What one hand shows in one picture.
    case poses
    /// What one hand does in a part of a video.
    case actions
}
