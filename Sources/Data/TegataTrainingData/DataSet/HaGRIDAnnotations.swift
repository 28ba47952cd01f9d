import TegataClassifiers
import TegataSystem
import TegataTables

/// A HaGRID annotation file, version 1 or 2: the boxes, labels and landmarks of each image's hands.
struct HaGRIDAnnotations {
    let file: String
    let pictures: [Picture]
    /// Labels for both hands together, which are skipped.
    let unitedLabels: [String]

    struct Picture {
        /// The image's file name without its extension.
        let key: String
        let user: String?
        let hands: [Hand]
        /// The reason why one of the image's hands cannot be used; nil if all can.
        let problem: String?
    }

    struct Hand {
        let label: String
        let box: HandBox?
        /// 21 points in fractions of the image's width and height, without depth.
        let points: HandKeyPoints?
    }

    /// Returns nil if the JSON has another form.
    init?(_ node: JSONNode, file: String) {
        guard let members = node.members, let first = members.first?.value, Self.isPicture(first) else { return nil }
        self.file = file
        var united: [String] = []
        pictures = members.map { member in
            united += (member.value["united_label"].flatMap { $0.elements } ?? []).compactMap(\.string)
            return Self.picture(member)
        }
        unitedLabels = united
    }

    private static func isPicture(_ node: JSONNode) -> Bool {
        node["labels"]?.elements != nil && (node["bboxes"]?.elements != nil || landmarks(node)?.elements != nil)
    }

    private static func landmarks(_ node: JSONNode) -> JSONNode? { node["landmarks"] ?? node["hand_landmarks"] }

    private static func picture(_ member: JSONMember) -> Picture {
        let labels = member.value["labels"]?.elements ?? []
        let boxes = member.value["bboxes"]?.elements ?? []
        let points = landmarks(member.value)?.elements ?? []
        var hands: [Hand] = []
        var problem: String?
        for (index, label) in labels.enumerated() {
            guard let label = label.string else {
                problem = "label \(index + 1) is not text"
                continue
            }
            let box = index < boxes.count ? self.box(boxes[index]) : nil
            if index < boxes.count, box == nil {
                problem = "box \(index + 1) is not four numbers from 0 to 1"
                continue
            }
            hands.append(Hand(label: label, box: box, points: index < points.count ? hand(points[index]) : nil))
        }
        let user = member.value["user_id"].flatMap { $0.string ?? $0.number.map { "\($0)" } }
        return Picture(key: member.name, user: user, hands: hands, problem: problem)
    }

    private static func box(_ node: JSONNode) -> HandBox? {
        guard let numbers = node.elements?.compactMap(\.number), numbers.count == 4,
            numbers.allSatisfy({ $0 >= -1 && $0 <= 2 }), numbers[2] > 0, numbers[3] > 0
        else { return nil }
        return HandBox(
            left: Float(numbers[0]), top: Float(numbers[1]), width: Float(numbers[2]), height: Float(numbers[3]))
    }

    private static func hand(_ node: JSONNode) -> HandKeyPoints? {
        guard let points = node.elements, points.count == HandKeyPoints.pointCount else { return nil }
        var places: [(Float, Float)] = []
        for point in points {
            guard let numbers = point.elements?.compactMap(\.number), numbers.count >= 2,
                numbers[0].magnitude < 100, numbers[1].magnitude < 100
            else { return nil }
            places.append((Float(numbers[0]), Float(numbers[1])))
        }
        return HandKeyPoints { (places[$0].0, places[$0].1, 1) }
    }

    // MARK: Files

    /// Returns the annotation files at `paths` and up to three directory levels below; empty if they contain other
    /// data.
    static func files(in paths: [String], kind: DataSetKind) throws(DataSetError) -> [HaGRIDAnnotations] {
        guard kind == .poses else { return [] }
        var files: [String] = []
        var read: Set<FileTree.Identity> = []
        for path in paths { addFiles(path, depth: 0, except: &read, to: &files) }
        var result: [HaGRIDAnnotations] = []
        for file in files where begins(file) {
            let node: JSONNode
            do throws(TableFileError) { node = try JSONReader.value(ofFileAt: file) } catch { throw .table(error) }
            if let annotations = HaGRIDAnnotations(node, file: file) { result.append(annotations) }
        }
        return result
    }

    private static func addFiles(
        _ path: String, depth: Int, except read: inout Set<FileTree.Identity>, to files: inout [String]
    ) {
        guard FileTree.isFolder(path) else {
            if path.lowercased().hasSuffix(".json"), FileTree.isFile(path) { files.append(path) }
            return
        }
        guard depth <= 3, let contents = try? FolderContents(path, for: .poses, except: &read) else { return }
        files += contents.paths(of: .json)
        for folder in contents.folders {
            addFiles(contents.path(of: folder), depth: depth + 1, except: &read, to: &files)
        }
    }

    /// Whether the start of a file looks like HaGRID annotations; reads only the start.
    private static func begins(_ path: String) -> Bool {
        guard let file = try? InputFile(path, acceptingPipes: false), let start = try? file.next(atMost: 1 << 16) else {
            return false
        }
        let text = String(decoding: start, as: UTF8.self)
        return text.contains("\"labels\"") && (text.contains("\"bboxes\"") || text.contains("landmarks\""))
    }
}

extension DataSetReader {
    /// Adds the annotated hands, with images from the directories in `paths` and below them.
    ///
    /// If none of the images exists, the annotated landmarks take their place.
    mutating func addHaGRID(_ files: [HaGRIDAnnotations], pictures paths: [String]) throws(DataSetError) {
        let folders = paths.map { MediaForm($0, for: kind) == .json ? FolderContents.folder(of: $0) : $0 }
        let places = files.map { [mediaBelow, kind] file in
            file.pictures.map { picture -> String? in
                for folder in folders {
                    if let path = mediaBelow.path(of: picture.key, in: folder, kind: kind) { return path }
                }
                return nil
            }
        }
        let hasPictures = places.contains { $0.contains { $0 != nil } }
        for (file, places) in zip(files, places) {
            var without = 0
            for (picture, path) in zip(file.pictures, places) {
                let place = DataPlace(file: file.file, key: picture.key)
                if let problem = picture.problem { builder.notices.append(.rowSkipped(place, why: problem)) }
                if hasPictures, path == nil { builder.notices.append(.pictureMissing(place)) }
                for hand in picture.hands {
                    if hasPictures {
                        guard let path else { continue }
                        let item = PictureItem(path: path, box: hand.box)
                        builder.add(.picture(item), label: hand.label, group: picture.user, place: place)
                    } else if let points = hand.points {
                        builder.add(.hand(points), label: hand.label, group: picture.user, place: place)
                    } else {
                        without += 1
                    }
                }
            }
            if without > 0 {
                builder.notices.append(
                    .other(
                        "\(file.file): \(without) hand\(without == 1 ? " has" : "s have") no landmarks and no image,"
                            + " and \(without == 1 ? "is" : "are") skipped; also pass the folder of images"))
            }
            if !file.unitedLabels.isEmpty {
                builder.notices.append(
                    .twoHandedSkipped(
                        file: file.file, count: file.unitedLabels.count, labels: Set(file.unitedLabels).sorted()))
            }
        }
    }
}
