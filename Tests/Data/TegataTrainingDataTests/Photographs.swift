import Foundation
import TegataTestSupport

/// Photographs whose names begin with their labels, where reference material lies beside the checkout.
enum Photographs {
    private static let folder = ModelFiles.packageFolder.deletingLastPathComponent()
        .appendingPathComponent("shared/fixtures/images")

    /// Those of call, four, none and rock, five of each; empty where they are not there.
    static let paths: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { name in ["call_", "four_", "none_", "rock_"].contains { name.hasPrefix($0) } }.sorted()
            .map { folder.appendingPathComponent($0).path }
    }()

    /// The first photographs of a label.
    static func paths(_ label: String, _ count: Int) -> [String] {
        Array(paths.filter { $0.contains("/" + label + "_") }.prefix(count))
    }

    /// Whether they are there, and the bundle to find hands with.
    static let arePresent = paths.count == 20 && bundle != nil

    static let bundle = ModelFiles.path("gesture_recognizer.task")
}
