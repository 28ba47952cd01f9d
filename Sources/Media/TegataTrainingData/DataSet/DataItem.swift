import TegataClassifiers

/// A labelled piece of a data set; nothing of it has been decoded yet.
package struct DataItem: Sendable, Equatable {
    package var content: Content
    /// The label's place in the data set's list.
    package var label: Int
    /// The person or session that it belongs to, where that is known.
    package var group: String?
    /// Where it is described: the row of a table, or the picture or video itself.
    package var place: DataPlace

    package enum Content: Sendable, Equatable {
        case picture(PictureItem)
        case clip(ClipItem)
        /// A hand whose points are known already.
        case hand(HandKeyPoints)
        /// One hand in frame after frame; `rate` is how many frames a second there are, nil where nobody says.
        case sequence([HandKeyPoints], rate: Double?)
    }

    package init(_ content: Content, label: Int, group: String? = nil, place: DataPlace) {
        self.content = content
        self.label = label
        self.group = group
        self.place = place
    }

    /// The file or folder with pixels; nil where points alone are known.
    package var path: String? {
        switch content {
        case .picture(let picture): picture.path
        case .clip(let clip): clip.path
        case .hand, .sequence: nil
        }
    }
}
