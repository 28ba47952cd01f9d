import CoreImage
import CoreMedia
import CoreVideo
import Foundation
import ImageIO

/// Performs requests on one image. Creating a handler is cheap; files are read when the first request is performed.
///
/// Without an orientation, an image is taken to be upright, and a file is turned as its EXIF data or container says. A
/// given orientation takes precedence over the file's. Options are ignored.
public final class VNImageRequestHandler: NSObject, @unchecked Sendable {
    private let picture: Picture

    private init(_ source: Picture.Source, _ orientation: CGImagePropertyOrientation? = nil) {
        picture = Picture(source, orientation: orientation)
    }

    /// Creates a handler for a Core Graphics image and its orientation.
    public convenience init(
        cgImage image: CGImage, orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.image(image), orientation)
    }

    /// Creates a handler for a Core Image image and its orientation.
    public convenience init(
        ciImage image: CIImage, orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.coreImage(image), orientation)
    }

    /// Creates a handler for a pixel buffer, which is not copied, and its orientation.
    public convenience init(
        cvPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation = .up,
        options: [VNImageOption: Any] = [:]
    ) {
        self.init(.pixelBuffer(pixelBuffer), orientation)
    }

    /// Creates a handler for a sample's image, which is not copied, and its orientation.
    public convenience init(
        cmSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation = .up,
        options: [VNImageOption: Any] = [:]
    ) {
        self.init(.sampleBuffer(sampleBuffer), orientation)
    }

    /// Creates a handler for a file in memory.
    public convenience init(data imageData: Data, options: [VNImageOption: Any] = [:]) {
        self.init(.data(imageData))
    }

    /// Creates a handler for a file in memory, with an orientation for its image.
    public convenience init(
        data imageData: Data, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.data(imageData), orientation)
    }

    /// Creates a handler for a file.
    public convenience init(url imageURL: URL, options: [VNImageOption: Any] = [:]) {
        self.init(.url(imageURL))
    }

    /// Creates a handler for a file, with an orientation for its image.
    public convenience init(
        url imageURL: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.url(imageURL), orientation)
    }

    /// Performs the requests in order, and throws the first error.
    ///
    /// Calls their completion handlers on this thread before it returns. If a request fails, the others are still
    /// performed. You can call this from any thread, including several at the same time.
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

/// A key for additional information about an image. The module ignores all such information.
public struct VNImageOption: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String

    /// Creates a key from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A dictionary of properties, as Image I/O returns it.
    public static let properties = VNImageOption(rawValue: "VNImageOptionProperties")
    /// The camera's intrinsic matrix.
    public static let cameraIntrinsics = VNImageOption(rawValue: "VNImageOptionCameraIntrinsics")
    /// A Core Image context.
    public static let ciContext = VNImageOption(rawValue: "VNImageOptionCIContext")
}
