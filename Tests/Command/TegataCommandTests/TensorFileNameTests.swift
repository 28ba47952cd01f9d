import TegataCommand
import Testing

/// The names of the files of tensors.
struct TensorFileNameTests {
    @Test(arguments: [
        ("Identity_1", "Identity_1"), ("a/b:0", "a_b_0"), ("../x", ".._x"), ("sum; ä手", "sum____"), ("", ""),
        ("a-b.c", "a-b.c"),
    ])
    func tensorNamesBecomeFileNames(_ name: String, _ expected: String) {
        #expect(fileName(forTensor: name) == expected)
    }
}
