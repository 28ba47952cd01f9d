/// Which hands the landmark network's first category stands for.
enum HandNaming {
    /// The right hands of pictures that do not mirror the world.
    case ofPictures
    /// The left hands of pictures that are taken to be mirrored. Where it is known that they are, the network has seen
    /// them the right way round.
    case ofMirroredPictures

    /// The probability of a right hand, from that of the network's first category, and the other way round.
    func rightProbability(_ first: Float, isMirrored: Bool) -> Float {
        guard self == .ofMirroredPictures, !isMirrored else { return first }
        // Of two equal chances the first category's counts.
        return first == 0.5 ? first.nextDown : 1 - first
    }
}
