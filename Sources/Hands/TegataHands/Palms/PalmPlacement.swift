/// How palms get from the detector's input to the picture.
package enum PalmPlacement: Sendable {
    /// By a matrix, and boxes as the bounds of their corners.
    case byMatrix
    /// By removing the letterbox, which suffices for pictures that are upright; others are placed by the matrix.
    case byLetterbox
}
