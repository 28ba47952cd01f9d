import Foundation
import TegataBuffers
import TegataSystem
import TegataTables

/// Reads and writes whole files, and names the file in error messages.
enum TabularFile {
    /// The size of the largest accepted file, in bytes.
    private static let limit = 1 << 30

    static func contents(of url: URL) throws -> Data {
        try requireFile(url, .fileReadUnsupportedScheme)
        do throws(FileError) {
            return Data(try Bytes(readingFileAt: url.path, atMost: limit, acceptingPipes: false).array())
        } catch {
            let code: CocoaError.Code =
                switch error.reason {
                case .notFound: .fileReadNoSuchFile
                case .permissionDenied: .fileReadNoPermission
                case .tooLarge: .fileReadTooLarge
                default: .fileReadUnknown
                }
            throw failure(code, url, error)
        }
    }

    static func json(_ bytes: [UInt8], file: String) throws -> JSONNode {
        do throws(TableFileError) {
            return try JSONReader.value(bytes, file: file)
        } catch {
            // The error that Foundation throws for text that is not JSON.
            throw CocoaError(.propertyListReadCorrupt, userInfo: [NSLocalizedDescriptionKey: error.description])
        }
    }

    /// Returns the error for a table in which almost all cells are empty.
    static func sparse(file: String, row: Int, columns: Int, rows: Int) -> CocoaError {
        CocoaError(
            .fileReadTooLarge,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "\(file): row \(row): \(columns) columns of \(rows) rows are too many for a file that leaves nearly"
                    + " all of them empty; use the same names in all objects"
            ])
    }

    /// Writes the file completely or not at all.
    static func write(_ data: Data, to url: URL) throws {
        try requireFile(url, .fileWriteUnsupportedScheme)
        do throws(FileError) {
            try PendingFile.writeFile(data.bytes, to: url.path)
        } catch {
            throw failure(.fileWriteUnknown, url, error)
        }
    }

    private static func requireFile(_ url: URL, _ code: CocoaError.Code) throws {
        guard !url.isFileURL else { return }
        throw CocoaError(
            code,
            userInfo: [
                NSLocalizedDescriptionKey: "\(url.absoluteString): not a file URL; pass the URL of a local file",
                NSURLErrorKey: url,
            ])
    }

    private static func failure(_ code: CocoaError.Code, _ url: URL, _ error: FileError) -> CocoaError {
        CocoaError(
            code, userInfo: [NSLocalizedDescriptionKey: error.description, NSFilePathErrorKey: url.path])
    }
}
