import TegataClassifiers
import TegataHands
import TegataTables

/// The columns of a table of hands as written by `--csv`.
struct LandmarkTable {
    private let columns: [String: Int]
    private let source: Int
    private let points: [(x: Int, y: Int)]

    /// Returns nil if the table has other columns.
    init?(columns names: [String]) {
        var columns: [String: Int] = [:]
        for (place, name) in names.enumerated() where columns[name] == nil { columns[name] = place }
        guard let source = columns["source"], columns["hand"] != nil else { return nil }
        var points: [(x: Int, y: Int)] = []
        for point in HandLandmark.allCases {
            guard let x = columns["\(point.name)_x"], let y = columns["\(point.name)_y"] else { return nil }
            points.append((x, y))
        }
        self.columns = columns
        self.source = source
        self.points = points
    }

    /// Returns the images of `rows`. Each row has one hand, and the hands of an image are consecutive.
    func pictures(_ rows: [DelimitedText.Row], file: String) -> [LandmarkPicture] {
        var pictures: [LandmarkPicture] = []
        for row in rows {
            func cell(_ name: String) -> String? {
                columns[name].flatMap { row.cells.indices.contains($0) ? row.cells[$0] : nil }
            }
            let source = row.cells.indices.contains(source) ? row.cells[source] : ""
            let milliseconds = cell("timestamp_ms").flatMap { Double($0) }
            let isFrame = cell("frame").map { !$0.isEmpty } ?? false
            let hand = hand(row, cell)
            if let last = pictures.last, last.source == source, last.milliseconds == milliseconds,
                cell("hand") != "0"
            {
                pictures[pictures.count - 1].hands += hand.map { [$0] } ?? []
                pictures[pictures.count - 1].handCount += 1
            } else {
                pictures.append(
                    LandmarkPicture(
                        source: source, label: nil, isFrame: isFrame, milliseconds: milliseconds,
                        hands: hand.map { [$0] } ?? [], handCount: 1, place: DataPlace(file: file, row: row.line)))
            }
        }
        return pictures
    }

    /// Returns nil if a row does not have all points.
    private func hand(_ row: DelimitedText.Row, _ cell: (String) -> String?) -> LandmarkLine.Hand? {
        var places: [(Float, Float)] = []
        for (x, y) in points {
            guard row.cells.indices.contains(x), row.cells.indices.contains(y), let x = Float(row.cells[x]),
                let y = Float(row.cells[y]), x.magnitude < 1e6, y.magnitude < 1e6
            else { return nil }
            places.append((x, y))
        }
        let width = cell("width").flatMap { Float($0) } ?? 1
        let height = cell("height").flatMap { Float($0) } ?? 1
        guard width >= 1, height >= 1, width < 1e6, height < 1e6 else { return nil }
        // No hand lies this far outside its image, so the coordinates are pixels.
        if places.contains(where: { $0.0.magnitude > 8 || $0.1.magnitude > 8 }) {
            places = places.map { ($0.0 / width, $0.1 / height) }
        }
        // Use the index of the hand in the image if there is no track ID.
        let identifier = cell("id").flatMap { Int($0) } ?? cell("hand").flatMap { Int($0) } ?? 0
        return LandmarkLine.Hand(
            points: HandKeyPoints(chirality: Chirality(cell("handedness")), aspectRatio: width / height) {
                (places[$0].0, places[$0].1, 1)
            }, identifier: identifier)
    }
}
