import TegataImages
import TegataSystem

/// The pictures that operands stand for: files, and folders with the pictures in and below them by name.
enum PictureFiles {
    /// A folder that cannot be read is a failure of its own. The folder `output` is left out, so that what was drawn
    /// into it is not looked at the next time.
    static func list(_ operands: [String], output: String?) -> [Entry] {
        var entries: [Entry] = []
        let output = output.flatMap(System.identity)
        for operand in operands {
            let count = entries.count
            append(operand, except: output, to: &entries)
            if entries.count == count {
                entries.append(
                    .failure(
                        path: operand,
                        "\(operand): there is no picture in the folder; name one with JPEG, PNG or PPM files"))
            }
        }
        return entries
    }

    enum Entry: Sendable {
        /// A file, and what it is called within the folder that the user named.
        case picture(path: String, innerPath: String)
        case failure(path: String, String)

        /// What answers call it.
        var source: String {
            switch self {
            case .picture(let path, _), .failure(let path, _): path
            }
        }

        var innerPath: String? {
            if case .picture(_, let innerPath) = self { innerPath } else { nil }
        }

        var path: String? {
            if case .picture(let path, _) = self { path } else { nil }
        }
    }

    private static func append(
        _ path: String, innerPath: String? = nil, except output: System.FileIdentity?, to entries: inout [Entry]
    ) {
        guard System.isFolder(path) else {
            entries.append(.picture(path: path, innerPath: innerPath ?? fileName(path)))
            return
        }
        do throws(SystemError) {
            for name in try System.namesInFolder(path).sorted() where !name.hasPrefix(".") {
                let inner = path + (path.hasSuffix("/") ? "" : "/") + name
                // Links to folders may lead in circles.
                let isFolder = System.isFolder(inner, followingLinks: false)
                if isFolder, output != nil, System.identity(inner) == output { continue }
                if isFolder || ImageFormat.isReadable(path: inner) {
                    append(inner, innerPath: (innerPath.map { $0 + "/" } ?? "") + name, except: output, to: &entries)
                }
            }
        } catch {
            entries.append(.failure(path: path, "\(path): cannot be read: \(error); check its permissions"))
        }
    }

    /// What is behind the last slash.
    static func fileName(_ path: String) -> String {
        String(path.split(separator: "/").last ?? "picture")
    }
}
