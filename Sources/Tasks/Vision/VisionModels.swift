// What Apple's Vision brings with it, so that code with this one import finds pictures, buffers, times and arrays.
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

/// Where the networks of this module come from; not part of the original, whose system has them.
///
/// `hand_landmarker.task` is looked for when the first request is performed: in the folder chosen here, or else in
/// `$TEGATA_MODELS`, or else among the resources of the program, beside it, where it was built, in
/// `~/.local/share/tegata`, `/usr/local/share/tegata` and `/usr/share/tegata`, and in `Models` of the current folder.
/// Where it is nowhere, requests fail with `invalidModel`, and the error names all these places.
public enum VisionModels {
    /// The folder with the networks; nil where the program leaves the choice to the search. What is assigned counts for
    /// all requests from then on.
    public static var folder: URL? {
        get { ModelSearch.ownFolder.map { URL(fileURLWithPath: $0, isDirectory: true) } }
        set { ModelSearch.ownFolder = newValue?.path }
    }
}
