/// What the columns of an annotation file are called; nil for the usual names, whichever the file has.
package struct AnnotationColumns: Sendable, Equatable {
    /// The picture's or video's path.
    package var media: String?
    package var label: String?
    /// Where in a video the action begins and ends.
    package var start: String?
    package var end: String?
    /// The person or session.
    package var group: String?

    package init(
        media: String? = nil, label: String? = nil, start: String? = nil, end: String? = nil, group: String? = nil
    ) {
        self.media = media
        self.label = label
        self.start = start
        self.end = end
        self.group = group
    }
}
