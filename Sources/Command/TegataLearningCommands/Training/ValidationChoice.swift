/// What a training is judged by.
enum ValidationChoice: Sendable, Equatable {
    case share(Double)
    case folds(Int)
    case none
    /// Other data.
    case data(String)

    init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        if text == "none" {
            self = .none
        } else if let count = Int(text) {
            guard (2...100).contains(count) else { return nil }
            self = .folds(count)
        } else if let share = Double(text) {
            guard share > 0, share < 1 else { return nil }
            self = .share(share)
        } else {
            self = .data(text)
        }
    }
}
