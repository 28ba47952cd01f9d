/// The lengths of the bones of a person's hand, as two cameras measure them.
public struct HandLengths: Sendable, Equatable {
    /// The lengths that bones may have, in metres.
    public static let range: ClosedRange<Float> = 0.005...0.2

    private let metres: [20 of Float]

    /// Creates lengths in metres, for each landmark except the wrist: its distance from the landmark before it in its
    /// finger, or from the wrist. Nil if a length lies outside ``range``.
    public init?(metres: [20 of Float]) {
        for index in 0..<20 { guard Self.range.contains(metres[index]) else { return nil } }
        self.metres = metres
    }

    /// Returns the length of the bone that ends at a landmark, in metres; nil for the wrist.
    public subscript(landmark: HandLandmark) -> Float? {
        landmark == .wrist ? nil : metres[landmark.index - 1]
    }

    /// Returns the landmark at which the bone that ends at another one begins.
    public static func start(of landmark: HandLandmark) -> HandLandmark {
        let index = landmark.rawValue
        return index == 0 || index % 4 == 1 ? .wrist : HandLandmark(rawValue: index - 1) ?? .wrist
    }

    public static func == (one: HandLengths, other: HandLengths) -> Bool {
        for index in 0..<20 where one.metres[index] != other.metres[index] { return false }
        return true
    }
}
