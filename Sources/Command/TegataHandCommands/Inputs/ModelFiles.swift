import TegataBuffers
import TegataClassifiers
import TegataFormats
import TegataGestureBundles
import TegataHands
import TegataInference
import TegataTool

extension HandNetworks {
    /// Loads the networks of a bundle.
    package init(
        at path: String, includingGestures: Bool = false, _ options: NetworkOptions, _ precision: HandPrecision
    ) throws {
        let bytes = try Bytes(mappingFileAt: path)
        guard !ClassifierFile.isClassifier(bytes) else {
            throw .failure(
                "\(path): is a classifier, not a bundle; use --poses for poses, or --actions with tegata track for"
                    + " actions"
            )
        }
        try ForeignFile.refuseAsBundle(bytes, file: path)
        try MemoryNeeds.require(forFileOf: bytes.count, path)
        try self.init(
            bundle: bytes, file: path, includingGestures: includingGestures, options: options, precision: precision)
    }
}

extension ClassifierFile {
    /// Reads the classifier at `path`, which is a classifier file or a bundle with a classifier.
    package init(at path: String) throws {
        let bytes = try Bytes(mappingFileAt: path)
        try ForeignFile.refuse(
            bytes, file: path, expected: "a classifier", advice: "pass a file from tegata train")
        self = try ClassifierFile(fileOrBundle: bytes, file: path)
    }
}
