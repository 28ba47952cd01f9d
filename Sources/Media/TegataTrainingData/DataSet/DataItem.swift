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

/// A video, a folder of frames, or a part of one.
package struct ClipItem: Sendable, Hashable {
    package var path: String
    /// Where the part begins and ends; nil for the beginning and the end of the video.
    package var start: ClipTime?
    package var end: ClipTime?
    /// How many frames a second a folder of frames has; nil for the usual rate. Videos have their own.
    package var frameRate: Double?

    package init(path: String, start: ClipTime? = nil, end: ClipTime? = nil, frameRate: Double? = nil) {
        self.path = path
        self.start = start
        self.end = end
        self.frameRate = frameRate
    }
}

/// A place in a video.
package enum ClipTime: Sendable, Hashable {
    case seconds(Double)
    /// The number of a frame, from 0.
    case frame(Int)

    /// The place in seconds, in a video with so many frames a second.
    func seconds(rate: Double) -> Double {
        switch self {
        case .seconds(let seconds): seconds
        case .frame(let frame): Double(frame) / rate
        }
    }
}

/// An upright box around a hand, in fractions of the picture's sides from its upper left corner.
package struct HandBox: Sendable, Hashable {
    /// From the picture's left side to the box's.
    package var left: Float
    /// From the picture's upper side to the box's.
    package var top: Float
    /// From the left side of the box to its right one.
    package var width: Float
    /// From the upper side of the box to its lower one.
    package var height: Float

    /// The box of these sides.
    package init(left: Float, top: Float, width: Float, height: Float) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    /// The area that both have by the area that either has; 0 where they do not touch.
    package func overlap(with other: HandBox) -> Float {
        let across = min(left + width, other.left + other.width) - max(left, other.left)
        let along = min(top + height, other.top + other.height) - max(top, other.top)
        guard across > 0, along > 0 else { return 0 }
        let common = across * along
        return common / (width * height + other.width * other.height - common)
    }
}

/// Where an item of a data set comes from, as messages name it.
package struct DataPlace: Sendable, Hashable, CustomStringConvertible {
    /// The picture, video, folder or table.
    package var file: String
    /// The line of a table, from 1, or the row of an array, from 0; nil where the whole file is meant.
    package var row: Int?
    /// The name of an entry of a file whose entries have names.
    package var key: String?

    /// The row or the entry of a file, or all of it.
    package init(file: String, row: Int? = nil, key: String? = nil) {
        self.file = file
        self.row = row
        self.key = key
    }

    /// The file, and the row or the entry in it.
    package var description: String {
        if let key { return "\(file): '\(key)'" }
        return row.map { "\(file): row \($0)" } ?? file
    }
}
