import TegataAnswers
import TegataImages
import TegataTool

/// What came out for one picture.
struct StillAnswer: Sendable {
    /// The picture as the user named it.
    let source: String
    /// Nil where there is none.
    var hands: HandsOfPicture?
    /// The picture for the terminal, if it is wanted there.
    var preview: TerminalPicture?
    /// The picture for the report, if there is one.
    var reported: RGBImage?
    var failures: [String] = []
}
