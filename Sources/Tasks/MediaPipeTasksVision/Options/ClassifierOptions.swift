import Foundation

/// Which of its classes a classifier may answer, and how many.
public final class ClassifierOptions: NSObject, NSCopying {
    /// The language of display names; nil is English.
    public var displayNamesLocale: String?
    /// The most classes that take part; 0 and less is all of them.
    public var maxResults = -1
    /// The score below which a class does not count. Only a number above 0 takes the place of the one in the model's
    /// metadata.
    public var scoreThreshold: Float = 0
    /// If it is not empty, the only classes that count. Names that the model does not have are ignored.
    public var categoryAllowlist: [String]?
    /// If it is not empty, classes that do not count. An allowlist goes before it.
    public var categoryDenylist: [String]?

    public override init() {}

    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = ClassifierOptions()
        copy.displayNamesLocale = displayNamesLocale
        copy.maxResults = maxResults
        copy.scoreThreshold = scoreThreshold
        copy.categoryAllowlist = categoryAllowlist
        copy.categoryDenylist = categoryDenylist
        return copy
    }
}
