import TegataDrawing
import TegataHands
import TegataImages
import TegataTool

/// The user's choices for drawn and displayed images.
struct RenderOptions: Sendable {
    let annotatedPath: String?
    let hasBoxes: Bool
    /// How to make hands unrecognisable, in which case nothing is drawn; nil if hands stay visible.
    private let hiding: HandHiding?
    /// The background that replaces the image; nil if hands are drawn into the image itself.
    private let background: PictureBackground?
    /// Widths in pixels; nil if they follow the sizes of the image and the hand.
    private let lineWidth: Float?
    private let dotSize: Float?
    private let hasLabels: Bool
    private let hasAxes: Bool
    /// The size of images in the terminal; nil without --preview.
    private let previewSize: TerminalPicture.Size?

    /// Reads the options; `inputs` are the paths of all files that are read.
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
                "--preview needs standard error to be a colour terminal, without NO_COLOR or TERM=dumb; use --annotate"
                    + " FILE instead"
            )
        }
        if let option = drawingOptions.first, !drawsHands {
            throw .usage("\(option) applies only to drawn hands; add --annotate OUT or --preview")
        }
        if hasAxes, try arguments.value(of: MetricOption.camera) == nil {
            throw .usage("--axes applies only to hands in metres; add --camera")
        }
        // Hands are also hidden in pages and in the terminal, so --hide does not require --annotate there.
        let page = try arguments.value(of: ResultFormat.page.option)
        let isShown = hasPreview || page != nil
        let alone =
            background.map { _ in OutputOption.background.description }
            ?? (isShown ? nil : hiding.map { _ in OutputOption.hiding.description })
        if let alone, annotatedPath == nil {
            throw .usage("\(alone.name) applies only to written images; add --annotate OUT")
        }
        guard hiding != nil else { return }
        let others = drawingOptions + (background == nil ? [] : [OutputOption.background.description.name])
        if let other = others.first {
            throw .usage("--hide and \(other) cannot be combined, because --hide draws nothing; drop one of them")
        }
        guard try arguments.value(of: OutputOption.crops) == nil else {
            throw .usage("--hide and --crop cannot be combined, because crops show the hands; drop one of them")
        }
    }

    /// The names of the specified options that affect how hands are drawn.
    private var drawingOptions: [String] {
        var names: [String] = []
        if hasBoxes { names.append(OutputOption.boxes.description.name) }
        if lineWidth != nil { names.append(OutputOption.lineWidth.description.name) }
        if dotSize != nil { names.append(OutputOption.dotSize.description.name) }
        if !hasLabels { names.append(OutputOption.noLabels.description.name) }
        if hasAxes { names.append(OutputOption.axes.description.name) }
        return names
    }

    /// Whether any output shows drawn hands.
    var drawsHands: Bool { annotatedPath != nil || hasPreview }
    var hasPreview: Bool { previewSize != nil }
    /// Whether written images have a transparent background.
    var isTransparent: Bool { background == .transparent }

    /// Returns the image that may be shown. With --hide, its hands are hidden, and its EXIF data is removed because it
    /// may include a thumbnail.
    func shown(hiding hands: [HandResult], in picture: RGBImage) -> RGBImage {
        guard let hiding else { return picture }
        var picture = picture
        picture.hide(hands, by: hiding)
        picture.removeEXIF()
        return picture
    }

    /// Returns the image with the detected hands, or the hands on a plain background.
    func drawn(_ hands: [HandResult], _ palms: [PalmDetection], in picture: RGBImage) -> RGBImage {
        draw(
            hands, palms, in: background == nil ? picture : RGBImage(width: picture.width, height: picture.height),
            drawing(for: picture))
    }

    /// Returns the image with the detected hands for files, which may be transparent.
    func written(_ hands: [HandResult], _ palms: [PalmDetection], of picture: RGBImage) -> DrawnPicture {
        guard isTransparent else { return .full(drawn(hands, palms, in: picture)) }
        let drawing = drawing(for: picture)
        return .transparent(
            RGBAImage(width: picture.width, height: picture.height) { layer in
                layer = draw(hands, palms, in: layer, drawing)
            })
    }

    /// Returns the image with the detected hands for the terminal, without labels, because they would be illegible.
    /// Returns nil without --preview.
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

/// The background that replaces the image behind drawn hands.
enum PictureBackground: String, CaseIterable, Sendable {
    case black
    /// A transparent background.
    case transparent
}

/// An image with its hands, as it is written.
enum DrawnPicture {
    case full(RGBImage)
    /// The hands alone, without the image.
    case transparent(RGBAImage)

    /// Returns the contents of a PNG file with the image.
    func encoded() throws -> [UInt8] {
        switch self {
        case .full(let picture): try picture.encoded(as: .png, keepsMetadata: true)
        case .transparent(let picture): try picture.encoded()
        }
    }

    /// Writes the image in the format that the file extension specifies.
    func write(toFileAt path: String) throws {
        switch self {
        case .full(let picture): try picture.write(toFileAt: path)
        case .transparent(let picture): try picture.write(toFileAt: path)
        }
    }
}
