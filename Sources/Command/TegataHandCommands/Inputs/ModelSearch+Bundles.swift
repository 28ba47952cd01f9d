import TegataBuffers
import TegataFormats
import TegataModelSearch
import TegataTool

/// The search for bundles, and checks of their contents.
extension ModelSearch {
    /// The directories that may contain the package's files: the current one and the one where the program was built.
    package static var packageFolders: [String] {
        [""] + (programPath.flatMap(packageFolder(ofProgram:)).map { [$0 + "/"] } ?? [])
    }

    /// Returns the path of the bundle called `name`; throws advice if there is none.
    package static func bundle(named name: String = "hand_landmarker.task") throws -> String {
        let folders = folders()
        if let path = path(of: name, in: folders) { return path }
        throw .failure(missingBundle(name, in: folders))
    }

    /// Returns the error message if none of the directories has a bundle called `name`.
    package static func missingBundle(_ name: String, in folders: [String]) -> String {
        missing(name, in: folders, otherwise: "pass a bundle, or run tegata doctor")
    }

    /// Returns the addresses of the networks for an argument: the argument itself, or all networks in a bundle.
    package static func networks(in argument: String) throws -> [String] {
        let address = ModelAddress(argument)
        guard address.members.isEmpty else { return [argument] }
        let bytes = try Bytes(mappingFileAt: argument)
        guard !FileKind.isNetwork(bytes) else { return [argument] }
        let members = try TaskBundle(bytes: bytes, file: argument).allMembers()
        let networks = members.map(\.path).filter { $0.last?.hasSuffix(".tflite") == true }
        guard !networks.isEmpty else {
            throw .failure("\(argument): contains no network; pass a .tflite network or a .task bundle")
        }
        return networks.map { ([argument] + $0).joined(separator: ":") }
    }

    /// Whether an argument names a whole bundle; false for files that cannot be read.
    package static func isBundle(_ argument: String) -> Bool {
        guard ModelAddress(argument).members.isEmpty, let bytes = try? Bytes(mappingFileAt: argument) else {
            return false
        }
        return !FileKind.isNetwork(bytes)
    }

    /// Whether a bundle has gesture networks; false for files that cannot be read.
    package static func hasGestures(_ path: String) -> Bool {
        guard let bytes = try? Bytes(mappingFileAt: path), let bundle = try? TaskBundle(bytes: bytes, file: path) else {
            return false
        }
        return bundle.kind == .gestureRecognizer
    }
}
