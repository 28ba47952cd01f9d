import CoreImage
import CoreMedia
import CoreVideo
import Foundation
import ImageIO

/// Performs requests on one image. Making a handler is cheap; files are read when the first request is performed.
///
/// Without an orientation an image counts as upright, and a file is turned as its EXIF data or container says; an
/// orientation that is given counts instead of that. Options are not looked at.
public final class VNImageRequestHandler: NSObject, @unchecked Sendable {
    private let picture: Picture

    private init(_ source: Picture.Source, _ orientation: CGImagePropertyOrientation? = nil) {
        picture = Picture(source, orientation: orientation)
    }

    /// A handler for a Core Graphics image, which may have to be turned.
    public convenience init(
        cgImage image: CGImage, orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.image(image), orientation)
    }

    /// A handler for a Core Image picture, which may have to be turned.
    public convenience init(
        ciImage image: CIImage, orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.coreImage(image), orientation)
    }

    /// A handler for a pixel buffer, which is not copied and may have to be turned.
    public convenience init(
        cvPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation = .up,
        options: [VNImageOption: Any] = [:]
    ) {
        self.init(.pixelBuffer(pixelBuffer), orientation)
    }

    /// A handler for the picture of a sample, which is not copied and may have to be turned.
    public convenience init(
        cmSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation = .up,
        options: [VNImageOption: Any] = [:]
    ) {
        self.init(.sampleBuffer(sampleBuffer), orientation)
    }

    /// A handler for a file in memory.
    public convenience init(data imageData: Data, options: [VNImageOption: Any] = [:]) {
        self.init(.data(imageData))
    }

    /// A handler for a file in memory whose picture has to be turned.
    public convenience init(
        data imageData: Data, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.data(imageData), orientation)
    }

    /// A handler for a file.
    public convenience init(url imageURL: URL, options: [VNImageOption: Any] = [:]) {
        self.init(.url(imageURL))
    }

    /// A handler for a file whose picture has to be turned.
    public convenience init(
        url imageURL: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.url(imageURL), orientation)
    }

    /// Performs the requests in their order, each to its end, and throws the first error.
    ///
    /// Their completion handlers are called on this thread before this returns. One that fails does not keep the others
    /// from being performed. May be called from any thread, and on several at a time.
    public func perform(_ requests: [VNRequest]) throws {
        try VNRequest.perform(requests, on: picture, nil)
    }
}

// MARK: Older spellings

extension VNImageRequestHandler {
    /// The older spelling of ``init(cgImage:orientation:options:)``.
    public convenience init(
        CGImage image: CGImage, orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any]
    ) {
        self.init(cgImage: image, orientation: orientation, options: options)
    }

    /// The older spelling of ``init(ciImage:orientation:options:)``.
    public convenience init(
        CIImage image: CIImage, orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any]
    ) {
        self.init(ciImage: image, orientation: orientation, options: options)
    }

    /// The older spelling of ``init(cvPixelBuffer:orientation:options:)``.
    public convenience init(
        CVPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation = .up,
        options: [VNImageOption: Any]
    ) {
        self.init(cvPixelBuffer: pixelBuffer, orientation: orientation, options: options)
    }

    /// The older spelling of ``init(url:options:)``.
    public convenience init(URL imageURL: URL, options: [VNImageOption: Any]) {
        self.init(url: imageURL, options: options)
    }

    /// The older spelling of ``init(url:orientation:options:)``.
    public convenience init(
        URL imageURL: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any]
    ) {
        self.init(url: imageURL, orientation: orientation, options: options)
    }
}

/// What may be said about an image beside its pixels. Nothing of it is looked at here.
public struct VNImageOption: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String

    /// A key by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A dictionary of properties, as Image I/O gives it.
    public static let properties = VNImageOption(rawValue: "VNImageOptionProperties")
    /// The matrix of the camera.
    public static let cameraIntrinsics = VNImageOption(rawValue: "VNImageOptionCameraIntrinsics")
    /// A context of Core Image.
    public static let ciContext = VNImageOption(rawValue: "VNImageOptionCIContext")
}
