import Foundation
import TegataModelSearch

/// Where the file is that a path of a model means.
package enum ModelPath {
    /// The path of the file in this process. Throws where a relative path is not found, with all places looked at.
    static func resolved(_ path: String) throws -> String {
        try resolved(
            path, workingFolder: FileManager.default.currentDirectoryPath,
            resources: [Bundle.main.resourcePath, Bundle.main.bundlePath].compactMap(\.self),
            folders: ModelSearch.folders())
    }

    /// The same for any places: a path counts from the working folder, and where nothing is there from the resources of
    /// the program's bundle and the folders of models, where its last part alone counts as well. Absolute paths stay as
    /// they are.
    package static func resolved(
        _ path: String, workingFolder: String, resources: [String], folders: [String]
    ) throws -> String {
        guard !path.hasPrefix("/"), ModelSearch.path(of: path, in: [workingFolder]) == nil else { return path }
        let places = resources + folders
        for name in [path, path.split(separator: "/").last.map(String.init) ?? path] {
            if let found = ModelSearch.path(of: name, in: places) { return found }
        }
        var named: [String] = []
        for place in [workingFolder] + places where !named.contains(place) { named.append(place) }
        throw taskError(
            .notFound,
            ModelSearch.missing(path, in: named, otherwise: "set baseOptions.modelAssetPath to the path of a bundle"),
            isFromEngine: true)
    }
}
