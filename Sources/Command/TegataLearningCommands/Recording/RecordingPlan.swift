import TegataTool

/// Which frames are taken, and for which class.
enum RecordingPlan {
    case keys(KeyedTakes)
    case countdown(CountdownTakes)
    case ranges(RangedTakes)

    /// What a frame is taken for: frames of one number belong to one clip.
    struct Take: Equatable {
        let label: Int
        let number: Int
    }

    /// What the frame at this time is taken for; nil where it is not.
    mutating func take(at milliseconds: Int) -> Take? {
        switch self {
        case .keys(var takes):
            let take = takes.take(at: milliseconds, keys: Keyboard.pressed())
            self = .keys(takes)
            return take
        case .countdown(var takes):
            let take = takes.take(at: milliseconds)
            self = .countdown(takes)
            return take
        case .ranges(var takes):
            let take = takes.take(at: milliseconds)
            self = .ranges(takes)
            return take
        }
    }

    /// The video has ended.
    mutating func end() {
        guard case .countdown(var takes) = self else { return }
        takes.end()
        self = .countdown(takes)
    }

    /// Whether nothing will be taken any more.
    var isDone: Bool {
        switch self {
        case .keys(let takes): takes.isDone
        case .countdown(let takes): takes.isDone
        case .ranges: false
        }
    }
}
