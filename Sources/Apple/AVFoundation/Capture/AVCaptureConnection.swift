import Foundation

/// A stand-in for how a stream of an input reaches an output or a preview layer, and how its frames are turned on the
/// way: first turned clockwise, then mirrored left to right.
///
/// Cameras here give upright pictures, other than those of phones, which lie on their side; an orientation that is set
/// turns what the camera gives all the same. Frames are only copied for it where they are turned or mirrored.
open class AVCaptureConnection: NSObject, @unchecked Sendable {
    /// The streams that the connection takes frames from.
    public let inputPorts: [AVCaptureInput.Port]
    /// Where the frames go; nil for a preview layer.
    public private(set) weak var output: AVCaptureOutput?
    /// The layer that the frames are for, or nil.
    public private(set) weak var videoPreviewLayer: AVCaptureVideoPreviewLayer?
    /// Whether the device is one that faces its user.
    private let facesUser: Bool
    private let lock = NSLock()
    private var state: State

    private struct State {
        var quarterTurns = 0
        var isMirrored = false
        var mirrorsByItself: Bool
        var isEnabled = true
    }

    /// A connection to an output; frames flow once it is added with its input and output.
    init(_ input: AVCaptureInput, to output: AVCaptureOutput) {
        inputPorts = input.ports
        self.output = output
        facesUser = (input as? AVCaptureDeviceInput)?.device.position == .front
        state = State(mirrorsByItself: false)
        super.init()
    }

    /// A connection to a layer, which shows the picture of a device that faces its user as a mirror does.
    init(_ input: AVCaptureInput, to layer: AVCaptureVideoPreviewLayer) {
        inputPorts = input.ports
        videoPreviewLayer = layer
        facesUser = (input as? AVCaptureDeviceInput)?.device.position == .front
        state = State(mirrorsByItself: true)
        super.init()
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    /// Whether frames flow.
    open var isEnabled: Bool {
        get { withState { $0.isEnabled } }
        set { withState { $0.isEnabled = newValue } }
    }

    /// Always true.
    open var isVideoOrientationSupported: Bool { true }

    /// How frames are turned, by the way in which a phone is held; at first
    /// ``AVCaptureVideoOrientation/landscapeRight``, which leaves them as they are.
    open var videoOrientation: AVCaptureVideoOrientation {
        get { AVCaptureVideoOrientation(quarterTurns: withState { $0.quarterTurns }) }
        set { withState { $0.quarterTurns = newValue.quarterTurns } }
    }

    /// Whether frames can be turned by `videoRotationAngle` degrees: by 0, 90, 180 and 270.
    open func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
        [0, 90, 180, 270].contains(videoRotationAngle)
    }

    /// How far frames are turned clockwise, in degrees; must be one that is supported.
    open var videoRotationAngle: CGFloat {
        get { CGFloat(90 * withState { $0.quarterTurns }) }
        set {
            precondition(isVideoRotationAngleSupported(newValue), "frames are turned by 0, 90, 180 or 270 degrees")
            withState { $0.quarterTurns = Int(newValue) / 90 }
        }
    }

    /// Always true.
    open var isVideoMirroringSupported: Bool { true }

    /// Whether ``isVideoMirrored`` follows from where the device is, as it does at first for preview layers.
    open var automaticallyAdjustsVideoMirroring: Bool {
        get { withState { $0.mirrorsByItself } }
        set { withState { $0.mirrorsByItself = newValue } }
    }

    /// Whether frames are mirrored left to right, after they are turned. Setting it ends
    /// ``automaticallyAdjustsVideoMirroring``.
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
