import Foundation
import TegataTestSupport

/// A folder of files that a test writes.
struct DataFolder {
    let url: URL
    var path: String { url.path }

    /// Calls `body` with an empty folder and removes the folder afterwards.
    static func with<Result>(_ body: (DataFolder) throws -> Result) throws -> Result {
        try withTemporaryFolder { try body(DataFolder(url: $0)) }
    }

    /// Returns the path of a file in the folder.
    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a text file and creates the folders that contain it.
    @discardableResult
    func write(_ name: String, _ text: String = "") throws -> String {
        try write(name, Data(text.utf8))
    }

    @discardableResult
    func write(_ name: String, _ data: Data) throws -> String {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
        return file.path
    }

    /// Creates empty files, which is enough because the readers decode nothing.
    func touch(_ names: String...) throws {
        for name in names { try write(name) }
    }
}
