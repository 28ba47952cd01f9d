import Foundation

/// A class that a classifier answers with.
open class ResultCategory: NSObject, @unchecked Sendable {
    /// The number of the class in its list, or −1 where that means nothing.
    public let index: Int
    /// How sure the classifier is, between 0 and 1.
    public let score: Float
    /// The name of the class as it is in the model, nil where the model has none.
    public let categoryName: String?
    /// The name to show to people, in the language that was asked for.
    public let displayName: String?

    /// A category of one's own making.
    public init(index: Int, score: Float, categoryName: String?, displayName: String?) {
        self.index = index
        self.score = score
        self.categoryName = categoryName
        self.displayName = displayName
    }

    /// All four properties.
    open override var description: String {
        "<ResultCategory: index=\(index) score=\(score) categoryName=\(categoryName ?? "nil") displayName=\(displayName ?? "nil")>"
    }
}
