import TegataBuffers
import TegataClassifiers
import TegataGestureBundles
import TegataTool

extension ClassifierFile {
    /// Reads the classifier at `path`: a file of its own, or a bundle that has one.
    package init(at path: String) throws(CommandError) {
        let bytes = try orFailure { () throws(TegataError) in try Bytes(mappingFileAt: path) }
        try ForeignFile.refuse(
            bytes, file: path, expected: "a classifier", advice: "name a file that tegata train wrote")
        self = try orFailure { () throws(GestureBundleError) in try ClassifierFile(fileOrBundle: bytes, file: path) }
    }
}
