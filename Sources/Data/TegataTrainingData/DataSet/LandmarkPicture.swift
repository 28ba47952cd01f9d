import TegataClassifiers
import TegataTables

/// The hands found in an image, as written by Tegata.
struct LandmarkPicture {
    /// The path of the image or video.
    let source: String
    /// The label that the file assigns to the hands; nil if there is none.
    let label: String?
    /// Whether the image is a frame of a video.
    let isFrame: Bool
    let milliseconds: Double?
    var hands: [LandmarkLine.Hand]
    /// The number of hands, including those with damaged points.
    var handCount: Int
    let place: DataPlace
}

extension Chirality {
    /// Reads the name of a hand as Tegata writes it.
    init(_ name: String?) {
        switch name {
        case "Left": self = .left
        case "Right": self = .right
        default: self = .unknown
        }
    }
}

/// Reads hands from lines of JSON.
enum LandmarkLine {
    /// A hand and its ID in a video.
    struct Hand {
        var points: HandKeyPoints
        var identifier: Int
    }

    /// Returns the aspect ratio of an image; 1 if the line does not contain it.
    static func aspectRatio(of picture: JSONNode) -> Float {
        let width = picture["width"]?.number ?? 1
        let height = picture["height"]?.number ?? 1
        let ratio = width > 0 && height > 0 ? Float(width / height) : 1
        return ratio.isFinite && ratio > 0 ? ratio : 1
    }

    /// Returns nil if the hand does not have 21 points with x and y.
    static func hand(_ node: JSONNode, aspectRatio: Float) -> Hand? {
        guard let points = node["landmarks"]?.elements, points.count == HandKeyPoints.pointCount else { return nil }
        var places: [(Float, Float)] = []
        for point in points {
            guard let x = point["x"]?.number, let y = point["y"]?.number, x.magnitude < 100, y.magnitude < 100 else {
                return nil
            }
            places.append((Float(x), Float(y)))
        }
        let chirality = Chirality(node["handedness"]?["categoryName"]?.string)
        let identifier = node["id"]?.number.flatMap { Int(exactly: $0) } ?? 0
        return Hand(
            points: HandKeyPoints(chirality: chirality, aspectRatio: aspectRatio) {
                (places[$0].0, places[$0].1, 1)
            }, identifier: identifier)
    }
}

/// The labels for hands in images: the label that the user specified, or else one from the name of a directory, an
/// image or the file.
struct LandmarkLabels {
    private let label: String?
    private let usesFolders: Bool
    private let usesNames: Bool
    private let fileLabel: String

    init(sources: [String], file: String, label: String?) {
        self.label = label
        let folders = Set(sources.map { FolderContents.folder(of: $0) })
        usesFolders = folders.count > 1
        let names = Set(
            sources.map { DataSetReader.label(ofFile: FolderContents.name(of: $0), separators: [".", "_"]) })
        usesNames = names.count > 1 && names.count < sources.count
        fileLabel = DataSetReader.label(ofFile: FolderContents.name(of: file), separators: ["."])
    }

    func label(of source: String) -> String {
        if let label { return label }
        if usesFolders { return FolderContents.name(of: FolderContents.folder(of: source)) }
        if usesNames { return DataSetReader.label(ofFile: FolderContents.name(of: source), separators: [".", "_"]) }
        return fileLabel
    }
}
