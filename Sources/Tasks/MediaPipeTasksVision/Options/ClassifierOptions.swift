import Foundation

/// Which of its classes a classifier may answer, and how many.
open class ClassifierOptions: NSObject, NSCopying {
    /// The language of display names; nil is English.
    open var displayNamesLocale: String?
    /// The most classes that take part; 0 and less is all of them.
    open var maxResults = -1
    /// The score below which a class does not count, in place of the one in the model's metadata, also where it is 0.
    /// Without options, the one in the metadata counts.
    open var scoreThreshold: Float = 0
    /// If it is not empty, the only classes that count. Names that the model does not have are ignored.
    open var categoryAllowlist: [String]?
    /// If it is not empty, classes that do not count. An allowlist goes before it.
    open var categoryDenylist: [String]?

    /// Options by which all classes count.
    public override init() {}

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        ClassifierOptions(copying: self)
    }

    convenience init(copying other: ClassifierOptions) {
        self.init()
        displayNamesLocale = other.displayNamesLocale
        maxResults = other.maxResults
        scoreThreshold = other.scoreThreshold
        categoryAllowlist = other.categoryAllowlist
        categoryDenylist = other.categoryDenylist
    }
}
