@_exported import CoreVideo
@_exported import Foundation
import TegataBuffers

/// A model loaded from a file: a hand classifier.
///
/// Files in Core ML's own formats cannot be loaded on Linux. Two kinds of files can:
///
/// Classifiers trained by Tegata, with Create ML's API or the command. Their input is `poses`, Vision's key points: 1 ×
/// 3 × 21 for poses, N × 3 × 21 for actions with windows of N frames. Their outputs are `label`, `labelProbabilities`
/// and, beyond Core ML's outputs, `isKnown`, which is 0 if the input is unlike all training data.
///
/// Gesture bundles such as `gesture_recognizer.task`. Their inputs are `landmarks` and `worldLandmarks` (each 1 × 21 ×
/// 3 or 21 × 3), `handedness` (the probability of a right hand) and, optionally, `imageWidth` and `imageHeight`. Their
/// outputs are `label` and `labelProbabilities`.
///
/// Several threads may use a model at the same time. Arrays of any number type are converted to the model's type.
public final class MLModel: NSObject, @unchecked Sendable {
    private let loaded: any LoadedModel
    private let settings: MLModelConfiguration

    /// Creates a model that gets its outputs from `loaded`.
    package init(_ loaded: any LoadedModel, configuration: MLModelConfiguration = MLModelConfiguration()) {
        self.loaded = loaded
        settings = Self.copy(of: configuration)
    }

    /// The object that computes the model's outputs.
    package var source: any LoadedModel { loaded }

    /// Loads the model from a file.
    public convenience init(contentsOf url: URL) throws {
        try self.init(contentsOf: url, configuration: MLModelConfiguration())
    }

    /// Loads the model from a file.
    public convenience init(contentsOf url: URL, configuration: MLModelConfiguration) throws {
        self.init(try loadModel(at: url), configuration: configuration)
    }

    /// The inputs and outputs of the model.
    public var modelDescription: MLModelDescription { loaded.modelDescription }

    /// A copy of the configuration that the model was loaded with.
    public var configuration: MLModelConfiguration { Self.copy(of: settings) }

    private static func copy(of configuration: MLModelConfiguration) -> MLModelConfiguration {
        configuration.copy() as? MLModelConfiguration ?? configuration
    }

    /// The available devices: only the CPU.
    public static var availableComputeDevices: [MLComputeDevice] { MLComputeDevice.allComputeDevices }

    // MARK: Loading

    /// Loads the model from a file on a separate thread, and calls `handler` there.
    public class func load(
        contentsOf url: URL, configuration: MLModelConfiguration = MLModelConfiguration(),
        completionHandler handler: @escaping (Result<MLModel, any Error>) -> Void
    ) {
        let configuration = copy(of: configuration)
        nonisolated(unsafe) let handler = handler
        DispatchQueue.global().async {
            handler(Result { try MLModel(contentsOf: url, configuration: configuration) })
        }
    }

    /// Loads the model from a file.
    public class func load(
        contentsOf url: URL, configuration: MLModelConfiguration = MLModelConfiguration()
    ) async throws -> MLModel {
        try MLModel(contentsOf: url, configuration: configuration)
    }

    /// Checks the model at `url`, which needs no compilation on Linux, and returns the same URL.
    public class func compileModel(at url: URL) throws -> URL {
        _ = try loadModel(at: url)
        return url
    }

    /// Checks the model at `url`, which needs no compilation on Linux, and returns the same URL.
    public class func compileModel(at url: URL) async throws -> URL {
        _ = try loadModel(at: url)
        return url
    }

    /// Checks the model at `url` on a separate thread, and calls `handler` there with the same URL. The model needs no
    /// compilation on Linux.
    public class func compileModel(
        at url: URL, completionHandler handler: @escaping (Result<URL, any Error>) -> Void
    ) {
        nonisolated(unsafe) let handler = handler
        DispatchQueue.global().async {
            handler(
                Result {
                    _ = try loadModel(at: url)
                    return url
                })
        }
    }

    // MARK: Predicting

    /// Returns the outputs for these inputs. Throws if an input is missing or does not fit the model.
    public func prediction(from input: any MLFeatureProvider) throws -> any MLFeatureProvider {
        try outputs(for: input)
    }

    private func outputs(for input: any MLFeatureProvider) throws -> any MLFeatureProvider {
        for description in modelDescription.inputDescriptionsByName.values.sorted(by: { $0.name < $1.name }) {
            try description.check(input.featureValue(for: description.name))
        }
        do { return try loaded.outputs(for: input) } catch let error as MLModelError { throw error } catch {
            throw MLModelError(.generic, "\(error)")
        }
    }

    /// Returns the outputs for these inputs. Throws if an input is missing or does not fit the model.
    public func prediction(
        from input: any MLFeatureProvider, options: MLPredictionOptions
    ) throws -> any MLFeatureProvider {
        try outputs(for: input)
    }

    /// Returns the outputs for these inputs. Throws if an input is missing or does not fit the model, or if the task
    /// was cancelled.
    public func prediction(
        from input: any MLFeatureProvider, options: MLPredictionOptions = MLPredictionOptions()
    ) async throws -> any MLFeatureProvider {
        guard !Task.isCancelled else {
            throw MLModelError(.predictionCancelled, "The task that requested the prediction was cancelled.")
        }
        return try outputs(for: input)
    }

    /// Returns the outputs for several sets of inputs, in order.
    public func predictions(fromBatch inputBatch: any MLBatchProvider) throws -> any MLBatchProvider {
        MLArrayBatchProvider(
            array: try (0..<inputBatch.count).map { try outputs(for: inputBatch.features(at: $0)) })
    }

    /// Returns the outputs for several sets of inputs, in order.
    public func predictions(
        from inputBatch: any MLBatchProvider, options: MLPredictionOptions
    ) throws -> any MLBatchProvider {
        try predictions(fromBatch: inputBatch)
    }

    /// The inputs and outputs of the model, as text.
    public override var description: String { modelDescription.description }
}

/// Loads the model from a file. The file is read, not mapped, because training may write a new model to the same path.
private func loadModel(at url: URL) throws -> any LoadedModel {
    guard url.isFileURL else {
        throw MLModelError(.io, "\(url): not a file URL; pass the URL of a model file.")
    }
    let path = url.path
    var information = stat()
    // Check the type first, because opening a pipe would wait for a writer.
    if stat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG {
        let kind = information.st_mode & S_IFMT == S_IFDIR ? "a directory" : "not a regular file"
        throw MLModelError(
            .io, "\(path): \(kind); pass a single model file, such as poses.tegata or gesture_recognizer.task.")
    }
    let bytes: Bytes
    do { bytes = try Bytes(readingFileAt: path, atMost: modelLimit) } catch {
        throw MLModelError(.io, "\(error)")
    }
    guard let format = allModelFormats.first(where: { $0.recognizes(bytes) }) else {
        let names = allModelFormats.map { $0.name }.joined(separator: ", ")
        throw MLModelError(.io, "\(path): not a complete model in a supported format; pass one of these: \(names).")
    }
    return try format.load(bytes, file: path)
}

/// The size of the largest accepted file in bytes, far more than a hand classifier needs.
private let modelLimit = 1 << 28

/// The implementation of an ``MLModel``, read from a file or trained in this process.
package protocol LoadedModel: Sendable {
    /// The inputs, the outputs and the metadata of the model.
    var modelDescription: MLModelDescription { get }

    /// Returns the outputs for `inputs`, which fit the description: all required inputs exist, and inputs have the
    /// described types and shapes. Arrays may have any number type; ``MLMultiArray/numbers(as:)`` casts them. Several
    /// threads may call this at the same time.
    func outputs(for inputs: any MLFeatureProvider) throws -> any MLFeatureProvider
}

/// A kind of file that an ``MLModel`` can be loaded from. To add a kind, write a type for it and list it in
/// `allModelFormats`.
package protocol ModelFormat {
    /// The name for such files in error messages.
    static var name: String { get }

    /// Whether the bytes look like such a file.
    static func recognizes(_ bytes: Bytes) -> Bool

    /// Loads a file that ``recognizes(_:)`` accepts; `file` is its name in errors.
    static func load(_ bytes: Bytes, file: String) throws -> any LoadedModel
}

/// The supported kinds of files, in the order in which they are tried.
var allModelFormats: [any ModelFormat.Type] {
    // The custom classifier of a bundle goes first, because it is more specific than the gesture networks.
    [HandClassifierModel.self, GestureBundleModel.self]
}

// Exported, because Core ML's header also includes both.
