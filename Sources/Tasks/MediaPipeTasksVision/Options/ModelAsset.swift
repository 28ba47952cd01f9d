import Foundation
import TegataBuffers
import TegataClassifiers
import TegataFormats
import TegataGestureBundles
import TegataHands
import TegataInference
import TegataModelSearch

/// A bundle with its networks loaded, which any number of tasks can share; not part of MediaPipe.
///
///     let asset = try ModelAsset(path: path)
///     for camera in cameras {
///         let options = HandLandmarkerOptions()
///         options.baseOptions.modelAsset = asset
///         …
///
/// The tasks run independently of each other, on any thread. Each needs memory only for intermediate results.
public final class ModelAsset: Sendable {
    let networks: HandNetworks

    /// Loads the whole bundle at `path`, such as `hand_landmarker.task`. Throws the same errors as creating a task with
    /// that path.
    public convenience init(path: String, precision: Precision = .single) throws {
        try self.init(bytes: bundleBytes(at: path), file: path, precision)
    }

    /// Loads a whole bundle from memory; errors refer to it as `name`.
    public convenience init(data: Data, name: String = "bundle", precision: Precision = .single) throws {
        try self.init(bytes: Bytes([UInt8](data)), file: name, precision)
    }

    private init(bytes: Bytes, file: String, _ precision: Precision) throws {
        networks = try withTaskErrors {
            let hasGestures: Bool
            do throws(ModelFormatError) {
                hasGestures = try TaskBundle(bytes: bytes, file: file).has(.gestureEmbedder)
            } catch {
                throw TegataError(error)
            }
            return try HandNetworks(
                bundle: bytes, file: file, includingGestures: hasGestures, precision: precision.ofHands)
        }
    }
}

private func bundleBytes(at path: String) throws -> Bytes {
    guard !path.isEmpty else {
        throw taskError(
            .invalidArgument,
            "The path of the model is empty. Set baseOptions.modelAssetPath to the path of a bundle such as"
                + " hand_landmarker.task."
        )
    }
    return try withTaskErrors { try Bytes(mappingFileAt: ModelPath.resolved(path)) }
}

extension BaseOptions {
    /// Returns the networks for a task with these options; loads only those it needs, unless they are already loaded.
    func loadNetworks(includingGestures: Bool) throws -> HandNetworks {
        if delegate != .CPU {
            guard !requiresDelegate else {
                throw taskError(
                    .unimplemented,
                    "The GPU delegate is unavailable. Set baseOptions.delegate to .CPU, or requiresDelegate to false.")
            }
            MissingDelegate.shared.say()
        }
        if let modelAsset { return modelAsset.networks }
        let path =
            try assignedPath == nil ? ModelPath.usual(includingGestures: includingGestures) : modelAssetPath
        let bytes = try bundleBytes(at: path)
        let precision = precision.ofHands
        return try withTaskErrors {
            try HandNetworks(
                bundle: bytes, file: path, includingGestures: includingGestures, precision: precision)
        }
    }

    /// Returns the threads for a task with these options.
    func makeTeam() throws -> ThreadTeam {
        guard let threadCount else { return ThreadTeam() }
        guard threadCount >= 1 else {
            throw taskError(.invalidArgument, "baseOptions.threadCount is \(threadCount). Set it to 1 or more.")
        }
        // Limit the number, because more threads than processors would wait for one another.
        return ThreadTeam(count: min(threadCount, ProcessInfo.processInfo.activeProcessorCount))
    }
}

/// Finds the file that a model path refers to.
package enum ModelPath {
    /// Returns the path of the file, as found by this process. If a relative path is not found, throws an error that
    /// lists all searched directories.
    static func resolved(_ path: String) throws -> String {
        try resolved(
            path, workingFolder: FileManager.default.currentDirectoryPath,
            resources: resources, folders: ModelSearch.folders())
    }

    /// Returns the path of the file in the given directories. A relative path is looked up in the working directory,
    /// then in the program's resources and the model directories, where its last component alone is also tried.
    /// Absolute paths stay as they are.
    package static func resolved(
        _ path: String, workingFolder: String, resources: [String], folders: [String]
    ) throws -> String {
        guard !path.hasPrefix("/"), ModelSearch.path(of: path, in: [workingFolder]) == nil else { return path }
        let places = resources + folders
        for name in [path, path.split(separator: "/").last.map(String.init) ?? path] {
            if let found = ModelSearch.path(of: name, in: places) { return found }
        }
        throw taskError(.notFound, missing(path, in: [workingFolder] + places), isFromEngine: true)
    }

    /// Returns the path to use for nil, because `Bundle` returns nil for a file that is in a model directory.
    package static func usual(includingGestures: Bool, in places: [String]? = nil) throws -> String {
        let name = includingGestures ? "gesture_recognizer.task" : "hand_landmarker.task"
        let places = places ?? resources + ModelSearch.folders()
        guard let path = ModelSearch.path(of: name, in: places) else {
            throw taskError(
                .notFound, "baseOptions.modelAssetPath is nil, and " + missing(name, in: places), isFromEngine: true)
        }
        return path
    }

    /// The directories of the main bundle; without a bundle, both are the program's directory.
    private static var resources: [String] {
        [Bundle.main.resourcePath, Bundle.main.bundlePath].compactMap(\.self)
    }

    /// Returns an error text that lists every directory once.
    private static func missing(_ name: String, in places: [String]) -> String {
        var named: [String] = []
        for place in places where !named.contains(place) { named.append(place) }
        return ModelSearch.missing(name, in: named, otherwise: "set baseOptions.modelAssetPath to the path of a bundle")
    }
}

extension PoseClassifier {
    /// Reads the classifier at `path`, which is searched for in the same directories as models.
    init(at path: String) throws {
        let bytes = try Bytes(mappingFileAt: ModelPath.resolved(path))
        do throws(GestureBundleError) { self = try ClassifierFile(fileOrBundle: bytes, file: path).poses(path) } catch {
            throw TegataError(error)
        }
    }
}
