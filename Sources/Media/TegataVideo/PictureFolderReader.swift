import TegataCapture
import TegataImages
import TegataMotionJPEG
import TegataSystem

/// Reads the images of a directory, or numbered images whose names match a pattern such as `frame%04d.png`.
final class PictureFolderReader {
    /// The paths in playing order.
    let paths: [String]
    let frameRate: FrameRate
    var count: Int { paths.count }

    /// Returns nil if `path` is neither a directory nor a pattern.
    init?(_ path: String, rate: FrameRate) throws(VideoError.Problem) {
        frameRate = rate
        if FileTree.isFolder(path) {
            let folder = path.hasSuffix("/") ? path : path + "/"
            let seen = try Self.names(in: path).filter { !$0.hasPrefix(".") }
            // Skipping an image would shift the times of all later ones, so report it instead.
            for name in seen
            where name.unicodeScalars.contains("\u{FFFD}") && ImageFormat.isReadable(path: name)
                && access(folder + name, F_OK) != 0
            {
                throw .picture("\(folder + name): the name is not UTF-8; rename the file")
            }
            let names = seen.filter { Self.isPicture(folder + $0) }
            guard !names.isEmpty else { throw .noPicturesInFolder }
            paths = names.sorted { FileTree.precedes($0, $1) }.map { folder + $0 }
        } else if access(path, F_OK) != 0, let pattern = NumberPattern(path) {
            let names = try Self.names(in: pattern.folder.isEmpty ? "." : pattern.folder)
            let numbered = names.compactMap { name -> (number: Int, name: String)? in
                guard let number = pattern.number(in: name), FileTree.isFile(pattern.folder + name) else { return nil }
                return (number, name)
            }
            guard !numbered.isEmpty else { throw .noPicturesOfPattern }
            paths = numbered.sorted { ($0.number, $0.name) < ($1.number, $1.name) }.map { pattern.folder + $0.name }
        } else {
            return nil
        }
    }

    func read(into frame: inout VideoFrame, index: Int) throws(VideoError.Problem) -> Bool {
        guard index < paths.count else { return false }
        do throws(ImageFileError) {
            frame.setPicture(try RGBImage(readingFileAt: paths[index], acceptingPipes: false))
        } catch {
            throw .picture(error.description)
        }
        try frame.setTimestamp(frameRate.timestampMs(frame: index), index: index)
        return true
    }

    // MARK: Files

    /// Whether the file at a path is an image; other files, pipes and devices in the directory are ignored.
    private static func isPicture(_ path: String) -> Bool {
        guard FileTree.isFile(path) else { return false }
        switch ImageKind(ofFileAt: path) {
        // Many text files start like a PNM image.
        case nil, .anymap: return ImageFormat.isReadable(path: path)
        case .video: return false
        default: return true
        }
    }

    private static func names(in path: String) throws(VideoError.Problem) -> [String] {
        do throws(SystemError) {
            return try FileTree.names(in: path)
        } catch {
            throw .unreadable(FileError.Reason(systemError: error.code, operation: "opendir"))
        }
    }
}

/// A path with a printf-style placeholder for a number in its name.
private struct NumberPattern {
    /// The directory with its slash; empty for the current directory.
    let folder: String
    private let before: String
    private let behind: String
    /// The smallest number of digits.
    private let digitCount: Int

    init?(_ path: String) {
        let parts = PathParts(path)
        let name = parts.name
        guard let percent = name.firstIndex(of: "%") else { return nil }
        let digits = name[percent...].dropFirst().prefix { ("0"..."9").contains($0) }
        guard digits.isEmpty || digits.first == "0", digits.count < 4, digits.endIndex < name.endIndex,
            name[digits.endIndex] == "d"
        else { return nil }
        folder = parts.folder
        before = String(name[..<percent])
        behind = String(name[name.index(after: digits.endIndex)...])
        digitCount = max(1, Int(digits) ?? 1)
    }

    func number(in name: String) -> Int? {
        guard name.hasPrefix(before), name.hasSuffix(behind), name.utf8.count > before.utf8.count + behind.utf8.count
        else { return nil }
        let digits = name.dropFirst(before.count).dropLast(behind.count)
        guard digits.count >= digitCount, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        // Numbers have only the leading zeros that the pattern requires.
        guard digits.count == digitCount || digits.first != "0" else { return nil }
        return Int(digits)
    }
}
