import TegataSystem

/// Keeps what was found in files, by what they hold.
package enum KeyPointCache {
    /// `$TEGATA_CACHE`, or else `$XDG_CACHE_HOME/tegata` or `~/.cache/tegata`; nil where none of them is known.
    package static var usualFolder: String? {
        usualFolder { getenv($0).map { String(cString: $0) } }
    }

    /// The same for any environment.
    package static func usualFolder(environment: (String) -> String?) -> String? {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let folder = value("TEGATA_CACHE") { return folder }
        // Relative paths there are to be ignored.
        if let folder = value("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/tegata" }
        return value("HOME").map { $0 + "/.cache/tegata" }
    }
}
