/// The names that people give to what is none of the others.
package enum BackgroundLabel {
    /// In small letters.
    package static let names = ["none", "nothing", "background", "no_gesture"]

    /// Whether a label is one of ``names``, in any case.
    package static func isBackground(_ label: String) -> Bool { names.contains(label.lowercased()) }
}
