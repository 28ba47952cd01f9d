import Foundation

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
