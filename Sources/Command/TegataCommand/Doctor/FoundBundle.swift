import TegataBuffers
import TegataFormats
import TegataTool

/// A bundle in one of the directories on the search path.
package struct FoundBundle: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        /// A published bundle, with its description.
        case known(String)
        /// Another bundle that commands can use, with its description.
        case unknown(String)
        /// A file that no command can use, with the reason.
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
        do {
            let bytes = try Bytes(mappingFileAt: path)
            byteCount = bytes.count
            content = KnownBundle.with(bytes).map { .known($0.description) } ?? Self.content(bytes, path)
        } catch {
            byteCount = 0
            content = .unusable(error.description)
        }
    }

    private static func content(_ bytes: Bytes, _ path: String) -> Content {
        do {
            switch try TaskBundle(bytes: bytes, file: path).kind {
            case .handLandmarker: return .unknown("a hand landmarker of unknown origin")
            case .gestureRecognizer: return .unknown("a gesture recogniser of unknown origin")
            case .gestureClassification:
                return .unusable("\(path): contains no networks that find hands; use another bundle")
            case nil: return .unusable("\(path): contains no networks for hands; use another bundle")
            }
        } catch {
            return .unusable(error.description)
        }
    }

    /// Returns the bundles in all directories, in order, sorted by name within each. A directory with two paths is
    /// listed once.
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

/// A bundle that Tegata identifies by its hash. A test compares the list with `Models/manifest.json`.
package struct KnownBundle: Sendable {
    package let name: String
    /// The SHA-256 of the file.
    package let hash: String
    package let description: String

    package static let all = [
        KnownBundle(
            name: "hand_landmarker.task",
            hash: "fbc2a30080c3c557093b5ddfc334698132eb341044ccee322ccf8bcf3607cde1",
            description: "Google's hand landmarker, version 1"),
        KnownBundle(
            name: "hand_landmarker_lite.task",
            hash: "df5423e259ebe3aa5a9ff26c12447a660ea6478357e0532ccd61bc2f22f9d98e",
            description: "Google's lite networks in one bundle"),
        KnownBundle(
            name: "gesture_recognizer.task",
            hash: "97952348cf6a6a4915c2ea1496b4b37ebabc50cbbf80571435643c455f2b0482",
            description: "Google's gesture recogniser, version 1"),
        KnownBundle(
            name: "gesture_recognizer.task",
            hash: "be0bd11218f07edef5d6c1220886ad33356b80a19f055bf718279daedaaa6010",
            description: "Google's gesture recogniser, version 1, assembled from its parts"),
        KnownBundle(
            name: "gesture_recognizer_custom.task",
            hash: "3c3ea5edfe199d7da7143aed7ead8c4c8ef5bf8bd840c5a1676043fe2a32454e",
            description: "a Model Maker export with a custom classifier"),
    ]

    /// Returns the known bundle with these bytes; nil if there is none.
    static func with(_ bytes: Bytes) -> KnownBundle? {
        let hash = sha256(bytes)
        return all.first { $0.hash == hash }
    }

    /// Returns the URL at which Google publishes the bundle called `name`.
    static func address(of name: String) -> String {
        let folder = name.hasSuffix(".task") ? String(name.dropLast(5)) : name
        return "https://storage.googleapis.com/mediapipe-models/\(folder)/\(folder)/float16/1/\(name)"
    }
}
