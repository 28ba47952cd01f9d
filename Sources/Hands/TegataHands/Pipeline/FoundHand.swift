/// A hand in fractions of the picture that the stage was given.
struct FoundHand {
    var hand: HandResult
    /// Where to look in the next frame, or once more in this one.
    var nextRectangle: HandRectangle
}
