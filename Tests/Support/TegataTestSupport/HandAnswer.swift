import Foundation
import TegataBuffers

/// A hand, as described by MediaPipe and by `tegata … --json`.
package struct HandAnswer: Sendable, Decodable {
    package struct Category: Sendable, Decodable {
        package let index: Int
        package let score: Float
        package let categoryName: String

        package init(index: Int, score: Float, categoryName: String) {
            self.index = index
            self.score = score
            self.categoryName = categoryName
        }
    }

    package struct Point: Sendable, Decodable {
        package let x: Float
        package let y: Float
        package let z: Float

        package init(x: Float, y: Float, z: Float) {
            self.x = x
            self.y = y
            self.z = z
        }
    }

    package let handedness: Category
    package let landmarks: [Point]
    package let worldLandmarks: [Point]
    package let gestures: [Category]?

    package init(handedness: Category, landmarks: [Point], worldLandmarks: [Point], gestures: [Category]? = nil) {
        self.handedness = handedness
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.gestures = gestures
    }

    /// The largest allowed differences from MediaPipe's results.
    package struct Tolerance: Sendable {
        package let landmarks: Float
        package let worldLandmarks: Float
        package let scores: Float

        /// The tolerance with fused multiply-add: landmarks are the same to the last bit, but scores are logistic
        /// functions, which round differently.
        package static let exact = Tolerance(landmarks: 0, worldLandmarks: 0, scores: 1e-6)

        /// The tolerance without fused multiply-add, which makes sums round differently.
        package static let near = Tolerance(landmarks: 5e-4, worldLandmarks: 1e-4, scores: 1e-3)

        /// Returns the tolerance for a kernel level.
        package static func ofLevel(_ level: String) -> Tolerance { level == "baseline" ? near : exact }

        /// Whether the C library, whose functions the legacy graph uses, is the one of the expected results.
        package static let hasExpectedLibrary: Bool = {
            var name = [CChar](repeating: 0, count: 64)
            guard 1...name.count ~= confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count) else { return false }
            return name.starts(with: "glibc 2.36\0".utf8CString.dropLast())
        }()
    }

    /// Returns the differences between the hands and the expected hands, or an empty array if they agree.
    package static func differences(
        _ found: [HandAnswer], from expected: [HandAnswer], _ tolerance: Tolerance
    ) -> [String] {
        guard found.count == expected.count else { return ["\(found.count) hands instead of \(expected.count)"] }
        return zip(found, expected).enumerated().flatMap { number, pair in
            pair.0.differences(from: pair.1, tolerance).map { "hand \(number): \($0)" }
        }
    }

    private func differences(from other: HandAnswer, _ tolerance: Tolerance) -> [String] {
        var differences: [String] = []
        func compare(_ name: String, _ distance: Float, _ limit: Float) {
            // Written as a negation, so that NaN counts as a difference.
            if !(distance <= limit) { differences.append("\(name) differ by \(distance)") }
        }
        compare("landmarks", Self.distance(landmarks, other.landmarks), tolerance.landmarks)
        compare("world landmarks", Self.distance(worldLandmarks, other.worldLandmarks), tolerance.worldLandmarks)
        let categories = [handedness] + (gestures ?? [])
        let others = [other.handedness] + (other.gestures ?? [])
        guard categories.map(\.categoryName) == others.map(\.categoryName),
            categories.map(\.index) == others.map(\.index), (gestures == nil) == (other.gestures == nil)
        else { return differences + ["categories are \(categories) and not \(others)"] }
        for (category, other) in zip(categories, others) {
            compare("scores of \(category.categoryName)", abs(category.score - other.score), tolerance.scores)
        }
        return differences
    }

    private static func distance(_ points: [Point], _ others: [Point]) -> Float {
        guard points.count == others.count else { return .infinity }
        let distances = zip(points, others).flatMap { [abs($0.x - $1.x), abs($0.y - $1.y), abs($0.z - $1.z)] }
        return distances.contains(where: \.isNaN) ? .nan : distances.max() ?? 0
    }
}

/// MediaPipe's results for a rendered image: `Tests/Goldens/pictures`, made by `Tools/make/goldens/pictures.py`, and
/// for the legacy graph `Tests/Goldens/legacy`, made by `Tools/make/goldens/legacy_pictures.py`.
package struct PictureGolden: Sendable, Decodable {
    package let picture: String
    /// The SHA-256 of the RGB bytes that MediaPipe was given.
    package let pixelsSHA256: String
    package let handCount: Int
    package let rotationDegrees: Int
    package let hands: [HandAnswer]

    /// Returns all runs with the bundle called `bundle`, of the tasks graph or of the legacy graph.
    package static func runs(of bundle: String, isLegacy: Bool = false) throws -> [PictureGolden] {
        let folder = "Tests/Goldens/" + (isLegacy ? "legacy" : "pictures")
        let path = ModelFiles.packageFolder.appendingPathComponent(folder)
            .appendingPathComponent(bundle).deletingPathExtension().appendingPathExtension("json")
        return try JSONDecoder().decode([PictureGolden].self, from: Data(contentsOf: path))
    }

    /// The folder with the rendered images.
    package static let pictures = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered")

    /// The URL of the image.
    package var path: URL { Self.pictures.appendingPathComponent(picture + ".png") }
}
