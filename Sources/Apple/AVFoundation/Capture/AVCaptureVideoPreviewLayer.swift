import Foundation
import QuartzCore

/// The geometry of a layer that shows a session's image: it converts points between the image and the layer. Nothing is
/// drawn.
///
/// Device points are fractions of the size of the camera's image, measured from its upper left corner. The layer's
/// connection rotates and mirrors the image (mirrors it automatically if the device faces its user), and
/// ``videoGravity`` fits it into ``bounds``. The image has the size of the last frame or, before the first frame, the
/// size of the session's preset.
open class AVCaptureVideoPreviewLayer: CALayer {
    /// The session whose image the layer shows.
    open var session: AVCaptureSession?
    /// The way the image is fitted into the layer.
    open var videoGravity = AVLayerVideoGravity.resizeAspect
    private var ownConnection: AVCaptureConnection?

    /// Creates a layer without a session.
    public override init() {
        super.init()
    }

    /// Creates a layer that shows the image of `session`.
    public init(session: AVCaptureSession) {
        self.session = session
        super.init()
    }

    /// The connection from the session's input to the layer; nil unless there is a session that has an input.
    open var connection: AVCaptureConnection? {
        guard let input = session?.inputs.first else { return nil }
        if let ownConnection, ownConnection.inputPorts == input.ports { return ownConnection }
        ownConnection = AVCaptureConnection(input, to: self)
        return ownConnection
    }

    // MARK: Geometry

    /// Returns the point in the layer that corresponds to a point in the device's image.
    open func layerPointConverted(fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint) -> CGPoint {
        let (turn, shown) = (connection?.turn ?? PictureTurn(), shownRect)
        let point = turn.apply(to: captureDevicePointOfInterest)
        return CGPoint(x: shown.minX + point.x * shown.width, y: shown.minY + point.y * shown.height)
    }

    /// Returns the point in the device's image that corresponds to a point in the layer; outside 0…1 if the image does
    /// not cover it.
    open func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
        let (turn, shown) = (connection?.turn ?? PictureTurn(), shownRect)
        guard shown.width > 0, shown.height > 0 else { return .zero }
        return turn.undo(
            CGPoint(x: (pointInLayer.x - shown.minX) / shown.width, y: (pointInLayer.y - shown.minY) / shown.height))
    }

    /// Returns the rectangle in the layer that corresponds to a rectangle in the device's image.
    open func layerRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        let rect = rectInMetadataOutputCoordinates
        return CGRect(
            corner: layerPointConverted(fromCaptureDevicePoint: CGPoint(x: rect.minX, y: rect.minY)),
            layerPointConverted(fromCaptureDevicePoint: CGPoint(x: rect.maxX, y: rect.maxY)))
    }

    /// Returns the rectangle in the device's image that corresponds to a rectangle in the layer.
    open func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
        let rect = rectInLayerCoordinates
        return CGRect(
            corner: captureDevicePointConverted(fromLayerPoint: CGPoint(x: rect.minX, y: rect.minY)),
            captureDevicePointConverted(fromLayerPoint: CGPoint(x: rect.maxX, y: rect.maxY)))
    }

    /// The rectangle that the whole image covers, in the layer's coordinates.
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
    /// Returns the position of a point in the unit square after the reorientation.
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

    /// Returns the position of a point in the unit square before the reorientation.
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

/// A way of fitting images into a layer.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    /// The name of the gravity.
    public var rawValue: String

    /// Creates a gravity from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The whole image is visible and keeps its aspect ratio; parts of the layer may stay empty.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// The image covers the layer and keeps its aspect ratio; parts of the image may be cut off.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// The image is stretched to fill the layer.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}
