import TegataDrawing
import TegataSystem
import TegataTool

/// The options for the result format and for further outputs.
package enum OutputOption {
    static let csv = Flag("--csv", "write CSV, one line per hand")
    static let pixels = Flag(
        "--pixels", "with --csv, write landmarks in pixels instead of fractions of the image size")
    static let joints = Flag(
        "--joints",
        "add joint data to --json, --csv and --html: JSON and CSV get joint angles, extended fingers, visibility and"
            + " pinches; JSON also gets the OpenXR skeleton; the HTML page shows the bones and plots the angles over"
            + " time")
    package static let quiet = Flag(
        "--quiet", short: "-q",
        "write no text results, summaries, progress or warnings; JSON, CSV and output files are still written")
    package static let annotate = Option<String>.text(
        "--annotate", short: "-o", "OUT",
        "draw the hands and write the result to OUT: an image, a video or a directory; - is standard output",
        values: .files([]))
    static let boxes = Flag(
        "--boxes", "also draw the detected palms and the regions searched for landmarks")
    static let lineWidth = Option<Int>.integer(
        "--line", "N", in: 0...200,
        "width of finger lines in pixels; 0 hides them (default: depends on the image size and hand size)")
    static let dotSize = Option<Int>.integer(
        "--dots", "N", in: 0...200,
        "size of landmark points in pixels; 0 hides them (default: depends on the image size and hand size)")
    static let noLabels = Flag("--no-labels", "hide the labels of drawn hands")
    static let axes = Flag(
        "--axes",
        "also draw each palm's axes and distance: red across the palm, green along it and blue out of it; needs"
            + " --camera")
    static let background = Option<PictureBackground>.choice(
        "--background", "background that replaces the image in --annotate; transparent needs PNG output")
    static let hiding = Option<HandHiding>.choice(
        "--hide",
        "make hands unrecognisable in --annotate, --html and --preview; in videos, each hand stays hidden for half a"
            + " second after it is lost; landmarks are not drawn"
    )
    package static let crops = Option<String>.text(
        "--crop", "DIR", "write each hand to DIR as an upright, square PNG image",
        values: .folders)
    static let summary = Option<String>.text(
        "--summary", "OUT.json", "write a summary of the run as JSON: inputs, failures, hands, gestures, speed, files",
        values: .files(["json"]))
    package static let preview = Flag("--preview", "show the images with their hands in the terminal")

    /// The output options for video commands.
    static let groupsOfVideos = groups(ResultFormat.all)
    /// The output options for image commands.
    static let groups = groups(ResultFormat.all.dropLast(ResultFormat.ofVideos.count))

    private static func groups(_ formats: [ResultFormat]) -> [OptionGroup] {
        let results =
            [CommonOption.json.description, csv.description, pixels.description, joints.description]
            + formats.map(\.option.description) + [summary.description, quiet.description]
        let drawing = [
            annotate.description, boxes.description, lineWidth.description, dotSize.description, noLabels.description,
            axes.description, background.description, hiding.description, crops.description, preview.description,
        ]
        return [OptionGroup("Results", results), OptionGroup("Drawing", drawing)]
    }
}

extension OutputOption {
    /// The options that specify an output path.
    private static let places = [annotate, crops] + ResultFormat.all.map(\.option) + [summary, TraceFile.option]

    /// Whether anything is written in addition to the results.
    static func areWritten(_ arguments: Arguments) throws -> Bool {
        for option in places where try arguments.value(of: option) != nil { return true }
        return false
    }

    /// Throws if two outputs are the same file, or if an output would overwrite an input.
    static func requireOwnFiles(_ arguments: Arguments, inputs: [String]) throws {
        var seen: [String: String] = [:]
        let inputs = System.identities(ofInputs: inputs)
        let annotated = try arguments.value(of: annotate)
        let format = try ConsoleFormat(arguments, annotatedPath: annotated)
        let isPrinted = annotated == "-" || format != .none
        let printed = isPrinted && System.isFile("/dev/stdout") ? System.identity("/dev/stdout") : nil
        for option in places {
            guard let path = try arguments.value(of: option) else { continue }
            guard path != "-" else {
                if option.description.name == annotate.description.name { continue }
                throw .usage(
                    "\(option.description.name) - is not a \(kind(of: option)), and only --annotate can write to"
                        + " standard output; give a \(kind(of: option)) such as \(option.description.placeholder ?? "")"
                )
            }
            if let other = seen.updateValue(option.description.name, forKey: System.straightPath(path)) {
                throw .usage(
                    "\(other) and \(option.description.name) both write \(path); choose another name for one of them")
            }
            if let identity = System.identity(path), inputs.contains(identity) {
                throw .usage(
                    "\(option.description.name) \(path): would overwrite an input file; choose another name")
            }
            // Writing to a stream of this process is fine, but replacing its file would lose the results in it.
            if let printed, System.identity(path) == printed, case .file? = try? PendingFile.place(of: path) {
                throw .usage("\(option.description.name) \(path): already receives the results; choose another name")
            }
        }
    }

    private static func kind(of option: Option<String>) -> String {
        option.description.values == .folders ? "directory" : "file"
    }
}
