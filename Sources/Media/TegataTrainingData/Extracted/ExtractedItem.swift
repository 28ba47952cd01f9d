import TegataClassifiers

/// What was found in an item of a data set.
package enum ExtractedItem: Sendable, Equatable {
    /// The hands of a picture, the most certain first, and which of them has the label; nil where none has.
    case picture(hands: [ExtractedHand], chosen: Int?)
    /// One sequence for every hand of a clip.
    case clip([HandSequence])
    /// It could not be read; the notices say why.
    case failed

    /// An item that is points already; what has pixels counts as not read.
    init(points item: DataItem) {
        switch item.content {
        case .hand(let points):
            let right: Float =
                switch points.chirality {
                case .right: 1
                case .left: 0
                case .unknown: 0.5
                }
            self = .picture(
                hands: [ExtractedHand(keyPoints: points, worldPoints: [], presence: 1, rightProbability: right)],
                chosen: points.isPresent ? 0 : nil)
        case .sequence(let frames, let rate):
            self = .clip([HandSequence(frames: frames, frameRate: rate ?? HandSequence.usualRate)])
        case .picture, .clip: self = .failed
        }
    }
}
