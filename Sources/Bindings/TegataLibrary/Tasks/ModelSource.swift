import TegataBuffers
import TegataClassifiers
import TegataFormats
import TegataGestureBundles
import TegataHands
import TegataSystem

/// The source of a task's bundle or a trained classifier.
enum ModelSource {
    /// The caller's memory, which errors refer to as `name`.
    case bytes(UnsafeRawBufferPointer, name: String)
    case file(path: String)
    case descriptor(Int32)

    /// The name used in errors.
    private var name: String {
        switch self {
        case .bytes(_, let name): name
        case .file(let path): path
        case .descriptor(let number): "file descriptor \(number)"
        }
    }

    /// Returns the networks of a hand landmarker's or gesture recogniser's bundle. As in MediaPipe, each task accepts
    /// only bundles of its own kind.
    func networks(includingGestures: Bool) throws(CallError) -> HandNetworks {
        let bytes = try bytes { CallError(Status($0.kind), "Unable to open file at \(name)", for: $0) }
        let archive: ZipArchive
        do { archive = try ZipArchive(bytes: bytes, file: name) } catch {
            throw CallError(.unknown, "Unable to open zip archive.", for: TegataError(error))
        }
        let needed: [String] =
            includingGestures
            ? [TaskBundle.handLandmarkerName, TaskBundle.gestureClassificationName]
            : [TaskBundle.Role.palmDetector.memberName, TaskBundle.Role.handLandmarks.memberName]
        for member in needed where !archive.contains(member) {
            let members = archive.members.map { $0.name }.sorted().joined(separator: ", ")
            throw CallError(
                .notFound, "No file with name: \(member). All files in the model asset bundle are: \(members).")
        }
        return try networks(bytes, includingGestures)
    }

    /// Returns the networks of a bundle that contains them at any depth.
    func networksOfAnyBundle(
        includingGestures: Bool, precision: HandPrecision
    ) throws(CallError) -> HandNetworks {
        try networks(bytes(), includingGestures, precision)
    }

    /// Returns the networks that recognise gestures.
    func gestureNetworks() throws(CallError) -> GestureNetworks {
        let bytes = try bytes()
        guard SystemMemory.has(Self.memoryFactor * bytes.count) else { throw .outOfMemory }
        return try withCallErrors { () throws(TegataError) in try GestureNetworks(bundle: bytes, file: name) }
    }

    /// Returns the trained pose classifier.
    func poses() throws(CallError) -> PoseClassifier {
        try classifier { file throws(GestureBundleError) in try file.poses(name) }
    }

    /// Returns the trained action classifier.
    func actions() throws(CallError) -> ActionClassifier {
        try classifier { file throws(GestureBundleError) in try file.actions(name) }
    }

    private func classifier<Classifier>(
        _ choose: (ClassifierFile) throws(GestureBundleError) -> Classifier
    ) throws(CallError) -> Classifier {
        let bytes = try bytes()
        guard SystemMemory.has(Self.memoryFactor * bytes.count) else { throw .outOfMemory }
        do throws(GestureBundleError) { return try choose(ClassifierFile(fileOrBundle: bytes, file: name)) } catch {
            throw CallError(TegataError(error))
        }
    }

    /// An upper limit on the memory for networks and their tasks, in multiples of the bundle's size.
    private static let memoryFactor = 8

    private func networks(
        _ bytes: Bytes, _ includingGestures: Bool, _ precision: HandPrecision = .single
    ) throws(CallError) -> HandNetworks {
        guard SystemMemory.has(Self.memoryFactor * bytes.count) else { throw .outOfMemory }
        return try withCallErrors { () throws(TegataError) in
            try HandNetworks(bundle: bytes, file: name, includingGestures: includingGestures, precision: precision)
        }
    }

    private func bytes(_ report: (TegataError) -> CallError = { CallError($0) }) throws(CallError) -> Bytes {
        let path: String
        switch self {
        case .bytes(let bytes, _):
            guard SystemMemory.has(bytes.count) else { throw .outOfMemory }
            // Copy the bytes, because the caller's memory may be freed before the task ends.
            return Bytes(count: bytes.count) { $0.copyMemory(from: bytes) }
        case .descriptor(let number): path = "/proc/self/fd/\(number)"
        case .file(let name): path = name
        }
        do throws(FileError) { return try Bytes(mapping: path) } catch {
            guard !error.reason.isWantOfMemory else { throw .outOfMemory }
            throw report(TegataError(error))
        }
    }
}
