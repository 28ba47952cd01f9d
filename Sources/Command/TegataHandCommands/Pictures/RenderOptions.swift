import TegataDrawing
import TegataHands
import TegataImages
import TegataTool

/// What the user wants to have drawn and shown.
struct RenderOptions: Sendable {
    let annotatedPath: String?
    let hasBoxes: Bool
    /// How hands are made unrecognisable; nothing is drawn then. Nil where they are to be seen.
    private let hiding: HandHiding?
    /// Nil where hands are drawn into the picture itself.
    private let background: PictureBackground?
    /// Nil where sizes follow the picture and the hand.
    private let lineWidth: Float?
    private let dotSize: Float?
    private let hasLabels: Bool
    private let hasAxes: Bool
    /// Nil where no pictures are wanted in the terminal.
    private let previewSize: TerminalPicture.Size?

    /// `inputs` are the paths of what is to be read.
    init(_ arguments: Arguments, inputs: [String], _ console: Console) throws {
        try OutputOption.requireOwnFiles(arguments, inputs: inputs)
        annotatedPath = try arguments.value(of: OutputOption.annotate)
        hasBoxes = arguments.has(OutputOption.boxes)
        hiding = try arguments.value(of: OutputOption.hiding)
        background = try arguments.value(of: OutputOption.background)
        lineWidth = try arguments.value(of: OutputOption.lineWidth).map(Float.init)
        dotSize = try arguments.value(of: OutputOption.dotSize).map(Float.init)
        hasLabels = !arguments.has(OutputOption.noLabels)
        hasAxes = arguments.has(OutputOption.axes)
        previewSize = arguments.has(OutputOption.preview) ? console.pictureSize : nil
        if arguments.has(OutputOption.preview), previewSize == nil {
            throw .usage(
                "--preview needs a terminal with colours as standard error, without NO_COLOR and TERM=dumb; or use --annotate FILE"
            )
        }
        if let option = drawingOptions.first, !drawsHands {
            throw .usage("\(option) is about what is drawn; add --annotate OUT or --preview")
        }
        if hasAxes, try arguments.value(of: MetricOption.camera) == nil {
            throw .usage("--axes is for hands in space; add --camera")
        }
        // What is hidden is so in pages and in the terminal, too.
        let page = try arguments.value(of: ResultFormat.page.option)
        let isShown = hasPreview || page != nil
        let alone =
            background.map { _ in OutputOption.background.description }
            ?? (isShown ? nil : hiding.map { _ in OutputOption.hiding.description })
        if let alone, annotatedPath == nil {
            throw .usage("\(alone.name) is about the pictures that are written; add --annotate OUT")
        }
        guard hiding != nil else { return }
        let others = drawingOptions + (background == nil ? [] : [OutputOption.background.description.name])
        if let other = others.first {
            throw .usage("--hide and \(other) do not go together: nothing is drawn where hands are hidden")
        }
        guard try arguments.value(of: OutputOption.crops) == nil else {
            throw .usage("--hide and --crop do not go together: crops show the hands")
        }
    }

    /// The options about how hands are drawn that were given.
    private var drawingOptions: [String] {
        var names: [String] = []
        if hasBoxes { names.append(OutputOption.boxes.description.name) }
        if lineWidth != nil { names.append(OutputOption.lineWidth.description.name) }
        if dotSize != nil { names.append(OutputOption.dotSize.description.name) }
        if !hasLabels { names.append(OutputOption.noLabels.description.name) }
        if hasAxes { names.append(OutputOption.axes.description.name) }
        return names
    }

    /// Whether hands are drawn at all.
    var drawsHands: Bool { annotatedPath != nil || hasPreview }
    var hasPreview: Bool { previewSize != nil }
    /// Whether what is written can be seen through.
    var isTransparent: Bool { background == .transparent }

    /// The picture as it may be seen: with its hands hidden, where that is wanted, also in the small picture that EXIF
    /// data may have.
    func shown(hiding hands: [HandResult], in picture: RGBImage) -> RGBImage {
        guard let hiding else { return picture }
        var picture = picture
        picture.hide(hands, by: hiding)
        picture.removeEXIF()
        return picture
    }

    /// A picture that may be seen with what was found, or that alone.
    func drawn(_ hands: [HandResult], _ palms: [PalmDetection], in picture: RGBImage) -> RGBImage {
        draw(
            hands, palms, in: background == nil ? picture : RGBImage(width: picture.width, height: picture.height),
            drawing(for: picture))
    }

    /// The same as what is written into files.
    func written(_ hands: [HandResult], _ palms: [PalmDetection], of picture: RGBImage) -> DrawnPicture {
        guard isTransparent else { return .full(drawn(hands, palms, in: picture)) }
        let drawing = drawing(for: picture)
        return .transparent(
            RGBAImage(width: picture.width, height: picture.height) { layer in
                layer = draw(hands, palms, in: layer, drawing)
            })
    }

    /// The same for the terminal, if it is wanted there. Letters could not be read.
    func preview(_ hands: [HandResult], _ palms: [PalmDetection], in picture: RGBImage) -> TerminalPicture? {
        guard let previewSize else { return nil }
        var drawing = drawing(for: picture)
        drawing.hasLabels = false
        drawing.shrinkage = Float(previewSize.shrinkage(of: picture))
        return TerminalPicture(draw(hands, palms, in: picture, drawing), previewSize)
    }

    private func drawing(for picture: RGBImage) -> HandDrawing {
        var drawing = HandDrawing(width: picture.width, height: picture.height)
        drawing.hasRegions = hasBoxes
        drawing.hasLabels = hasLabels
        drawing.hasAxes = hasAxes
        drawing.lineWidth = lineWidth
        drawing.dotSize = dotSize
        return drawing
    }

    private func draw(_ hands: [HandResult], _ palms: [PalmDetection], in picture: RGBImage, _ drawing: HandDrawing)
        -> RGBImage
    {
        guard hiding == nil else { return picture }
        var picture = picture
        for palm in palms where drawing.hasRegions { drawing.draw(palm, in: &picture) }
        drawing.draw(hands, in: &picture)
        return picture
    }
}

/// What hands are drawn on in place of the picture.
enum PictureBackground: String, CaseIterable, Sendable {
    case black
    /// Nothing, so that what is behind shines through.
    case transparent
}

/// What is written of a picture with its hands.
enum DrawnPicture {
    case full(RGBImage)
    /// The hands alone.
    case transparent(RGBAImage)

    /// The picture as a PNG file.
    func encoded() throws -> [UInt8] {
        switch self {
        case .full(let picture): try picture.encoded(as: .png, keepsMetadata: true)
        case .transparent(let picture): try picture.encoded()
        }
    }

    /// Writes the picture as what the ending of the name says.
    func write(toFileAt path: String) throws {
        switch self {
        case .full(let picture): try picture.write(toFileAt: path)
        case .transparent(let picture): try picture.write(toFileAt: path)
        }
    }
}
