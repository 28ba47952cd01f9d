import TegataClassifiers

/// A labelled item of a data set, before anything is decoded.
package struct DataItem: Sendable, Equatable {
    package var content: Content
    /// The index of the label in the data set's list.
    package var label: Int
    /// The person or session that the item belongs to; nil if unknown.
    package var group: String?
    /// The place that describes the item: a row of a table, or the image or video itself.
    package var place: DataPlace

    package enum Content: Sendable, Equatable {
        case picture(PictureItem)
        case clip(ClipItem)
        /// A hand with known points.
        case hand(HandKeyPoints)
        /// One hand over consecutive frames; `rate` is in frames per second, nil if unknown.
        case sequence([HandKeyPoints], rate: Double?)
    }

    package init(_ content: Content, label: Int, group: String? = nil, place: DataPlace) {
        self.content = content
        self.label = label
        self.group = group
        self.place = place
    }

    /// The path of the file or directory with pixels; nil for items that consist of points.
    package var path: String? {
        switch content {
        case .picture(let picture): picture.path
        case .clip(let clip): clip.path
        case .hand, .sequence: nil
        }
    }
}

/// An image, and which of its hands carries the label.
package struct PictureItem: Sendable, Hashable {
    package var path: String
    /// The box of the labelled hand; nil if the label applies to the whole image.
    package var box: HandBox?

    package init(path: String, box: HandBox? = nil) {
        self.path = path
        self.box = box
    }
}

/// A video, a directory of frames, or part of either.
package struct ClipItem: Sendable, Hashable {
    package var path: String
    /// The start and end of the part; nil for the start and end of the video.
    package var start: ClipTime?
    package var end: ClipTime?
    /// The frame rate of a directory of frames, per second; nil for the usual rate. Videos have their own rate.
    package var frameRate: Double?

    package init(path: String, start: ClipTime? = nil, end: ClipTime? = nil, frameRate: Double? = nil) {
        self.path = path
        self.start = start
        self.end = end
        self.frameRate = frameRate
    }
}

/// A position in a video.
package enum ClipTime: Sendable, Hashable {
    case seconds(Double)
    /// The number of a frame, from 0.
    case frame(Int)

    /// Returns the position in seconds, for a video with `rate` frames per second.
    func seconds(rate: Double) -> Double {
        switch self {
        case .seconds(let seconds): seconds
        case .frame(let frame): Double(frame) / rate
        }
    }
}

/// An upright box around a hand, in fractions of the image's width and height, measured from its upper left corner.
package struct HandBox: Sendable, Hashable {
    /// The distance from the image's left edge to the box's left edge.
    package var left: Float
    /// The distance from the image's upper edge to the box's upper edge.
    package var top: Float
    /// The width of the box.
    package var width: Float
    /// The height of the box.
    package var height: Float

    /// Creates a box from its position and size.
    package init(left: Float, top: Float, width: Float, height: Float) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    /// Returns the intersection over union of both boxes; 0 if they do not touch.
    package func overlap(with other: HandBox) -> Float {
        let across = min(left + width, other.left + other.width) - max(left, other.left)
        let along = min(top + height, other.top + other.height) - max(top, other.top)
        guard across > 0, along > 0 else { return 0 }
        let common = across * along
        return common / (width * height + other.width * other.height - common)
    }
}

/// The origin of a data set's item, as given in messages.
package struct DataPlace: Sendable, Hashable, CustomStringConvertible {
    /// The path of the image, video, directory or table.
    package var file: String
    /// The line in a table, counted from 1, or the row in an array, counted from 0; nil for the whole file.
    package var row: Int?
    /// The name of an entry, in files whose entries have names; nil otherwise.
    package var key: String?

    /// Creates the place of a row, of an entry, or of a whole file.
    package init(file: String, row: Int? = nil, key: String? = nil) {
        self.file = file
        self.row = row
        self.key = key
    }

    /// The file, followed by the row or the entry.
    package var description: String {
        if let key { return "\(file): '\(key)'" }
        return row.map { "\(file): row \($0)" } ?? file
    }
}
