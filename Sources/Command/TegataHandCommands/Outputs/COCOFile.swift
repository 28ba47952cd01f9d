import TegataBuffers
import TegataHands
import TegataRecords
import TegataSystem
import TegataTool

extension ResultFormat {
    static let coco = ResultFormat(
        option: .text(
            "--coco", "OUT.json", "write keypoints and boxes in pixels, in COCO format",
            values: .files(["json"]))
    ) { path, _, _ in try COCOFile(path) }
}

/// A file of points and boxes in pixels, in the format of the COCO data set. Annotations are written as they arrive;
/// images and the category follow.
private final class COCOFile: ResultFile {
    private let file: PendingFile
    var path: String { file.path }
    /// The images as JSON.
    private var pictures: [String] = []
    private var annotationCount = 0

    init(_ path: String) throws {
        file = try PendingFile(for: path)
        try write("{\"annotations\":[")
    }

    func append(_ found: FoundHands) throws {
        guard let hands = found.hands else { return }
        let picture = JSONWriter.object { json in
            json.member("id", pictures.count + 1)
            json.member("file_name", Self.fileName(of: hands, found.stem))
            json.member("width", hands.width)
            json.member("height", hands.height)
            if let frame = hands.frame {
                json.member("source", hands.source)
                json.member("frame", frame.index)
                json.member("timestampMs", frame.milliseconds)
            }
        }
        pictures.append(picture)
        for hand in hands.hands {
            annotationCount += 1
            let text = annotation(of: hand, width: Float(hands.width), height: Float(hands.height))
            try write((annotationCount == 1 ? "\n" : ",\n") + text)
        }
    }

    /// Returns the source of an image, or the name that an image file of the frame would have.
    private static func fileName(of hands: FrameRecord, _ stem: String?) -> String {
        guard let frame = hands.frame, let stem else { return hands.source }
        return "\(stem)-\(sixDigits(frame.index)).png"
    }

    private func annotation(of hand: HandResult, width: Float, height: Float) -> String {
        var numbers: [Float] = []
        var shownCount = 0
        for point in hand.landmarks {
            let isShown = (0...1).contains(point.x) && (0...1).contains(point.y)
            if isShown { shownCount += 1 }
            // Points outside the image are marked as not annotated.
            numbers += isShown ? [point.x * width, point.y * height, 2] : [0, 0, 0]
        }
        let box = Self.box(around: hand.landmarks, width: width, height: height)
        return JSONWriter.object { json in
            json.member("id", annotationCount)
            json.member("image_id", pictures.count)
            json.member("category_id", 1)
            json.member("keypoints", numbers)
            json.member("num_keypoints", shownCount)
            json.member("bbox", box)
            json.member("area", box[2] * box[3])
            json.member("iscrowd", 0)
            json.member("score", hand.presence)
            if let identifier = hand.identifier { json.member("track_id", identifier) }
            json.object("attributes") { json in
                json.member("handedness", hand.handedness.name)
                if let gesture = hand.gesture { json.member("gesture", gesture.name) }
            }
        }
    }

    /// Returns the left and upper edges, the width and the height in pixels of the part inside the image.
    private static func box(around points: HandPoints, width: Float, height: Float) -> [Float] {
        func range(_ places: [Float], _ end: Float) -> (start: Float, size: Float) {
            let places = places.filter(\.isFinite).map { max(0, min(end, $0 * end)) }
            guard let first = places.min(), let last = places.max() else { return (0, 0) }
            return (first, last - first)
        }
        let (across, down) = (range(points.map(\.x), width), range(points.map(\.y), height))
        return [across.start, down.start, across.size, down.size]
    }

    func finish() throws {
        try write("\n],\n\"images\":[")
        for (index, picture) in pictures.enumerated() { try write((index == 0 ? "\n" : ",\n") + picture) }
        try write("\n],\n\"categories\":[\n" + Self.category + "\n]}\n")
        try file.commit()
    }

    /// The hand category with its keypoints and lines, whose indices begin at 1.
    private static let category: String = {
        JSONWriter.object { json in
            json.member("id", 1)
            json.member("name", "hand")
            json.member("supercategory", "person")
            json.member("keypoints", HandLandmark.allCases.map(\.name))
            json.member(
                "skeleton", HandPart.all.flatMap(\.connections).map { [$0.start.index + 1, $0.end.index + 1] })
        }
    }()

    private func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        try file.append(bytes.span.bytes)
    }
}
