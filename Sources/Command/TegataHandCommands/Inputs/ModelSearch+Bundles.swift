import TegataBuffers
import TegataFormats
import TegataModelSearch
import TegataTool

/// What commands look for and in the models that are found.
extension ModelSearch {
    /// Where files of the package may be: here or where the program was built.
    package static var packageFolders: [String] {
        [""] + (programPath.flatMap(packageFolder(ofProgram:)).map { [$0 + "/"] } ?? [])
    }

    /// The path of the bundle called `name`.
    package static func bundle(named name: String = "hand_landmarker.task") throws -> String {
        let folders = folders()
        if let path = path(of: name, in: folders) { return path }
        throw .failure(missingBundle(name, in: folders))
    }

    /// What is said where none of the folders has a bundle called `name`.
    package static func missingBundle(_ name: String, in folders: [String]) -> String {
        missing(name, in: folders, otherwise: "name a bundle; tegata doctor says more")
    }

    /// The addresses of the networks that an argument stands for: itself, or all networks in a bundle.
    package static func networks(in argument: String) throws -> [String] {
        let address = ModelAddress(argument)
        guard address.members.isEmpty else { return [argument] }
        let bytes = try Bytes(mappingFileAt: argument)
        guard !FileKind.isNetwork(bytes) else { return [argument] }
        let members = try TaskBundle(bytes: bytes, file: argument).allMembers()
        let networks = members.map(\.path).filter { $0.last?.hasSuffix(".tflite") == true }
        guard !networks.isEmpty else {
            throw .failure("\(argument): holds no network; name a .tflite network or a .task bundle")
        }
        return networks.map { ([argument] + $0).joined(separator: ":") }
    }

    /// Whether an argument names a bundle as a whole; files that cannot be read are none.
    package static func isBundle(_ argument: String) -> Bool {
        guard ModelAddress(argument).members.isEmpty, let bytes = try? Bytes(mappingFileAt: argument) else {
            return false
        }
        return !FileKind.isNetwork(bytes)
    }

    /// Whether a bundle has networks for gestures; a file that cannot be read has none.
    package static func hasGestures(_ path: String) -> Bool {
        guard let bytes = try? Bytes(mappingFileAt: path), let bundle = try? TaskBundle(bytes: bytes, file: path) else {
            return false
        }
        return bundle.kind == .gestureRecognizer
    }
}
