import TegataHands
import TegataTool

/// The options for hand positions in space.
enum MetricOption {
    static let camera = Option<Camera>(
        "--camera", "FX,FY,CX,CY|DEGREES|exif",
        "report hands in metres from the camera, given by its focal lengths and principal point in pixels or its"
            + " horizontal field of view in degrees; exif reads the lens data of each photograph",
        expectation: "four numbers such as 900,900,640,360, a field of view such as 70, or exif", parse: Camera.init)
    static let palmWidth = Option<Float>(
        "--palm-width", "MM",
        "distance in millimetres between the centres of the index and little finger knuckles; a higher value puts hands"
            + " farther away (default: 60, the adult mean)",
        expectation: "a number of millimetres from 20 to 150, such as 62"
    ) { text in
        Float(text).flatMap { MetricOptions.palmWidths.contains($0 / 1000) ? $0 : nil }
    }

    package static let group = OptionGroup("Hands in metres", [camera.description, palmWidth.description])

    /// The camera that the user describes.
    enum Camera: Sendable {
        case known(MetricCamera)
        /// Each photograph's own camera, from its EXIF data.
        case ofPhotographs

        init?(_ text: String) {
            if text == "exif" {
                self = .ofPhotographs
                return
            }
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Float($0) }
            let numbers = parts.compactMap(\.self)
            guard numbers.count == parts.count else { return nil }
            let camera: MetricCamera
            switch numbers.count {
            case 1: camera = .fieldOfView(degrees: numbers[0])
            case 4:
                camera = .intrinsics(
                    CameraIntrinsics(focalX: numbers[0], focalY: numbers[1], centerX: numbers[2], centerY: numbers[3]))
            default: return nil
            }
            guard camera.isValid else { return nil }
            self = .known(camera)
        }
    }
}

extension MetricOptions {
    /// A placeholder for the camera if each image has its own.
    private static let unknown = MetricCamera.fieldOfView(degrees: 60)

    /// Reads the metric options from the arguments; nil if none were given.
    package init?(_ arguments: Arguments) throws {
        let width = try arguments.value(of: MetricOption.palmWidth)
        guard let camera = try arguments.value(of: MetricOption.camera) else {
            guard width == nil else { throw .usage("--palm-width applies only to hands in metres; add --camera") }
            return nil
        }
        switch camera {
        case .known(let camera): self.init(camera: camera, palmWidth: width.map { $0 / 1000 })
        case .ofPhotographs: self.init(camera: Self.unknown, palmWidth: width.map { $0 / 1000 })
        }
    }
}

extension Arguments {
    /// Whether the camera comes from each photograph.
    func hasCamerasOfPhotographs() throws -> Bool {
        if case .ofPhotographs = try value(of: MetricOption.camera) { true } else { false }
    }
}
