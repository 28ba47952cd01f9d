import TegataClassifiers

/// A picture, and which of its hands is meant.
package struct PictureItem: Sendable, Hashable {
    package var path: String
    /// Where the labelled hand is; nil where the picture as a whole has the label.
    package var box: HandBox?
    /// Which hand it is, where the data set says so.
    package var chirality: Chirality

    package init(path: String, box: HandBox? = nil, chirality: Chirality = .unknown) {
        self.path = path
        self.box = box
        self.chirality = chirality
    }
}
