import TegataBuffers
import TegataFormats

/// Finds models that the user did not name.
enum ModelSearch {
    /// The folders with fetched models: `$TEGATA_MODELS`, or `Models` here or where the program was built.
    private static var folders: [String] {
        if let folder = System.environment("TEGATA_MODELS"), !folder.isEmpty { return [folder] }
        return packageFolders.map { $0 + "Models" }
    }

    /// Where the package may be: here or where the program was built.
    static var packageFolders: [String] {
        var folders = [""]
        // .build/PLATFORM/release/tegata is three folders below the package.
        if let path = System.executablePath {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            if parts.count > 4 { folders.append(parts.dropLast(4).joined(separator: "/") + "/") }
        }
        return folders
    }

    /// The path of the fetched bundle called `name`.
    static func bundle(named name: String = "hand_landmarker.task") throws(CommandError) -> String {
        let candidates = folders.map { $0 + "/" + name }
        if let path = candidates.first(where: System.exists) { return path }
        throw .failure(
            "\(candidates[0]): no such file; name a model, set TEGATA_MODELS to the folder with models, or run Tools/fetch-models"
        )
    }

    /// The addresses of the networks that an argument stands for: itself, or all networks in a bundle.
    static func networks(in argument: String) throws(CommandError) -> [String] {
        let address = ModelAddress(argument)
        guard address.members.isEmpty else { return [argument] }
        let bytes = try orFailure { () throws(TegataError) in try Bytes(mappingFileAt: argument) }
        guard !FileKind.isNetwork(bytes) else { return [argument] }
        let members = try orFailure { () throws(ModelFormatError) in
            try TaskBundle(bytes: bytes, file: argument).allMembers()
        }
        let networks = members.map(\.path).filter { $0.last?.hasSuffix(".tflite") == true }
        guard !networks.isEmpty else {
            throw .failure("\(argument): holds no network; name a .tflite network or a .task bundle")
        }
        return networks.map { ([argument] + $0).joined(separator: ":") }
    }

    /// Whether an argument names a bundle as a whole; files that cannot be read are none.
    static func isBundle(_ argument: String) -> Bool {
        guard ModelAddress(argument).members.isEmpty, let bytes = try? Bytes(mappingFileAt: argument) else {
            return false
        }
        return !FileKind.isNetwork(bytes)
    }

    /// Whether a bundle has networks for gestures; a file that cannot be read has none.
    static func hasGestures(_ path: String) -> Bool {
        guard let bytes = try? Bytes(mappingFileAt: path), let bundle = try? TaskBundle(bytes: bytes, file: path) else {
            return false
        }
        return bundle.kind == .gestureRecognizer
    }
}
