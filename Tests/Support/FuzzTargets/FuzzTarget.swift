import TegataBuffers

/// A reader that is given bytes of all kinds: it may refuse them, and do nothing else that is out of the ordinary.
///
/// libFuzzer looks for such bytes (`Fuzz/run`); what it has found is read again by the tests.
package struct FuzzTarget: Sendable {
    /// What the target is called, and the folder of its files.
    package let name: String
    /// Reads a file. Its answers and its errors are dropped.
    package let read: @Sendable (Bytes) -> Void

    /// A target whose errors are answers.
    init<Failure: Error>(_ name: String, _ read: @escaping @Sendable (Bytes) throws(Failure) -> Void) {
        self.name = name
        self.read = { bytes in
            do throws(Failure) {
                try read(bytes)
            } catch {
                // What people are told is made of what the file says, too.
                use("\(error)")
            }
        }
    }

    /// All of them.
    package static let all =
        models + networks + pipelines + memory + pictures + videos + cameras + tables + training + sessions + commands
}

/// Keeps the compiler from leaving out what gives `value`.
@inline(never)
func use<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
