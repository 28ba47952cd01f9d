import Foundation
import TegataBuffers
import TegataClassifiers
import TegataFormats
import TegataGestureBundles
import TegataHands
import TegataInference
import TegataModelSearch

/// A bundle with its networks loaded, for any number of tasks to share; not part of the original.
///
///     let asset = try ModelAsset(path: path)
///     for camera in cameras {
///         let options = HandLandmarkerOptions()
///         options.baseOptions.modelAsset = asset
///         …
///
/// The tasks run independently of each other, on any threads; each needs memory for intermediate results only.
public final class ModelAsset: Sendable {
    let networks: HandNetworks

    /// Loads all of the bundle at `path`, such as `hand_landmarker.task`. Errors are those of making a task with that
    /// path.
    public convenience init(path: String, precision: Precision = .single) throws {
        try self.init(bytes: bundleBytes(at: path), file: path, precision)
    }

    /// Loads all of a bundle that is in memory; `name` stands for it in errors.
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
            "The path of the model is empty. Set baseOptions.modelAssetPath to that of a bundle such as hand_landmarker.task."
        )
    }
    return try withTaskErrors { try Bytes(mappingFileAt: ModelPath.resolved(path)) }
}

extension BaseOptions {
    /// What a task with these options runs; where it is not loaded yet, only what is asked for is.
    func loadNetworks(includingGestures: Bool) throws -> HandNetworks {
        if delegate != .CPU {
            guard !requiresDelegate else {
                throw taskError(
                    .unimplemented,
                    "There is no GPU delegate here. Set baseOptions.delegate to .CPU, or leave requiresDelegate false.")
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

    /// Threads for a task with these options.
    func makeTeam() throws -> ThreadTeam {
        guard let threadCount else { return ThreadTeam() }
        guard threadCount >= 1 else {
            throw taskError(.invalidArgument, "baseOptions.threadCount is \(threadCount). Ask for at least 1 thread.")
        }
        // More than there are processors would wait for one another.
        return ThreadTeam(count: min(threadCount, ProcessInfo.processInfo.activeProcessorCount))
    }
}

/// Where the file is that a path of a model means.
package enum ModelPath {
    /// The path of the file in this process. Throws where a relative path is not found, with all places looked at.
    static func resolved(_ path: String) throws -> String {
        try resolved(
            path, workingFolder: FileManager.default.currentDirectoryPath,
            resources: resources, folders: ModelSearch.folders())
    }

    /// The same for any places: a path counts from the working folder, and where nothing is there from the resources of
    /// the program's bundle and the folders of models, where its last part alone counts as well. Absolute paths stay as
    /// they are.
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

    /// The bundle that a nil path stands for, as `Bundle` gives it for a file that is in a folder of models instead.
    package static func usual(includingGestures: Bool, in places: [String]? = nil) throws -> String {
        let name = includingGestures ? "gesture_recognizer.task" : "hand_landmarker.task"
        let places = places ?? resources + ModelSearch.folders()
        guard let path = ModelSearch.path(of: name, in: places) else {
            throw taskError(
                .notFound, "baseOptions.modelAssetPath is nil, and " + missing(name, in: places), isFromEngine: true)
        }
        return path
    }

    /// Those of the main bundle; both paths are the program's folder where the bundle is none.
    private static var resources: [String] {
        [Bundle.main.resourcePath, Bundle.main.bundlePath].compactMap(\.self)
    }

    /// Names every place once.
    private static func missing(_ name: String, in places: [String]) -> String {
        var named: [String] = []
        for place in places where !named.contains(place) { named.append(place) }
        return ModelSearch.missing(name, in: named, otherwise: "set baseOptions.modelAssetPath to the path of a bundle")
    }
}

extension PoseClassifier {
    /// Reads the classifier at `path`, which is looked for where models are.
    init(at path: String) throws {
        let bytes = try Bytes(mappingFileAt: ModelPath.resolved(path))
        do throws(GestureBundleError) { self = try ClassifierFile(fileOrBundle: bytes, file: path).poses(path) } catch {
            throw TegataError(error)
        }
    }
}
