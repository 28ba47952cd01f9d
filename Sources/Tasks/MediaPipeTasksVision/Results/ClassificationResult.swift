import Foundation

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
