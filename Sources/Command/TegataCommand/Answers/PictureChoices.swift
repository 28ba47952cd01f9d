import TegataDrawing
import TegataHands
import TegataImages

/// What the user wants to have drawn and shown.
struct PictureChoices: Sendable {
    let annotatedPath: String?
    let hasBoxes: Bool
    /// Nil where no pictures are wanted in the terminal.
    private let previewSize: TerminalPicture.Size?

    /// `inputs` are the paths of what is to be read.
    init(_ arguments: Arguments, inputs: [String], _ console: Console) throws(CommandError) {
        try OutputOption.requireOwnFiles(arguments, inputs: inputs)
        annotatedPath = try arguments.value(of: OutputOption.annotate)
        hasBoxes = arguments.has(OutputOption.boxes)
        previewSize = arguments.has(OutputOption.preview) ? console.pictureSize : nil
        if arguments.has(OutputOption.preview), previewSize == nil {
            throw .usage(
                "--preview needs a terminal with colours as standard error, without NO_COLOR and TERM=dumb; or use --annotate FILE"
            )
        }
        if hasBoxes, !drawsHands { throw .usage("--boxes is about what is drawn; add --annotate OUT or --preview") }
    }

    /// Whether hands are drawn at all.
    var drawsHands: Bool { annotatedPath != nil || hasPreview }
    var hasPreview: Bool { previewSize != nil }

    /// The picture with what was found.
    func drawn(_ hands: [HandResult], _ palms: [PalmDetection], in picture: RGBImage) -> RGBImage {
        draw(hands, palms, in: picture, HandDrawing(width: picture.width, height: picture.height))
    }

    /// The same for the terminal, if it is wanted there. Letters could not be read.
    func preview(_ hands: [HandResult], _ palms: [PalmDetection], in picture: RGBImage) -> TerminalPicture? {
        guard let previewSize else { return nil }
        var drawing = HandDrawing(width: picture.width, height: picture.height)
        drawing.hasLabels = false
        drawing.shrinkage = Float(previewSize.shrinkage(of: picture))
        return TerminalPicture(draw(hands, palms, in: picture, drawing), previewSize)
    }

    private func draw(_ hands: [HandResult], _ palms: [PalmDetection], in picture: RGBImage, _ drawing: HandDrawing)
        -> RGBImage
    {
        var (picture, drawing) = (picture, drawing)
        drawing.hasRegions = hasBoxes
        for palm in palms { drawing.draw(palm, in: &picture) }
        drawing.draw(hands, in: &picture)
        return picture
    }
}
