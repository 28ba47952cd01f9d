import Foundation

/// A class that a classifier returns.
open class ResultCategory: NSObject, @unchecked Sendable {
    /// The index of the class in its list, or −1 if it is meaningless.
    public let index: Int
    /// The score, between 0 and 1.
    public let score: Float
    /// The name of the class in the model; nil if the model has none.
    public let categoryName: String?
    /// The name to show to people, in the requested language.
    public let displayName: String?

    /// Creates a category.
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

/// The classes that one head of a classifier returns.
open class Classifications: NSObject, @unchecked Sendable {
    /// The number of the classifier's head.
    public let headIndex: Int
    /// The name of the classifier's head; nil if it has none.
    public let headName: String?
    /// The classes.
    public let categories: [ResultCategory]

    /// Creates the result of a head without a name.
    public convenience init(headIndex: Int, categories: [ResultCategory]) {
        self.init(headIndex: headIndex, headName: nil, categories: categories)
    }

    /// Creates the result of a head.
    public init(headIndex: Int, headName: String?, categories: [ResultCategory]) {
        self.headIndex = headIndex
        self.headName = headName
        self.categories = categories
    }
}

/// The result of a classifier. The tasks in this module return their categories directly instead.
open class ClassificationResult: NSObject, @unchecked Sendable {
    /// The result of each head of the classifier.
    public let classifications: [Classifications]
    /// The time of the results, or −1 if there is none.
    public let timestampInMilliseconds: Int

    /// Creates a result without a time.
    public convenience init(classifications: [Classifications]) {
        self.init(classifications: classifications, timestampInMilliseconds: -1)
    }

    /// Creates a result with a time.
    public init(classifications: [Classifications], timestampInMilliseconds: Int) {
        self.classifications = classifications
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}
