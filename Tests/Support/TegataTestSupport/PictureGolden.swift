import Foundation
import TegataBuffers

/// What MediaPipe answers about a rendered picture: `Tests/Goldens/pictures`, made by `Tools/Goldens/pictures.py`, and
/// for the legacy graph `Tests/Goldens/legacy`, made by `Tools/Goldens/legacy_pictures.py`.
package struct PictureGolden: Sendable, Decodable {
    package let picture: String
    /// Of the red, green and blue bytes that MediaPipe was given.
    package let pixelsSHA256: String
    package let handCount: Int
    package let rotationDegrees: Int
    package let hands: [HandAnswer]

    /// All runs with the bundle called `bundle`, of the tasks' graph or the legacy one.
    package static func runs(of bundle: String, isLegacy: Bool = false) throws -> [PictureGolden] {
        let folder = "Tests/Goldens/" + (isLegacy ? "legacy" : "pictures")
        let path = ModelFiles.packageFolder.appendingPathComponent(folder)
            .appendingPathComponent(bundle).deletingPathExtension().appendingPathExtension("json")
        return try JSONDecoder().decode([PictureGolden].self, from: Data(contentsOf: path))
    }

    /// The folder with the pictures.
    package static let pictures = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered")

    /// Where the picture is.
    package var path: URL { Self.pictures.appendingPathComponent(picture + ".png") }
}
