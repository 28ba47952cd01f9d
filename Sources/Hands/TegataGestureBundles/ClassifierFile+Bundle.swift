import TegataBuffers
import TegataClassifiers
import TegataFormats

extension ClassifierFile {
    /// Reads a classifier's file, or that which is in a gesture bundle; `file` is what errors call it.
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

    /// The bundle in `bytes`; nil where they are none.
    private static func archive(_ bytes: Bytes, file: String) throws(GestureBundleError) -> ZipArchive? {
        guard FileKind.isArchive(bytes) else { return nil }
        do { return try ZipArchive(bytes: bytes, file: file) } catch { throw .bundle(error) }
    }

    /// The classifier of poses, where it is one; `file` is what errors call it.
    package func poses(_ file: String) throws(GestureBundleError) -> PoseClassifier {
        guard case .pose(let classifier) = self else { throw .kind(file: file, expected: .pose, found: kind) }
        return classifier
    }

    /// The classifier of actions, where it is one; `file` is what errors call it.
    package func actions(_ file: String) throws(GestureBundleError) -> ActionClassifier {
        guard case .action(let classifier) = self else { throw .kind(file: file, expected: .action, found: kind) }
        return classifier
    }

    /// What the classifier tells.
    package var kind: GestureBundleError.Kind {
        switch self {
        case .pose: .pose
        case .action: .action
        case .embedding: .embedding
        }
    }
}
