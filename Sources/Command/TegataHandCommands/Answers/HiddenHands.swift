import TegataAnswers
import TegataHands

/// Which hands are hidden in the frames of a video: those that are there, and for a while those that were there before,
/// because tracking misses hands for moments in which they are to be seen.
struct HiddenHands {
    /// For how long a hand stays hidden where it was last.
    private static let holdMilliseconds = 500

    private var last: [Int: (hand: HandResult, milliseconds: Int)] = [:]

    /// The hands that are hidden in the next frame.
    mutating func hands(in answer: HandsOfPicture) -> [HandResult] {
        guard let milliseconds = answer.frame?.milliseconds else { return answer.hands }
        let present = Set(answer.hands.compactMap(\.identifier))
        last = last.filter { milliseconds - $1.milliseconds <= Self.holdMilliseconds }
        let missed = last.filter { !present.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value.hand)
        for hand in answer.hands {
            if let identifier = hand.identifier { last[identifier] = (hand, milliseconds) }
        }
        return answer.hands + missed
    }
}
