/// What a class of a data set has.
package struct ClassCount: Sendable, Equatable {
    /// The name of the class.
    package var label: String
    /// Pictures, clips or rows.
    package var items = 0
    /// Those in which no hand was found.
    package var withoutHand = 0
    /// Those in which two or more were found.
    package var withSeveralHands = 0
    /// Those that could not be read.
    package var unreadable = 0
    /// How many of the labelled hands are left ones.
    package var left = 0
    /// How many of the labelled hands are right ones.
    package var right = 0

    /// A class without anything.
    package init(label: String) {
        self.label = label
    }
}
