import Foundation
import TegataTestSupport

/// Photographs whose names begin with their labels, from the reference material next to the checkout.
enum Photographs {
    private static let folder = ModelFiles.packageFolder.deletingLastPathComponent()
        .appendingPathComponent("shared/fixtures/images")

    /// The paths of five photographs each of call, four, none and rock; empty if the material is missing.
    static let paths: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { name in ["call_", "four_", "none_", "rock_"].contains { name.hasPrefix($0) } }.sorted()
            .map { folder.appendingPathComponent($0).path }
    }()

    /// Returns the first photographs of a label.
    static func paths(_ label: String, _ count: Int) -> [String] {
        Array(paths.filter { $0.contains("/" + label + "_") }.prefix(count))
    }

    /// Whether the photographs and a bundle for detecting hands are available.
    static let arePresent = paths.count == 20 && bundle != nil

    static let bundle = ModelFiles.path("gesture_recognizer.task")
}
