/// Texts that stand in Swift code.
enum SwiftIdentifier {
    /// A name for a type, made of any text.
    static func typeName(_ text: String) -> String {
        var name = ""
        for character in text { name.append(isAllowed(character) ? character : "_") }
        if name.isEmpty { name = "Model" }
        if name.first?.isNumber ?? false { name = "_" + name }
        // A name of underscores alone stands for something else.
        if name.allSatisfy({ $0 == "_" }) { name += "Model" }
        return taken.contains(name) ? name + "_" : name
    }

    /// Letters, digits and the underscore; of letters beyond ASCII those that are a single scalar.
    private static func isAllowed(_ character: Character) -> Bool {
        if character.isASCII { return character.isLetter || character.isNumber || character == "_" }
        return character.isLetter && character.unicodeScalars.count == 1
    }

    /// Labels in a comment stay on its line.
    static func commentText(_ text: String) -> String {
        String(text.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } ? " " : $0 })
    }

    /// Words of the language, and types that the generated code names.
    private static let taken: Set<String> = [
        "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while", "Bool", "Bundle", "Double", "Error", "Float", "NSNumber", "Result", "Set", "String", "URL",
        "Void", "MLArrayBatchProvider", "MLDictionaryFeatureProvider", "MLFeatureProvider", "MLFeatureValue", "MLModel",
        "MLModelConfiguration", "MLMultiArray", "MLPredictionOptions", "MLShapedArray",
    ]
}
