import TegataSystem

/// The names of output files, derived from the names of inputs.
enum OutputNames {
    /// Returns, for each input name, the unique first part of its output names.
    static func stems(of names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            let stem = stem(of: name)
            guard !taken.insert(stem).inserted else { return stem }
            var number = 2
            while !taken.insert("\(stem)-\(number)").inserted { number += 1 }
            return "\(stem)-\(number)"
        }
    }

    /// Returns the name without its extension, shortened to leave room for a suffix.
    private static func stem(of name: String) -> String {
        let name = name == "-" ? "standard-input" : name
        let parts = PathParts(name)
        let end = parts.name.dropFirst().lastIndex(of: ".") ?? parts.name.endIndex
        let stem = safe((parts.folder + parts.name[..<end])[...], length: 120) {
            $0.value < 32 || $0.value == 127 || $0 == "/"
        }
        // Avoid names that are hidden or look like options.
        return stem.hasPrefix(".") || stem.hasPrefix("-") ? "_" + stem.dropFirst() : stem
    }

    /// Returns the text with unsafe characters replaced by `_`, cut to at most `length` bytes.
    static func safe(
        _ text: some StringProtocol, length: Int, _ isUnsafe: (Unicode.Scalar) -> Bool
    ) -> String {
        var safe = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            let scalar = isUnsafe(scalar) ? "_" : scalar
            count += UTF8.width(scalar)
            guard count <= length else { break }
            safe.append(scalar)
        }
        return String(safe)
    }
}
