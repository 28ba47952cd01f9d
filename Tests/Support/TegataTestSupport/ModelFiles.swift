import Foundation
import TegataBuffers

/// Finds the models that tests read: in `$TEGATA_MODELS`, in `Models/`, or in the reference material next to the
/// checkout.
package enum ModelFiles {
    /// The root of the package.
    package static let packageFolder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// All bundles and networks that tests use.
    package static let names = [
        "hand_landmarker.task", "hand_landmarker_lite.task", "gesture_recognizer.task",
        "gesture_recognizer_custom.task",
        "palm_detection_full.tflite", "palm_detection_lite.tflite", "hand_landmark_full.tflite",
        "hand_landmark_lite.tflite", "gesture_embedder.tflite", "canned_gesture_classifier.tflite",
    ]

    /// Returns the path of the model called `name`, or nil if no folder contains it.
    package static func path(_ name: String) -> String? {
        var folders = [
            packageFolder.appendingPathComponent("Models"),
            packageFolder.deletingLastPathComponent().appendingPathComponent("shared/models"),
        ]
        if let folder = ProcessInfo.processInfo.environment["TEGATA_MODELS"] {
            folders.insert(URL(fileURLWithPath: folder), at: 0)
        }
        for folder in folders {
            for candidate in [folder, folder.appendingPathComponent("tflite")] {
                let path = candidate.appendingPathComponent(name).path
                if FileManager.default.isReadableFile(atPath: path) { return path }
            }
        }
        return nil
    }

    /// Returns whether all of `names` are available, for `.enabled(if:)`, which otherwise reports a test as skipped.
    package static func have(_ names: String...) -> Bool {
        names.allSatisfy { path($0) != nil }
    }

    /// The names of the available models.
    package static let present = names.filter { path($0) != nil }

    /// Returns the bytes of the model called `name`, mapped into memory.
    package static func bytes(_ name: String) throws -> Bytes {
        guard let path = path(name) else { throw MissingModel(name: name) }
        return try Bytes(mappingFileAt: path)
    }

    package struct MissingModel: Error {
        package let name: String
    }
}

/// Calls `body` with the path of a new empty folder and removes the folder afterwards.
package func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tegata-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}
