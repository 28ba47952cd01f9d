/// Labels as they are shown and written into files.
package enum LabelText {
    /// The label without blanks around it, and with one blank for every run of blanks, line ends and control characters.
    package static func cleaned(_ label: String) -> String {
        label.split { character in
            character.isWhitespace || character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        }.joined(separator: " ")
    }
}
