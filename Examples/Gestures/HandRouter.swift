import Foundation

/// A recogniser that follows one hand from frame to frame and reports something about it.
public protocol HandRecognizer: Sendable {
    /// The result of each frame.
    associatedtype Reading

    /// Processes the next frame; `hand` is nil if the frame does not show the hand. Time is in seconds and never goes
    /// back.
    mutating func read(_ hand: HandPoints?, at seconds: Double) -> Reading
}

/// Routes left hands to one recogniser and right hands to another.
///
/// The side of each hand is judged separately, so two hands may both be classified as left. The recogniser then gets
/// the hand nearest to its previous hand (or else the first one), and the other hand is ignored. A hand never goes to
/// the recogniser of the other side.
public struct HandRouter<Left: HandRecognizer, Right: HandRecognizer>: Sendable {
    /// The result of a frame.
    public struct Result {
        /// The result for the left hand.
        public let left: Left.Reading
        /// The result for the right hand.
        public let right: Right.Reading
        /// The index of the hand that the recogniser got, or nil if there was none.
        public let leftIndex: Int?
        /// See ``leftIndex``.
        public let rightIndex: Int?
    }

    /// The recogniser for left hands.
    public private(set) var left: Left
    /// The recogniser for right hands.
    public private(set) var right: Right

    private var lastLeft: CGPoint?
    private var lastRight: CGPoint?

    /// Creates a router for two recognisers.
    public init(left: Left, right: Right) {
        self.left = left
        self.right = right
    }

    /// Passes on the next frame's hands; a recogniser without a hand gets nil.
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
