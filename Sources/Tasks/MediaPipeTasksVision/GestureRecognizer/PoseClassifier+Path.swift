import TegataBuffers
import TegataClassifiers
import TegataGestureBundles

extension PoseClassifier {
    /// Reads the classifier at `path`, which is looked for where models are.
    init(at path: String) throws {
        let bytes = try Bytes(mappingFileAt: ModelPath.resolved(path))
        do throws(GestureBundleError) { self = try ClassifierFile(fileOrBundle: bytes, file: path).poses(path) } catch {
            throw TegataError(error)
        }
    }
}
