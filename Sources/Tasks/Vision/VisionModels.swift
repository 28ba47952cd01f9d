// Apple's Vision re-exports these modules, so code with this one import expects images, buffers, times and arrays.
@_exported import Combine
@_exported import CoreGraphics
@_exported import CoreImage
@_exported import CoreML
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
@_exported import ImageIO
import TegataModelSearch
@_exported import simd

/// The location of this module's networks. Not part of Apple's Vision, whose networks are part of the system.
///
/// The first request searches for `hand_landmarker.task` in the chosen directory, or else in `$TEGATA_MODELS`. If
/// neither is set, it searches the program's resources, the program's directory, the build directory,
/// `~/.local/share/tegata`, `/usr/local/share/tegata` and `/usr/share/tegata`, and `Models` in the working directory.
/// If the file is in none of them, requests fail with `invalidModel`, and the error lists all these directories.
public enum VisionModels {
    /// The directory with the networks; nil if the default search is used. A new value applies to all later requests.
    public static var folder: URL? {
        get { ModelSearch.ownFolder.map { URL(fileURLWithPath: $0, isDirectory: true) } }
        set { ModelSearch.ownFolder = newValue?.path }
    }
}
