import TegataBuffers
import TegataFormats

/// Finds models that the user did not name.
package enum ModelSearch {
    /// The folders in which models are looked for, in this order.
    static var folders: [String] {
        folders(environment: System.environment, program: System.executablePath)
    }

    /// The same for any program and environment: `$TEGATA_MODELS` alone where it is set; otherwise beside the program,
    /// where it was built, where it was installed for its user or for all, and `Models` here.
    package static func folders(environment: (String) -> String?, program: String?) -> [String] {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let folder = value("TEGATA_MODELS") { return [folder] }
        var folders: [String] = []
        if let program {
            let beside = parent(of: program)
            folders += [beside, parent(of: beside) + "/share/tegata"]
            if let package = package(ofProgram: program) { folders.append(package + "/Models") }
        }
        // Relative paths there are to be ignored.
        let shared = value("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        if let shared = shared ?? value("HOME").map({ $0 + "/.local/share" }) { folders.append(shared + "/tegata") }
        folders += ["/usr/local/share/tegata", "/usr/share/tegata", "Models"]
        return folders.enumerated().filter { folders.firstIndex(of: $1) == $0 }.map(\.element)
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// The package in whose folder `.build` a program lies.
    private static func package(ofProgram path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let build = parts.lastIndex(of: ".build"), build > 0 else { return nil }
        return parts[..<build].joined(separator: "/")
    }

    /// Where files of the package may be: here or where the program was built.
    static var packageFolders: [String] {
        [""] + (System.executablePath.flatMap(package).map { [$0 + "/"] } ?? [])
    }

    /// The path of the bundle called `name`.
    static func bundle(named name: String = "hand_landmarker.task") throws(CommandError) -> String {
        if let path = path(of: name, in: folders) { return path }
        throw .failure(missing(name, in: folders))
    }

    /// The first file called `name` in the folders.
    package static func path(of name: String, in folders: [String]) -> String? {
        folders.map { $0 + "/" + name }.first(where: System.exists)
    }

    /// What is said where none of the folders has a bundle called `name`.
    package static func missing(_ name: String, in folders: [String]) -> String {
        "\(name): not in \(folders.listed("or")); run Tools/fetch-models in Tegata's sources, set TEGATA_MODELS to a folder"
            + " that has it, or name a bundle; tegata doctor says more"
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
