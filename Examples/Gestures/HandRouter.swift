import Foundation

/// What follows one hand from frame to frame and tells something about it.
public protocol HandRecognizer: Sendable {
    /// What is told after each frame.
    associatedtype Reading

    /// Looks at the next frame, in which the hand is not seen where it is nil. Time is in seconds and never goes back.
    mutating func read(_ hand: HandPoints?, at seconds: Double) -> Reading
}

/// Hands left hands to one recogniser and right hands to another.
///
/// Each hand's side is judged by itself, so that two hands may both be found to be left ones. Then the recogniser gets
/// the one that is nearest to the hand it had before, or else the first, and the other is left over; a hand is never
/// handed to the recogniser of the other side.
public struct HandRouter<Left: HandRecognizer, Right: HandRecognizer>: Sendable {
    /// What came of a frame.
    public struct Result {
        /// What is told about the left hand.
        public let left: Left.Reading
        /// What is told about the right hand.
        public let right: Right.Reading
        /// Which of the hands the recognisers got; nil where there was none.
        public let leftIndex: Int?
        /// See ``leftIndex``.
        public let rightIndex: Int?
    }

    /// The recogniser of left hands.
    public private(set) var left: Left
    /// The recogniser of right hands.
    public private(set) var right: Right

    private var lastLeft: CGPoint?
    private var lastRight: CGPoint?

    /// A router to two recognisers.
    public init(left: Left, right: Right) {
        self.left = left
        self.right = right
    }

    /// Hands the next frame's hands on; a recogniser without a hand gets nil.
    public mutating func route(_ hands: [SeenHand], at seconds: Double) -> Result {
        let leftIndex = Self.choose(.left, of: hands, near: lastLeft)
        let rightIndex = Self.choose(.right, of: hands, near: lastRight)
        lastLeft = leftIndex.flatMap { hands[$0].points.palm } ?? lastLeft
        lastRight = rightIndex.flatMap { hands[$0].points.palm } ?? lastRight
        return Result(
            left: left.read(leftIndex.map { hands[$0].points }, at: seconds),
            right: right.read(rightIndex.map { hands[$0].points }, at: seconds), leftIndex: leftIndex,
            rightIndex: rightIndex)
    }

    private static func choose(_ side: SeenHand.Side, of hands: [SeenHand], near last: CGPoint?) -> Int? {
        let candidates = hands.indices.filter { hands[$0].side == side }
        guard let last else { return candidates.first }
        func distance(_ index: Int) -> Double {
            hands[index].points.palm.map { $0.distance(to: last) } ?? .infinity
        }
        return candidates.min { distance($0) < distance($1) }
    }
}
