import TegataBuffers
import TegataFormats
import TegataTool

/// A bundle in one of the folders where models are looked for.
package struct FoundBundle: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        /// One that is published; what it is.
        case known(String)
        /// Another one that commands can use; what it is.
        case unknown(String)
        /// Why no command can use it.
        case unusable(String)
    }

    package let path: String
    package let byteCount: Int
    package let content: Content

    package init(path: String, byteCount: Int, content: Content) {
        self.path = path
        self.byteCount = byteCount
        self.content = content
    }

    /// Reads the file at `path`.
    package init(at path: String) {
        self.path = path
        do throws(TegataError) {
            let bytes = try Bytes(mappingFileAt: path)
            byteCount = bytes.count
            content = KnownBundle.with(bytes).map { .known($0.description) } ?? Self.content(bytes, path)
        } catch {
            byteCount = 0
            content = .unusable(error.description)
        }
    }

    private static func content(_ bytes: Bytes, _ path: String) -> Content {
        do throws(ModelFormatError) {
            switch try TaskBundle(bytes: bytes, file: path).kind {
            case .handLandmarker: return .unknown("a hand landmarker of unknown origin")
            case .gestureRecognizer: return .unknown("a gesture recogniser of unknown origin")
            case .gestureClassification:
                return .unusable("\(path): has no networks that find hands; name another bundle")
            case nil: return .unusable("\(path): has no networks for hands; name another bundle")
            }
        } catch {
            return .unusable(error.description)
        }
    }

    /// All bundles in the folders, in their order, by name within each; a folder that has two paths counts once.
    package static func all(in folders: [String]) -> [FoundBundle] {
        var bundles: [FoundBundle] = []
        var seen: Set<System.FileIdentity> = []
        for folder in folders {
            guard let identity = System.identity(folder), seen.insert(identity).inserted else { continue }
            let names = (try? System.namesInFolder(folder)) ?? []
            bundles += names.sorted().filter { $0.hasSuffix(".task") }.map { FoundBundle(at: folder + "/" + $0) }
        }
        return bundles
    }
}
