import Foundation

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
