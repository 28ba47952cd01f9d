import TegataSystem

/// Finds models when the user did not specify a path.
package enum ModelSearch {
    private static let storedOwnFolder = Lock<String?>(nil)

    /// The directory that the program itself has chosen for its models; nil if it has not chosen one. Safe to use from
    /// any thread.
    package static var ownFolder: String? {
        get { storedOwnFolder.withLock { $0 } }
        set { storedOwnFolder.withLock { $0 = newValue } }
    }

    /// Returns the search path for models; `resources` are the resource directories of the program's bundles.
    package static func folders(resources: [String] = []) -> [String] {
        folders(
            own: ownFolder, resources: resources, environment: { getenv($0).map { String(cString: $0) } },
            program: programPath)
    }

    /// Returns the search path for the given program and environment.
    ///
    /// If the program has chosen a directory or, otherwise, `$TEGATA_MODELS` is set, this is the only entry. Otherwise,
    /// the path contains the program's resources, its directory, its build and installed locations, and `Models` in the
    /// current directory.
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
        // The XDG specification requires that relative paths be ignored.
        let shared = value("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        if let shared = shared ?? value("HOME").map({ $0 + "/.local/share" }) { folders.append(shared + "/tegata") }
        folders += ["/usr/local/share/tegata", "/usr/share/tegata", "Models"]
        return folders.enumerated().filter { folders.firstIndex(of: $1) == $0 }.map(\.element)
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// The path of the running program; nil if unknown.
    package static var programPath: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Returns the package whose `.build` directory contains a program; nil if there is none.
    package static func packageFolder(ofProgram path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let build = parts.lastIndex(of: ".build"), build > 0 else { return nil }
        return parts[..<build].joined(separator: "/")
    }

    /// Returns the path of the first file called `name` in the directories; nil if there is none.
    package static func path(of name: String, in folders: [String]) -> String? {
        folders.map { $0 + "/" + name }.first { access($0, F_OK) == 0 }
    }

    /// Returns the error text for a model that is in none of the directories; `otherwise` describes another remedy.
    package static func missing(_ name: String, in folders: [String], otherwise: String) -> String {
        let places = folders.dropLast().joined(separator: ", ") + (folders.count > 1 ? " or " : "")
        return "\(name): not in \(places)\(folders.last ?? ""); run Tools/make/models in Tegata's sources, set"
            + " TEGATA_MODELS to a directory that contains it, or \(otherwise)"
    }
}
