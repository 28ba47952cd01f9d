import Foundation
import TegataTestSupport

/// A folder of files that tests write.
struct DataFolder {
    let url: URL
    var path: String { url.path }

    /// Calls `body` with an empty folder, which goes away afterwards.
    static func with<Result>(_ body: (DataFolder) throws -> Result) throws -> Result {
        try withTemporaryFolder { try body(DataFolder(url: $0)) }
    }

    /// The path of something in the folder.
    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a text, and makes the folders that it lies in.
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

    /// Files without contents, for readers decode nothing.
    func touch(_ names: String...) throws {
        for name in names { try write(name) }
    }
}
