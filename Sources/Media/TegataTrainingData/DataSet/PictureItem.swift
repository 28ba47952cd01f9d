/// A picture, and which of its hands is meant.
package struct PictureItem: Sendable, Hashable {
    package var path: String
    /// Where the labelled hand is; nil where the picture as a whole has the label.
    package var box: HandBox?

    package init(path: String, box: HandBox? = nil) {
        self.path = path
        self.box = box
    }
}
