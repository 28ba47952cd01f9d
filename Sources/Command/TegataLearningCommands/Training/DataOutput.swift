import TegataClassifiers
import TegataHandCommands
import TegataSystem
import TegataTool
import TegataTrainingData

/// A file written by training, evaluation or `tegata quantize`. It must not overwrite the data.
struct DataOutput {
    enum Kind {
        case classifier, bundle, page
        /// A training checkpoint, which is read before it is overwritten.
        case state
    }

    let kind: Kind
    let option: String
    let path: String

    /// Throws if an output is not a file, shares its path with another, would overwrite an input, or cannot be written.
    /// The classifier may overwrite the one at `older`.
    static func requirePlaces(of outputs: [DataOutput], inputs: [String], older: String? = nil) throws {
        let inputs = System.identities(ofInputs: inputs)
        let older = older.flatMap(System.identity)
        var seen: [String: String] = [:]
        for output in outputs {
            let (option, path) = (output.option, output.path)
            guard path != "-" else { throw .usage("\(option) - is not a file; give a file") }
            if let other = seen.updateValue(option, forKey: System.straightPath(path)) {
                throw .usage("\(other) and \(option) both write \(path); choose another name for one of them")
            }
            if let identity = System.identity(path),
                inputs.contains(identity) || (identity == older && output.kind != .classifier)
            {
                throw .usage("\(option) \(path): would overwrite an input file; choose another name")
            }
            if output.kind == .state, System.identity(path) != nil, !System.isFile(path) {
                throw .usage(
                    "\(option) \(path): is not a file, and checkpoints are deleted at the end; choose another name")
            }
            try output.requireName()
            try OutputPathChecks.requireFile(path)
            try PendingFile.requireRoom(at: path)
        }
    }

    /// Throws if the name is an image or video name, because the next training would read the file as one.
    private func requireName() throws {
        guard PossibleValues.pictures.hasFile(named: path) || PossibleValues.videos.hasFile(named: path) else { return }
        let example =
            switch kind {
            case .classifier: "poses.tegata"
            case .bundle: "small.task"
            case .page: "report.html"
            case .state: "training.state"
            }
        throw .usage("\(option) \(path): is the name of an image or video; choose a name such as \(example)")
    }

    /// Throws if the file is an input of `dataSets` or one of `paths`, or if it would overwrite a file of another kind
    /// in one of these directories.
    func require(apartFrom paths: [String], _ dataSets: [DataSet]) throws {
        guard let identity = System.identity(path) else { return }
        var inputs = Set(paths + dataSets.flatMap(\.namesFiles))
        for item in dataSets.flatMap(\.items) {
            if let path = item.path { inputs.insert(path) }
            inputs.insert(item.place.file)
        }
        if inputs.contains(where: { System.identity($0) == identity }) {
            throw .usage("\(option) \(path): would overwrite an input file; choose another name")
        }
        let place = System.straightPath(path)
        let isInside = inputs.contains { input in
            guard System.isFolder(input) else { return false }
            let folder = System.straightPath(input)
            return place.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
        }
        if isInside, !isOfItsKind {
            throw .usage("\(option) \(path): would overwrite another file in the data; choose another name")
        }
    }

    /// Whether the existing file is an earlier output of the same kind.
    private var isOfItsKind: Bool {
        switch kind {
        case .classifier: (try? ClassifierFile(at: path)) != nil
        case .page: (try? System.readSmallFile(path))?.hasPrefix("<!DOCTYPE html>") == true
        case .bundle, .state: true
        }
    }
}
