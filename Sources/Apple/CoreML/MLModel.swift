@_exported import CoreVideo
@_exported import Foundation
import TegataBuffers

/// A stand-in for a model of Core ML: a classifier that is read from a file.
///
/// Files of Core ML's own kinds cannot be read here. What can are classifiers that were trained here, with Create ML's
/// calls or the command: their input is `poses`, key points of Vision (1 × 3 × 21 for poses, as many frames × 3 × 21 as
/// a window has for actions), their outputs are `label`, `labelProbabilities` and, beyond those of Core ML's models,
/// `isKnown`, which is 0 where the input is unlike all that was trained. Gesture bundles such as
/// `gesture_recognizer.task` can be read as well: their inputs are `landmarks` and `worldLandmarks` (each 1 × 21 × 3 or
/// 21 × 3), `handedness` (the probability of a right hand) and, optionally, `imageWidth` and `imageHeight`; the outputs
/// are `label` and `labelProbabilities`.
///
/// Several threads may use a model at the same time. Arrays of any type of numbers are converted to what a model takes.
public final class MLModel: NSObject, @unchecked Sendable {
    private let loaded: any LoadedModel
    private let settings: MLModelConfiguration

    /// Makes a model of what answers for it.
    package init(_ loaded: any LoadedModel, configuration: MLModelConfiguration = MLModelConfiguration()) {
        self.loaded = loaded
        settings = Self.copy(of: configuration)
    }

    /// What answers for the model.
    package var source: any LoadedModel { loaded }

    /// Loads the model in a file.
    public convenience init(contentsOf url: URL) throws {
        try self.init(contentsOf: url, configuration: MLModelConfiguration())
    }

    /// Loads the model in a file.
    public convenience init(contentsOf url: URL, configuration: MLModelConfiguration) throws {
        self.init(try loadModel(at: url), configuration: configuration)
    }

    /// What the model takes and answers.
    public var modelDescription: MLModelDescription { loaded.modelDescription }

    /// A copy of what the model was loaded with.
    public var configuration: MLModelConfiguration { Self.copy(of: settings) }

    private static func copy(of configuration: MLModelConfiguration) -> MLModelConfiguration {
        configuration.copy() as? MLModelConfiguration ?? configuration
    }

    /// The devices that compute: the CPU.
    public static var availableComputeDevices: [MLComputeDevice] { MLComputeDevice.allComputeDevices }

    // MARK: Loading

    /// Loads the model in a file on a thread of its own, and calls `handler` there.
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

    /// Loads the model in a file.
    public class func load(
        contentsOf url: URL, configuration: MLModelConfiguration = MLModelConfiguration()
    ) async throws -> MLModel {
        try MLModel(contentsOf: url, configuration: configuration)
    }

    /// Checks that there is a model at `url`, which needs no compiling here, and answers with the same address.
    public class func compileModel(at url: URL) throws -> URL {
        _ = try loadModel(at: url)
        return url
    }

    /// Checks that there is a model at `url`, which needs no compiling here, and answers with the same address.
    public class func compileModel(at url: URL) async throws -> URL {
        _ = try loadModel(at: url)
        return url
    }

    /// Checks on a thread of its own that there is a model at `url`, which needs no compiling here, and calls `handler`
    /// there with the same address.
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

    /// The outputs for inputs. Throws where one is missing or is not what the model takes.
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

    /// The outputs for inputs. Throws where one is missing or is not what the model takes.
    public func prediction(
        from input: any MLFeatureProvider, options: MLPredictionOptions
    ) throws -> any MLFeatureProvider {
        try outputs(for: input)
    }

    /// The outputs for inputs. Throws where one is missing or is not what the model takes, and where the task was
    /// cancelled.
    public func prediction(
        from input: any MLFeatureProvider, options: MLPredictionOptions = MLPredictionOptions()
    ) async throws -> any MLFeatureProvider {
        guard !Task.isCancelled else {
            throw MLModelError(.predictionCancelled, "The task that asked for a prediction was cancelled.")
        }
        return try outputs(for: input)
    }

    /// The outputs for several sets of inputs, in order.
    public func predictions(fromBatch inputBatch: any MLBatchProvider) throws -> any MLBatchProvider {
        MLArrayBatchProvider(
            array: try (0..<inputBatch.count).map { try outputs(for: inputBatch.features(at: $0)) })
    }

    /// The outputs for several sets of inputs, in order.
    public func predictions(
        from inputBatch: any MLBatchProvider, options: MLPredictionOptions
    ) throws -> any MLBatchProvider {
        try predictions(fromBatch: inputBatch)
    }

    /// What the model takes and answers.
    public override var description: String { modelDescription.description }
}

/// Reads what answers for the model in a file. The file may change afterwards, as a model may be trained again and
/// written to the same place.
private func loadModel(at url: URL) throws -> any LoadedModel {
    guard url.isFileURL else {
        throw MLModelError(.io, "\(url): a model is loaded from a file; give the URL of one.")
    }
    let path = url.path
    var information = stat()
    // Opening a pipe would wait until somebody writes into it.
    if stat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG {
        let kind = information.st_mode & S_IFMT == S_IFDIR ? "a folder" : "not a regular file"
        throw MLModelError(
            .io, "\(path): \(kind); a model is a single file here, such as poses.tegata or gesture_recognizer.task.")
    }
    let bytes: Bytes
    do { bytes = try Bytes(readingFileAt: path, atMost: modelLimit) } catch {
        throw MLModelError(.io, "\(error)")
    }
    guard let format = allModelFormats.first(where: { $0.recognizes(bytes) }) else {
        let names = allModelFormats.map { $0.name }.joined(separator: ", ")
        throw MLModelError(.io, "\(path): not a whole model of a kind that can be read here; name \(names).")
    }
    return try format.load(bytes, file: path)
}

/// Far more bytes than a classifier of hands has.
private let modelLimit = 1 << 28

/// What is behind an ``MLModel``: whatever answers for inputs, be it read from a file or trained in this process.
package protocol LoadedModel: Sendable {
    /// The inputs that it takes, the outputs that it gives, and what it says about itself.
    var modelDescription: MLModelDescription { get }

    /// The outputs for `inputs`, which are as the description wants them: all are there but for optional ones, with the
    /// types and shapes that it names. The numbers of arrays may be of any type;
    /// ``MLMultiArray/numbers(as:)`` casts them. Several threads may call this at the same time.
    func outputs(for inputs: any MLFeatureProvider) throws -> any MLFeatureProvider
}

/// A kind of file that an ``MLModel`` is loaded from. A new one is a type and its name in `allModelFormats`.
package protocol ModelFormat {
    /// What the files are called in errors.
    static var name: String { get }

    /// Whether the bytes are such a file, at first sight.
    static func recognizes(_ bytes: Bytes) -> Bool

    /// Loads a file that ``recognizes(_:)`` has taken for one; `file` names it in errors.
    static func load(_ bytes: Bytes, file: String) throws -> any LoadedModel
}

/// The kinds of files in the order in which they are asked.
var allModelFormats: [any ModelFormat.Type] {
    // A bundle may hold a classifier of its own, which says more than its networks.
    [HandClassifierModel.self, GestureBundleModel.self]
}

// As Core ML's header brings both along.
