/// Which of a fixed number of places each hand has.
struct HandSlots {
    /// Who had each place last.
    private var identifiers: [Int?]

    init(count: Int) {
        identifiers = Array(repeating: nil, count: count)
    }

    /// For each place the index of the hand that has it. Hands with a number keep theirs; new ones, and those without,
    /// take the first free one, those that nobody had before others.
    mutating func places(of hands: [Int?]) -> [Int?] {
        var places: [Int?] = Array(repeating: nil, count: identifiers.count)
        var waiting: [Int] = []
        for (index, identifier) in hands.enumerated() {
            if let identifier, let place = identifiers.firstIndex(of: identifier) {
                places[place] = index
            } else {
                waiting.append(index)
            }
        }
        for index in waiting {
            let free = places.indices.filter { places[$0] == nil }
            guard let place = free.first(where: { identifiers[$0] == nil }) ?? free.first else { break }
            places[place] = index
            identifiers[place] = hands[index]
        }
        return places
    }
}
