/// The hands that the landmark network's first category stands for.
enum HandNaming {
    /// Right hands, in images that are not mirrored.
    case ofPictures
    /// Left hands, in images that are assumed to be mirrored. If an image is known to be mirrored, the network has
    /// already seen it unmirrored.
    case ofMirroredPictures

    /// Converts between the probability of a right hand and that of the network's first category.
    func rightProbability(_ first: Float, isMirrored: Bool) -> Float {
        guard self == .ofMirroredPictures, !isMirrored else { return first }
        // If both are equally likely, the first category wins.
        return first == 0.5 ? first.nextDown : 1 - first
    }
}
