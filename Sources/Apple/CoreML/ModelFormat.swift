import TegataBuffers

/// A kind of file that an ``MLModel`` is loaded from. A new one is a type and its name in `allModelFormats`.
package protocol ModelFormat {
    /// What the files are called in errors.
    static var name: String { get }

    /// Whether the beginning of the bytes is that of such a file.
    static func begins(_ bytes: Bytes) -> Bool

    /// Loads such a file; `file` names it in errors.
    static func load(_ bytes: Bytes, file: String) throws -> any LoadedModel
}

/// The kinds of files in the order in which they are asked.
var allModelFormats: [any ModelFormat.Type] { [GestureBundleModel.self] }
