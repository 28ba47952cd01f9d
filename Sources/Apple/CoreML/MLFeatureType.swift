/// A stand-in for the types of a model's inputs and outputs, with Core ML's raw values.
public enum MLFeatureType: Int, Sendable {
    /// None of the others.
    case invalid = 0
    /// An integer.
    case int64 = 1
    /// A floating-point number.
    case double = 2
    /// A text.
    case string = 3
    /// A picture.
    case image = 4
    /// An array of numbers.
    case multiArray = 5
    /// Numbers by text or integer.
    case dictionary = 6
    /// Texts or integers in order. Nothing here takes or gives them.
    case sequence = 7
    /// What a model remembers. Nothing here has such.
    case state = 8

    /// As errors call it.
    var name: String {
        switch self {
        case .invalid: "an invalid value"
        case .int64: "an integer"
        case .double: "a Double"
        case .string: "a String"
        case .image: "an image"
        case .multiArray: "a multi-array"
        case .dictionary: "a dictionary"
        case .sequence: "a sequence"
        case .state: "a state"
        }
    }
}
