import TegataClassifiers

/// Which of a picture's hands has its label.
enum HandChoice {
    /// How much of a hand's box must be that of the annotation.
    private static let leastOverlap: Float = 0.15

    /// The hand in the annotation's box, or where there is none the largest.
    static func chosen(_ hands: [ExtractedHand], for picture: PictureItem) -> Int? {
        if let box = picture.box {
            let overlaps = hands.map { $0.box.overlap(with: box) }
            guard let best = overlaps.indices.max(by: { overlaps[$0] < overlaps[$1] }), overlaps[best] >= leastOverlap
            else { return nil }
            return best
        }
        let sizes = hands.map { PlacedHand($0.keyPoints)?.size ?? 0 }
        // The first of several that are equally large.
        var best: Int?
        for index in hands.indices where sizes[index] > best.map({ sizes[$0] }) ?? -1 {
            best = index
        }
        return best
    }
}
