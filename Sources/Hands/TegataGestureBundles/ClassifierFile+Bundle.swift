import TegataBuffers
import TegataClassifiers
import TegataFormats

extension ClassifierFile {
    /// Reads a classifier from its own file or from a gesture bundle; `file` names it in errors.
    package init(fileOrBundle bytes: Bytes, file: String) throws(GestureBundleError) {
        guard !Self.isClassifier(bytes), let archive = try Self.archive(bytes, file: file) else {
            do { try self.init(bytes, file: file) } catch { throw .classifier(error) }
            return
        }
        guard archive.contains(GestureBundleWriter.classifierMember) else { throw .classifierMissing(file: file) }
        let data: Bytes
        do { data = try archive.data(of: archive.member(named: GestureBundleWriter.classifierMember)) } catch {
            throw .bundle(error)
        }
        do { try self.init(data, file: file + ":" + GestureBundleWriter.classifierMember) } catch {
            throw .classifier(error)
        }
    }

    /// Returns the bundle in `bytes`; nil if it is not a bundle.
    private static func archive(_ bytes: Bytes, file: String) throws(GestureBundleError) -> ZipArchive? {
        guard FileKind.isArchive(bytes) else { return nil }
        do { return try ZipArchive(bytes: bytes, file: file) } catch { throw .bundle(error) }
    }

    /// Returns the pose classifier; throws if the classifier is of another kind. `file` names it in errors.
    package func poses(_ file: String) throws(GestureBundleError) -> PoseClassifier {
        guard case .pose(let classifier) = self else { throw .kind(file: file, expected: .pose, found: kind) }
        return classifier
    }

    /// Returns the action classifier; throws if the classifier is of another kind. `file` names it in errors.
    package func actions(_ file: String) throws(GestureBundleError) -> ActionClassifier {
        guard case .action(let classifier) = self else { throw .kind(file: file, expected: .action, found: kind) }
        return classifier
    }

    /// The classifier's kind.
    package var kind: GestureBundleError.Kind {
        switch self {
        case .pose: .pose
        case .action: .action
        case .embedding: .embedding
        }
    }
}
