import TegataBuffers

/// A kind of file that an ``MLModel`` is loaded from. A new one is a type and its name in `allModelFormats`.
package protocol ModelFormat {
    /// What the files are called in errors.
    static var name: String { get }

    /// Whether the bytes are such a file, at first sight.
    static func recognizes(_ bytes: Bytes) -> Bool

    /// Loads a file that ``recognizes(_:)`` has taken for one; `file` names it in errors.
    static func load(_ bytes: Bytes, file: String) throws -> any LoadedModel
}

/// The kinds of files in the order in which they are asked.
var allModelFormats: [any ModelFormat.Type] {
    // A bundle may hold a classifier of its own, which says more than its networks.
    [HandClassifierModel.self, GestureBundleModel.self]
}
