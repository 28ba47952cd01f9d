import TegataBuffers

/// A reader that is given arbitrary bytes. It may reject them, but must not misbehave in any other way.
///
/// libFuzzer searches for inputs (`Fuzz/run`), and the tests reread the inputs that it found.
package struct FuzzTarget: Sendable {
    /// The name of the target and of the folder that contains its files.
    package let name: String
    /// Reads a file, and drops the result or error.
    package let read: @Sendable (Bytes) -> Void

    /// Creates a target that may throw errors.
    init<Failure: Error>(_ name: String, _ read: @escaping @Sendable (Bytes) throws(Failure) -> Void) {
        self.name = name
        self.read = { bytes in
            do throws(Failure) {
                try read(bytes)
            } catch {
                // The error message is made from the file's contents, so it must be readable as well.
                use("\(error)")
            }
        }
    }

    /// All targets.
    package static let all =
        models + networks + pipelines + memory + pictures + videos + cameras + tables + training + sessions + commands
}

/// Keeps the compiler from removing the computation of `value`.
@inline(never)
func use<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
