/// A line between two points of a hand.
package struct HandConnection: Sendable, Equatable {
    package let start: HandLandmark
    package let end: HandLandmark

    init(_ start: HandLandmark, _ end: HandLandmark) {
        self.start = start
        self.end = end
    }
}
