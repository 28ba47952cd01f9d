import TegataDrawing
import TegataSystem
import TegataTool

/// The options that say where answers go beside the standard output, and as what.
package enum OutputOption {
    static let csv = Flag("--csv", "write CSV: a line for each hand")
    static let pixels = Flag("--pixels", "write the landmarks of --csv in pixels, in place of parts of the sides")
    static let joints = Flag(
        "--joints",
        "add to --json and --csv how each joint is bent, which fingers are up, what can be seen, pinches, and in JSON the"
            + " skeleton of OpenXR; show in --html angles over time, and bones")
    package static let quiet = Flag(
        "--quiet", short: "-q", "write no text for people: no summaries, no progress, no warnings")
    package static let annotate = Option<String>.text(
        "--annotate", short: "-o", "OUT",
        "draw the hands: the picture, video or folder to write; - is the standard output", values: .files([]))
    static let boxes = Flag(
        "--boxes", "draw also the palms that were detected and the regions where landmarks were looked for")
    static let lineWidth = Option<Int>.integer(
        "--line", "N", in: 0...200,
        "draw fingers as lines of N pixels, 0 for none (default: by the sizes of picture and hand)")
    static let dotSize = Option<Int>.integer(
        "--dots", "N", in: 0...200,
        "draw points of N pixels, 0 for none (default: by the sizes of picture and hand)")
    static let noLabels = Flag("--no-labels", "do not write beside drawn hands what they are called")
    static let axes = Flag(
        "--axes",
        "draw also how palms lie in space, across them in red, along them in green and out of them in blue, and write"
            + " how far away they are; add --camera")
    static let background = Option<PictureBackground>.choice(
        "--background", "draw the hands alone with --annotate, on black or, in PNG pictures, on nothing")
    static let hiding = Option<HandHiding>.choice(
        "--hide",
        "make the hands that are found unrecognisable in what --annotate, --html and --preview show, in videos for another half of a second; nothing is drawn"
    )
    package static let crops = Option<String>.text(
        "--crop", "DIR", "write each hand as an upright, square PNG picture of its own into a folder",
        values: .folders)
    static let summary = Option<String>.text(
        "--summary", "OUT.json", "write how the run went as JSON: inputs, failures, hands, gestures, speed, files",
        values: .files(["json"]))
    package static let preview = Flag("--preview", "show the pictures with their hands in the terminal")

    /// Those of commands for videos.
    static let allOfVideos = all(ResultFormat.all)
    /// Those of commands for pictures.
    static let all = all(ResultFormat.all.dropLast(ResultFormat.animations.count))

    private static func all(_ formats: [ResultFormat]) -> [OptionDescription] {
        [
            CommonOption.json.description, csv.description, pixels.description, joints.description,
            annotate.description, boxes.description, lineWidth.description, dotSize.description, noLabels.description,
            axes.description, background.description, hiding.description, crops.description,
        ] + formats.map(\.option.description) + [summary.description, preview.description, quiet.description]
    }
}

extension OutputOption {
    /// Those that say where something is written.
    private static let places = [annotate, crops] + ResultFormat.all.map(\.option) + [summary]

    /// Whether anything is written but the answers.
    static func areWritten(_ arguments: Arguments) throws -> Bool {
        for option in places where try arguments.value(of: option) != nil { return true }
        return false
    }

    /// Outputs must have different names, and none is what is to be read.
    static func requireOwnFiles(_ arguments: Arguments, inputs: [String]) throws {
        var seen: [String: String] = [:]
        let inputs = System.identities(ofInputs: inputs)
        let annotated = try arguments.value(of: annotate)
        let format = try AnswerFormat(arguments, annotatedPath: annotated)
        let hasAnswers = annotated == "-" || format != .none
        let answers = hasAnswers && System.isFile("/dev/stdout") ? System.identity("/dev/stdout") : nil
        for option in places {
            guard let path = try arguments.value(of: option) else { continue }
            guard path != "-" else {
                if option.description.name == annotate.description.name { continue }
                throw .usage(
                    "\(option.description.name) - is no \(kind(of: option)), and only --annotate can write to the standard output; name a \(kind(of: option)) such as \(option.description.placeholder ?? "")"
                )
            }
            if let other = seen.updateValue(option.description.name, forKey: System.straightPath(path)) {
                throw .usage(
                    "\(other) and \(option.description.name) both write \(path); choose another name for one of them")
            }
            if let identity = System.identity(path), inputs.contains(identity) {
                throw .usage(
                    "\(option.description.name) \(path): would replace what is to be read; choose another name")
            }
            // A stream of this process is written to, and a file replaced, with the answers in it.
            if let answers, System.identity(path) == answers, case .file? = try? PendingFile.place(of: path) {
                throw .usage("\(option.description.name) \(path): is where the answers go; choose another name")
            }
        }
    }

    private static func kind(of option: Option<String>) -> String {
        option.description.values == .folders ? "folder" : "file"
    }
}
