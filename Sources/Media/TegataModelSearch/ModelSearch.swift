import TegataSystem

/// Finds models that the user did not name.
package enum ModelSearch {
    private static let storedOwnFolder = Lock<String?>(nil)

    /// The folder that the program itself has chosen for its models, from any thread; nil where it has chosen none.
    package static var ownFolder: String? {
        get { storedOwnFolder.withLock { $0 } }
        set { storedOwnFolder.withLock { $0 = newValue } }
    }

    /// The folders in which models are looked for, in this order; `resources` are those of the program's bundles.
    package static func folders(resources: [String] = []) -> [String] {
        folders(
            own: ownFolder, resources: resources, environment: { getenv($0).map { String(cString: $0) } },
            program: programPath)
    }

    /// The same for any program and environment: the program's own choice alone, or else `$TEGATA_MODELS` alone where
    /// it is set; otherwise among the program's resources and beside it, where it was built, where it was installed for
    /// its user or for all, and `Models` here.
    package static func folders(
        own: String? = nil, resources: [String] = [], environment: (String) -> String?, program: String?
    ) -> [String] {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let folder = own ?? value("TEGATA_MODELS") { return [folder] }
        var folders = resources
        if let program {
            let beside = parent(of: program)
            folders += [beside, parent(of: beside) + "/share/tegata"]
            if let package = packageFolder(ofProgram: program) { folders.append(package + "/Models") }
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

    /// The file of the running program.
    package static var programPath: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// The package in whose folder `.build` a program lies.
    package static func packageFolder(ofProgram path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let build = parts.lastIndex(of: ".build"), build > 0 else { return nil }
        return parts[..<build].joined(separator: "/")
    }

    /// The first file called `name` in the folders.
    package static func path(of name: String, in folders: [String]) -> String? {
        folders.map { $0 + "/" + name }.first { access($0, F_OK) == 0 }
    }

    /// What is said where none of the folders has a model called `name`, with what else can be done about it.
    package static func missing(_ name: String, in folders: [String], otherwise: String) -> String {
        let places = folders.dropLast().joined(separator: ", ") + (folders.count > 1 ? " or " : "")
        return "\(name): not in \(places)\(folders.last ?? ""); run Tools/fetch-models in Tegata's sources, set"
            + " TEGATA_MODELS to a folder that has it, or \(otherwise)"
    }
}
