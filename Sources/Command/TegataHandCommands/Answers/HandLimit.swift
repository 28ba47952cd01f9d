import TegataAnswers

/// How many hands are looked for: where as many are found, there may be more, which is said once.
struct HandLimit {
    private let count: Int
    private var isTold = false

    init(_ count: Int) {
        self.count = count
    }

    /// What goes behind the number of hands; nil where nothing needs to be said.
    mutating func remark(on hands: HandsOfPicture) -> String? {
        guard hands.hands.count >= count, !isTold else { return nil }
        isTold = true
        return "as many as were asked for; --num-hands N finds more"
    }
}
