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

    private func withState<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

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

/// A stand-in for the ways to hold a phone, for which frames are turned.
public enum AVCaptureVideoOrientation: Int, Sendable {
    /// A quarter turn clockwise from what the camera gives.
    case portrait = 1
    /// A quarter turn counterclockwise from what the camera gives.
    case portraitUpsideDown = 2
    /// What the camera gives.
    case landscapeRight = 3
    /// Half a turn from what the camera gives.
    case landscapeLeft = 4

    /// How far frames are turned clockwise, in quarters.
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

/// How a picture is changed: first turned clockwise, then mirrored left to right.
struct PictureTurn: Equatable {
    /// 0 to 3.
    var quarterTurns = 0
    var isMirrored = false

    var swapsSides: Bool { quarterTurns % 2 == 1 }

    /// Copies a plane of `width` × `height` elements, as they are before; strides are in elements.
    func copy<Element>(
        _ source: UnsafePointer<Element>, width: Int, height: Int, sourceStride: Int,
        to target: UnsafeMutablePointer<Element>, targetStride: Int
    ) {
        let (newWidth, newHeight) = swapsSides ? (height, width) : (width, height)
        let (lastColumn, lastRow) = (width - 1, (height - 1) * sourceStride)
        // Where the new picture's first element is in the old one, and how far its neighbours to the right and below
        // are.
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
        // In squares, so that the rows of one and the columns of the other stay in the cache.
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
