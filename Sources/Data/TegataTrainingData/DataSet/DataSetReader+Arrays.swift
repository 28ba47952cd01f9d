import TegataBuffers
import TegataClassifiers
import TegataSystem
import TegataTables

extension DataSetReader {
    /// Adds a .npy file of landmarks: frames × hands × 21 × 3 as written by Tegata, or rows of 21 × 2, 21 × 3, 42 or 63
    /// numbers.
    mutating func addArray(_ path: String, label: String?) throws(DataSetError) {
        let bytes = try Self.bytes(path)
        let array: NPYArray
        do throws(NPYError) { array = try NPYArray(bytes, file: path) } catch {
            throw .formUnknown(path: path, why: error.problemText)
        }
        // The numbers of frames, of hands, and of values per point.
        let (frameCount, handCount, step): (Int, Int, Int)
        switch array.shape {
        case [array.shape.first ?? 0, 42], [array.shape.first ?? 0, 21, 2]:
            (frameCount, handCount, step) = (array.shape[0], 1, 2)
        case [array.shape.first ?? 0, 63], [array.shape.first ?? 0, 21, 3]:
            (frameCount, handCount, step) = (array.shape[0], 1, 3)
        case let shape where shape.count == 4 && shape[2] == 21 && (shape[3] == 2 || shape[3] == 3):
            (frameCount, handCount, step) = (shape[0], shape[1], shape[3])
        default:
            throw .formUnknown(
                path: path,
                why:
                    "has shape \(shapeText(array.shape)); landmarks have the shape frames × hands × 21 × 3, or rows of"
                    + " 42 or 63 numbers"
            )
        }
        // An empty array may declare extents of any size, because the file size does not limit them.
        guard array.count > 0 else {
            throw .formUnknown(
                path: path,
                why: "has shape \(shapeText(array.shape)), which does not contain landmarks; write the file again")
        }
        var values = [Float](repeating: .nan, count: array.count)
        array.forEachFloat { values[$0] = $1 }
        func hand(_ frame: Int, _ hand: Int) -> HandKeyPoints? {
            let start = (frame * handCount + hand) * HandKeyPoints.pointCount * step
            let found = HandKeyPoints { point in
                let (x, y) = (values[start + step * point], values[start + step * point + 1])
                return x.magnitude < 1e6 && y.magnitude < 1e6 ? (x, y, 1) : (.nan, .nan, 0)
            }
            return found.isPresent ? found : nil
        }

        let labels = try frameLabels(beside: path, count: frameCount)
        let fileLabel = label ?? options.label ?? Self.label(ofFile: FolderContents.name(of: path), separators: ["."])
        switch kind {
        case .poses:
            let blocks = Self.blocks(labels ?? [String](repeating: fileLabel, count: frameCount))
            for frame in 0..<frameCount {
                for place in 0..<handCount {
                    guard let hand = hand(frame, place) else { continue }
                    builder.add(
                        .hand(hand), label: labels?[frame] ?? fileLabel, group: "\(path): block \(blocks[frame])",
                        place: DataPlace(file: path, row: frame))
                }
            }
        case .actions:
            // Consecutive frames with the same label form a sequence.
            var start = 0
            while start < frameCount {
                var end = start
                while end < frameCount, labels == nil || labels?[end] == labels?[start] { end += 1 }
                for place in 0..<handCount {
                    let frames = (start..<end).map { hand($0, place) ?? HandKeyPoints() }
                    guard frames.contains(where: \.isPresent) else { continue }
                    builder.add(
                        .sequence(frames, rate: options.frameRate), label: labels?[start] ?? fileLabel,
                        place: DataPlace(file: path, row: start))
                }
                start = end
            }
        }
    }

    private static func bytes(_ path: String) throws(DataSetError) -> Bytes {
        do throws(FileError) {
            return try Bytes(readingFileAt: path, atMost: 1 << 31, acceptingPipes: false)
        } catch { throw .table(TableFileError(file: path, problem: .unreadable(error.reason))) }
    }

    /// Returns a label for each frame, from the named file, or from `NAME.labels.csv` or `NAME_labels.csv` next to the
    /// array; nil if there is no such file.
    private mutating func frameLabels(beside path: String, count: Int) throws(DataSetError) -> [String]? {
        let stem = path.hasSuffix(".npy") ? String(path.dropLast(4)) : path
        let beside = [stem + ".labels.csv", stem + "_labels.csv"].first { FileTree.isFile($0) }
        guard let file = options.labelsFile ?? beside else { return nil }
        builder.namesFiles.append(file)
        let rows: [DelimitedText.Row]
        do throws(TableFileError) { rows = try DelimitedText(readingFileAt: file).rows } catch { throw .table(error) }
        guard rows.count == count || rows.count == count + 1 else {
            throw .formUnknown(
                path: file,
                why: "has \(rows.count) labels for the \(count) frames of '\(path)'; write one for each frame")
        }
        return rows.dropFirst(rows.count - count).map { AnnotationTable.trimmed($0.cells.last ?? "") }
    }
}
