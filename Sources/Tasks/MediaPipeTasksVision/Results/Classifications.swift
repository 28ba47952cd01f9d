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

/// The classes that one head of a classifier answers with.
open class Classifications: NSObject, @unchecked Sendable {
    /// The number of the classifier's head.
    public let headIndex: Int
    /// The name of the classifier's head, nil where it has none.
    public let headName: String?
    /// The classes.
    public let categories: [ResultCategory]

    /// The classes of a head without a name.
    public convenience init(headIndex: Int, categories: [ResultCategory]) {
        self.init(headIndex: headIndex, headName: nil, categories: categories)
    }

    /// The classes of a head.
    public init(headIndex: Int, headName: String?, categories: [ResultCategory]) {
        self.headIndex = headIndex
        self.headName = headName
        self.categories = categories
    }
}

/// What a classifier answers with. The tasks here return their categories without it.
open class ClassificationResult: NSObject, @unchecked Sendable {
    /// The answer of each head of the classifier.
    public let classifications: [Classifications]
    /// The time that the answers belong to, or −1 where there is none.
    public let timestampInMilliseconds: Int

    /// Answers that belong to no time.
    public convenience init(classifications: [Classifications]) {
        self.init(classifications: classifications, timestampInMilliseconds: -1)
    }

    /// Answers that belong to a time.
    public init(classifications: [Classifications], timestampInMilliseconds: Int) {
        self.classifications = classifications
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}
