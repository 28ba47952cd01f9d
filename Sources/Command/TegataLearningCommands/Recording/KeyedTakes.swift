/// Frames that are taken when somebody presses the key of a class.
struct KeyedTakes {
    private let keys: [UInt8: Int]
    private let isOfClips: Bool
    /// After how long a clip ends by itself, in milliseconds.
    private let clipLength: Int?
    private(set) var isDone = false

    private var number = 0
    /// The clip that is being taken, and when it began.
    private var current: (label: Int, start: Int)?

    private static let endingKeys: Set<UInt8> = [UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04]
    private static let escape: UInt8 = 0x1B

    init(_ classes: RecordingClasses, isOfClips: Bool, clipLength: Int?) {
        keys = Dictionary(uniqueKeysWithValues: classes.keyed.map { ($0.key, $0.index) })
        self.isOfClips = isOfClips
        self.clipLength = clipLength
    }

    /// What the frame at this time is taken for, with the keys pressed since the last one; no keys will come where that
    /// is nil. A key takes a picture; or it begins a clip, which the same one ends, or any other.
    mutating func take(at milliseconds: Int, keys pressed: [UInt8]?) -> RecordingPlan.Take? {
        guard let pressed else {
            isDone = true
            return nil
        }
        if !isOfClips { current = nil }
        if let current, let clipLength, milliseconds - current.start >= clipLength { self.current = nil }
        // What begins with it are the arrows and their like.
        if pressed.first == Self.escape {
            isDone = pressed.count == 1
        } else {
            for key in pressed { press(key, milliseconds) }
        }
        guard !isDone, let current else { return nil }
        return RecordingPlan.Take(label: current.label, number: number)
    }

    private mutating func press(_ key: UInt8, _ milliseconds: Int) {
        if Self.endingKeys.contains(key) { isDone = true }
        let small = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(key) ? key + 0x20 : key
        let label = keys[small]
        let isEnding = isOfClips && label == current?.label
        current = isEnding ? nil : label.map { ($0, milliseconds) }
        number += 1
    }
}
