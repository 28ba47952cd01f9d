import TegataBuffers
import TegataClassifiers
import TegataHands
import TegataInference
import TegataTool

extension HandNetworks {
    /// Loads the networks of a bundle.
    package init(
        at path: String, includingGestures: Bool = false, _ options: NetworkOptions, _ precision: HandPrecision
    ) throws(CommandError) {
        let bytes = try orFailure { () throws(TegataError) in try Bytes(mappingFileAt: path) }
        guard !ClassifierFile.isClassifier(bytes) else {
            throw .failure(
                "\(path): is a classifier, not a bundle; pass poses with --poses, and actions to track with --actions")
        }
        try ForeignFile.refuseAsBundle(bytes, file: path)
        try MemoryNeeds.require(forFileOf: bytes.count, path)
        do throws(TegataError) {
            try self.init(
                bundle: bytes, file: path, includingGestures: includingGestures, options: options, precision: precision)
        } catch {
            throw .failure(error.description)
        }
    }
}
