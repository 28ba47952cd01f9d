import Foundation

/// Connects an input's stream to an output or a preview layer, and reorients its frames: first rotates them clockwise,
/// then mirrors them horizontally.
///
/// Cameras on Linux deliver upright images, except phone cameras, whose images lie on their side. Setting an
/// orientation rotates the frames in either case. Frames are copied only if they are rotated or mirrored.
open class AVCaptureConnection: NSObject, @unchecked Sendable {
    /// The streams that the connection takes frames from.
    public let inputPorts: [AVCaptureInput.Port]
    /// The output that receives the frames; nil for a preview layer.
    public private(set) weak var output: AVCaptureOutput?
    /// The layer that shows the frames, or nil.
    public private(set) weak var videoPreviewLayer: AVCaptureVideoPreviewLayer?
    /// Whether the device faces its user.
    private let facesUser: Bool
    private let lock = NSLock()
    private var state: State

    private struct State {
        var quarterTurns = 0
        var isMirrored = false
        var mirrorsByItself: Bool
        var isEnabled = true
    }

    /// Creates a connection to an output. Frames flow once it is added together with its input and output.
    init(_ input: AVCaptureInput, to output: AVCaptureOutput) {
        inputPorts = input.ports
        self.output = output
        facesUser = (input as? AVCaptureDeviceInput)?.device.position == .front
        state = State(mirrorsByItself: false)
        super.init()
    }

    /// Creates a connection to a layer, which mirrors the image of a device that faces its user.
    init(_ input: AVCaptureInput, to layer: AVCaptureVideoPreviewLayer) {
        inputPorts = input.ports
        videoPreviewLayer = layer
        facesUser = (input as? AVCaptureDeviceInput)?.device.position == .front
        state = State(mirrorsByItself: true)
        super.init()
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

    /// Whether frames flow.
    open var isEnabled: Bool {
        get { withState { $0.isEnabled } }
        set { withState { $0.isEnabled = newValue } }
    }

    /// Always true.
    open var isVideoOrientationSupported: Bool { true }

    /// The rotation of frames, expressed as the way a phone is held. The default is
    /// ``AVCaptureVideoOrientation/landscapeRight``, which leaves frames as they are.
    open var videoOrientation: AVCaptureVideoOrientation {
        get { AVCaptureVideoOrientation(quarterTurns: withState { $0.quarterTurns }) }
        set { withState { $0.quarterTurns = newValue.quarterTurns } }
    }

    /// Whether frames can be rotated by `videoRotationAngle` degrees: 0, 90, 180 or 270.
    open func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
        [0, 90, 180, 270].contains(videoRotationAngle)
    }

    /// The clockwise rotation of frames in degrees, which must be a supported angle.
    open var videoRotationAngle: CGFloat {
        get { CGFloat(90 * withState { $0.quarterTurns }) }
        set {
            precondition(isVideoRotationAngleSupported(newValue), "the rotation must be 0, 90, 180 or 270 degrees")
            withState { $0.quarterTurns = Int(newValue) / 90 }
        }
    }

    /// Always true.
    open var isVideoMirroringSupported: Bool { true }

    /// Whether ``isVideoMirrored`` follows from the position of the device; true by default for preview layers.
    open var automaticallyAdjustsVideoMirroring: Bool {
        get { withState { $0.mirrorsByItself } }
        set { withState { $0.mirrorsByItself = newValue } }
    }

    /// Whether frames are mirrored horizontally, after they are rotated. Setting it turns
    /// ``automaticallyAdjustsVideoMirroring`` off.
    open var isVideoMirrored: Bool {
        get { withState { $0.mirrorsByItself ? facesUser : $0.isMirrored } }
        set {
            withState {
                $0.mirrorsByItself = false
                $0.isMirrored = newValue
            }
        }
    }

    var turn: PictureTurn {
        PictureTurn(quarterTurns: withState { $0.quarterTurns }, isMirrored: isVideoMirrored)
    }
}

/// The ways of holding a phone, which determine the rotation of frames.
public enum AVCaptureVideoOrientation: Int, Sendable {
    /// The camera's image, rotated a quarter turn clockwise.
    case portrait = 1
    /// The camera's image, rotated a quarter turn counterclockwise.
    case portraitUpsideDown = 2
    /// The camera's image as it is.
    case landscapeRight = 3
    /// The camera's image, rotated a half turn.
    case landscapeLeft = 4

    /// The clockwise rotation of frames, in quarter turns.
    var quarterTurns: Int {
        switch self {
        case .landscapeRight: 0
        case .portrait: 1
        case .landscapeLeft: 2
        case .portraitUpsideDown: 3
        }
    }

    init(quarterTurns: Int) {
        self =
            switch quarterTurns & 3 {
            case 1: .portrait
            case 2: .landscapeLeft
            case 3: .portraitUpsideDown
            default: .landscapeRight
            }
    }
}

/// A change of orientation: first a clockwise rotation, then a horizontal mirroring.
struct PictureTurn: Equatable {
    /// The number of clockwise quarter turns, 0 to 3.
    var quarterTurns = 0
    var isMirrored = false

    var swapsSides: Bool { quarterTurns % 2 == 1 }

    /// Copies a plane of `width` × `height` elements (before the turn); strides are in elements.
    func copy<Element>(
        _ source: UnsafePointer<Element>, width: Int, height: Int, sourceStride: Int,
        to target: UnsafeMutablePointer<Element>, targetStride: Int
    ) {
        let (newWidth, newHeight) = swapsSides ? (height, width) : (width, height)
        let (lastColumn, lastRow) = (width - 1, (height - 1) * sourceStride)
        // The old plane's index of the new plane's first element, and the steps in the old plane to the right and lower
        // neighbours.
        var (start, stepX, stepY) =
            switch quarterTurns {
            case 1: (lastRow, -sourceStride, 1)
            case 2: (lastRow + lastColumn, -1, -sourceStride)
            case 3: (lastColumn, sourceStride, -1)
            default: (0, 1, sourceStride)
            }
        if isMirrored {
            start += (newWidth - 1) * stepX
            stepX = -stepX
        }
        // Copy in squares, so that the rows of one plane and the columns of the other stay in the cache.
        let side = 32
        for top in stride(from: 0, to: newHeight, by: side) {
            for left in stride(from: 0, to: newWidth, by: side) {
                for y in top..<min(top + side, newHeight) {
                    var from = start + left * stepX + y * stepY
                    let row = target + y * targetStride
                    for x in left..<min(left + side, newWidth) {
                        row[x] = source[from]
                        from &+= stepX
                    }
                }
            }
        }
    }
}
