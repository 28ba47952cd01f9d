import Foundation
import QuartzCore

/// A stand-in for the layer that shows the picture of a session, as geometry: where points of the picture are in the
/// layer. Nothing is drawn.
///
/// Points of the device are fractions of the picture as the camera gives it, from its upper left. The layer's
/// connection turns it and mirrors it, by itself where the device faces its user, and ``videoGravity`` fits it into
/// ``bounds``. The size of the picture is that of the last frame, and before the first that of the session's preset.
open class AVCaptureVideoPreviewLayer: CALayer {
    /// The session whose picture the layer shows.
    open var session: AVCaptureSession?
    /// How the picture is fitted into the layer.
    open var videoGravity = AVLayerVideoGravity.resizeAspect
    private var ownConnection: AVCaptureConnection?

    /// A layer without a session.
    public override init() {
        super.init()
    }

    /// A layer that shows the picture of `session`.
    public init(session: AVCaptureSession) {
        self.session = session
        super.init()
    }

    /// How the session's input reaches the layer; nil without a session that has one.
    open var connection: AVCaptureConnection? {
        guard let input = session?.inputs.first else { return nil }
        if let ownConnection, ownConnection.inputPorts == input.ports { return ownConnection }
        ownConnection = AVCaptureConnection(input, to: self)
        return ownConnection
    }

    // MARK: Geometry

    /// Where a point of the device's picture is in the layer.
    open func layerPointConverted(fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint) -> CGPoint {
        let (turn, shown) = (connection?.turn ?? PictureTurn(), shownRect)
        let point = turn.apply(to: captureDevicePointOfInterest)
        return CGPoint(x: shown.minX + point.x * shown.width, y: shown.minY + point.y * shown.height)
    }

    /// Where a point of the layer is in the device's picture; outside of 0…1 where the picture does not reach it.
    open func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
        let (turn, shown) = (connection?.turn ?? PictureTurn(), shownRect)
        guard shown.width > 0, shown.height > 0 else { return .zero }
        return turn.undo(
            CGPoint(x: (pointInLayer.x - shown.minX) / shown.width, y: (pointInLayer.y - shown.minY) / shown.height))
    }

    /// Where a rectangle of the device's picture is in the layer.
    open func layerRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        let rect = rectInMetadataOutputCoordinates
        return CGRect(
            corner: layerPointConverted(fromCaptureDevicePoint: CGPoint(x: rect.minX, y: rect.minY)),
            layerPointConverted(fromCaptureDevicePoint: CGPoint(x: rect.maxX, y: rect.maxY)))
    }

    /// Where a rectangle of the layer is in the device's picture.
    open func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
        let rect = rectInLayerCoordinates
        return CGRect(
            corner: captureDevicePointConverted(fromLayerPoint: CGPoint(x: rect.minX, y: rect.minY)),
            captureDevicePointConverted(fromLayerPoint: CGPoint(x: rect.maxX, y: rect.maxY)))
    }

    /// What the whole picture covers, in the layer's coordinates.
    private var shownRect: CGRect {
        guard let session, videoGravity != .resize, bounds.width > 0, bounds.height > 0 else { return bounds }
        var size = session.pictureSize
        if connection?.turn.swapsSides == true { size = CGSize(width: size.height, height: size.width) }
        let (horizontal, vertical) = (bounds.width / size.width, bounds.height / size.height)
        let scale = videoGravity == .resizeAspectFill ? max(horizontal, vertical) : min(horizontal, vertical)
        let shown = CGSize(width: size.width * scale, height: size.height * scale)
        return CGRect(
            x: bounds.midX - shown.width / 2, y: bounds.midY - shown.height / 2, width: shown.width,
            height: shown.height)
    }
}

extension PictureTurn {
    /// Where a point of the unit square is after the change.
    fileprivate func apply(to point: CGPoint) -> CGPoint {
        let turned =
            switch quarterTurns {
            case 1: CGPoint(x: 1 - point.y, y: point.x)
            case 2: CGPoint(x: 1 - point.x, y: 1 - point.y)
            case 3: CGPoint(x: point.y, y: 1 - point.x)
            default: point
            }
        return isMirrored ? CGPoint(x: 1 - turned.x, y: turned.y) : turned
    }

    /// Where a point of the unit square was before the change.
    fileprivate func undo(_ point: CGPoint) -> CGPoint {
        let turned = isMirrored ? CGPoint(x: 1 - point.x, y: point.y) : point
        return switch quarterTurns {
        case 1: CGPoint(x: turned.y, y: 1 - turned.x)
        case 2: CGPoint(x: 1 - turned.x, y: 1 - turned.y)
        case 3: CGPoint(x: 1 - turned.y, y: turned.x)
        default: turned
        }
    }
}

extension CGRect {
    fileprivate init(corner first: CGPoint, _ second: CGPoint) {
        self.init(
            x: min(first.x, second.x), y: min(first.y, second.y), width: abs(first.x - second.x),
            height: abs(first.y - second.y))
    }
}

/// A stand-in for how AVFoundation fits pictures into a layer.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    /// The name.
    public var rawValue: String

    /// A way by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All of the picture is seen, with its aspect; parts of the layer may stay empty.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// The picture covers the layer, with its aspect; parts of the picture may be cut off.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// The picture is stretched to the layer.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}
