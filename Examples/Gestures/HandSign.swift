/// A sign of the game.
public enum HandSign: String, CaseIterable, Sendable {
    case stone, paper, scissors

    /// Whether it wins against another.
    public func beats(_ other: HandSign) -> Bool {
        switch (self, other) {
        case (.stone, .scissors), (.paper, .stone), (.scissors, .paper): true
        default: false
        }
    }
}
