import TegataClassifiers
import TegataHandCommands
import TegataTool
import TegataTrainingData

/// A file that a training or an evaluation writes, which must take nothing from the data that is read.
struct DataOutput {
    enum Kind {
        case classifier, page
        /// The state of a training, which is read before it is replaced.
        case state
    }

    let kind: Kind
    let option: String
    let path: String

    /// Throws where `outputs` are no files, have one place, would replace what is read, or cannot be written. The
    /// classifier may replace the `older` one.
    static func requirePlaces(of outputs: [DataOutput], inputs: [String], older: String? = nil) throws {
        let inputs = System.identities(ofInputs: inputs)
        let older = older.flatMap(System.identity)
        var seen: [String: String] = [:]
        for output in outputs {
            let (option, path) = (output.option, output.path)
            guard path != "-" else { throw .usage("\(option) - is no file; name one") }
            if let other = seen.updateValue(option, forKey: System.straightPath(path)) {
                throw .usage("\(other) and \(option) both write \(path); choose another name for one of them")
            }
            if let identity = System.identity(path),
                inputs.contains(identity) || (identity == older && output.kind != .classifier)
            {
                throw .usage("\(option) \(path): would replace what is to be read; choose another name")
            }
            if output.kind == .state, System.identity(path) != nil, !System.isFile(path) {
                throw .usage("\(option) \(path): is no file, and states are removed at the end; choose another name")
            }
            try output.requireName()
            try OutputPathChecks.requireFile(path)
        }
    }

    /// Throws where the name is that of a picture or a video, as which the file would be read the next time.
    private func requireName() throws {
        guard PossibleValues.pictures.hasFile(named: path) || PossibleValues.videos.hasFile(named: path) else { return }
        let example =
            switch kind {
            case .classifier: "poses.tegata"
            case .page: "report.html"
            case .state: "training.state"
            }
        throw .usage("\(option) \(path): is the name of a picture or video; choose one such as \(example)")
    }

    /// Throws where the file is one that `dataSets` are read from, or where `paths` have a file of another kind in its
    /// place.
    func require(apartFrom paths: [String], _ dataSets: [DataSet]) throws {
        guard let identity = System.identity(path) else { return }
        var inputs = Set(paths + dataSets.flatMap(\.namesFiles))
        for item in dataSets.flatMap(\.items) {
            if let path = item.path { inputs.insert(path) }
            inputs.insert(item.place.file)
        }
        if inputs.contains(where: { System.identity($0) == identity }) {
            throw .usage("\(option) \(path): would replace what is to be read; choose another name")
        }
        let place = System.straightPath(path)
        let isInside = inputs.contains { input in
            guard System.isFolder(input) else { return false }
            let folder = System.straightPath(input)
            return place.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
        }
        if isInside, !isOfItsKind {
            throw .usage("\(option) \(path): would replace another file of the data; choose another name")
        }
    }

    /// Whether the file that is there now was written for the same purpose.
    private var isOfItsKind: Bool {
        switch kind {
        case .classifier: (try? ClassifierFile(at: path)) != nil
        case .page: (try? System.readSmallFile(path))?.hasPrefix("<!DOCTYPE html>") == true
        case .state: true
        }
    }
}
