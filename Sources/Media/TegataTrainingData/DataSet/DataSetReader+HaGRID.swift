import TegataClassifiers

extension DataSetReader {
    /// Adds the hands of annotations; pictures are looked for in and below the folders among `paths`.
    ///
    /// Where none of the pictures is there, landmarks stand for their hands.
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
                        "\(file.file): \(without) hand\(without == 1 ? " has" : "s have") no landmarks and no picture,"
                            + " and \(without == 1 ? "is" : "are") left out; name the folder of pictures too"))
            }
            if !file.unitedLabels.isEmpty {
                builder.notices.append(
                    .twoHandedSkipped(
                        file: file.file, count: file.unitedLabels.count, labels: Set(file.unitedLabels).sorted()))
            }
        }
    }
}
