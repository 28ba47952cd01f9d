import TegataImages
import TegataSystem

/// The pictures of a folder, or those whose names have numbers where a pattern such as `frame%04d.png` says.
final class PictureFolderReader {
    private let paths: [String]
    let frameRate: FrameRate
    var count: Int { paths.count }

    /// Nil where `path` is neither a folder nor a pattern.
    init?(_ path: String, rate: FrameRate) throws(VideoError.Problem) {
        frameRate = rate
        if Self.isFolder(path) {
            let folder = path.hasSuffix("/") ? path : path + "/"
            let names = try Self.names(in: path).filter { !$0.hasPrefix(".") && Self.isPicture(folder + $0) }
            guard !names.isEmpty else { throw .noPicturesInFolder }
            paths = names.sorted { Self.precedes($0, $1) }.map { folder + $0 }
        } else if let pattern = NumberPattern(path) {
            let names = try Self.names(in: pattern.folder.isEmpty ? "." : pattern.folder)
            let numbered = names.compactMap { name in pattern.number(in: name).map { (number: $0, name: name) } }
            guard !numbered.isEmpty else { throw .noPicturesOfPattern }
            paths = numbered.sorted { ($0.number, $0.name) < ($1.number, $1.name) }.map { pattern.folder + $0.name }
        } else {
            return nil
        }
    }

    func read(into frame: inout VideoFrame, index: Int) throws(VideoError.Problem) -> Bool {
        guard index < paths.count else { return false }
        do throws(ImageFileError) {
            frame.setPicture(try RGBImage(readingFileAt: paths[index]))
        } catch {
            throw .picture(error)
        }
        frame.timestampMs = frameRate.timestampMs(frame: index)
        return true
    }

    // MARK: Files

    private static func isFolder(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// Other files, pipes and devices among the pictures do not matter.
    private static func isPicture(_ path: String) -> Bool {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return false }
        switch ImageKind(ofFileAt: path) {
        // Many a text begins like a PNM picture.
        case nil, .anymap: return ImageFormat.isReadable(path: path)
        case .video: return false
        default: return true
        }
    }

    private static func names(in path: String) throws(VideoError.Problem) -> [String] {
        guard let folder = opendir(path) else {
            throw .unreadable(FileError.Reason(systemError: errno, operation: "opendir"))
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    /// By name, with runs of digits compared as numbers: 9 comes before 10.
    static func precedes(_ left: String, _ right: String) -> Bool {
        var (a, b) = (Array(left.utf8)[...], Array(right.utf8)[...])
        func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
        while let x = a.first, let y = b.first {
            if isDigit(x) && isDigit(y) {
                let (m, n) = (a.prefix(while: isDigit), b.prefix(while: isDigit))
                let (p, q) = (m.drop { $0 == 0x30 }, n.drop { $0 == 0x30 })
                if p.count != q.count { return p.count < q.count }
                if !p.elementsEqual(q) { return p.lexicographicallyPrecedes(q) }
                a = a.dropFirst(m.count)
                b = b.dropFirst(n.count)
            } else {
                if x != y { return x < y }
                a = a.dropFirst()
                b = b.dropFirst()
            }
        }
        // Names that differ in leading zeros only.
        return a.isEmpty == b.isEmpty ? left < right : a.isEmpty
    }
}

/// A path whose name has a place for a number, as printf has it.
private struct NumberPattern {
    /// With its slash; empty for the current one.
    let folder: String
    private let before: String
    private let behind: String
    /// How many digits a number has at least.
    private let digitCount: Int

    init?(_ path: String) {
        let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let name = path[nameStart...]
        guard let percent = name.firstIndex(of: "%") else { return nil }
        let digits = name[percent...].dropFirst().prefix { ("0"..."9").contains($0) }
        guard digits.isEmpty || digits.first == "0", digits.count < 4, digits.endIndex < name.endIndex,
            name[digits.endIndex] == "d"
        else { return nil }
        folder = String(path[..<nameStart])
        before = String(name[..<percent])
        behind = String(name[name.index(after: digits.endIndex)...])
        digitCount = max(1, Int(digits) ?? 1)
    }

    func number(in name: String) -> Int? {
        guard name.hasPrefix(before), name.hasSuffix(behind), name.utf8.count > before.utf8.count + behind.utf8.count
        else { return nil }
        let digits = name.dropFirst(before.count).dropLast(behind.count)
        guard digits.count >= digitCount, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        // Numbers have no more zeros than the pattern asks for.
        guard digits.count == digitCount || digits.first != "0" else { return nil }
        return Int(digits)
    }
}
