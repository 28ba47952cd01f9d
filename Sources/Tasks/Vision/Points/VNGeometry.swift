import Foundation

/// The whole image, in fractions of its width and height.
public let VNNormalizedIdentityRect = CGRect(x: 0, y: 0, width: 1, height: 1)

/// Returns whether a rectangle in fractions is the whole image.
public func VNNormalizedRectIsIdentityRect(_ normalizedRect: CGRect) -> Bool {
    normalizedRect == VNNormalizedIdentityRect
}

// MARK: The whole image

/// Returns the point in pixels; the direction of y stays the same.
public func VNImagePointForNormalizedPoint(
    _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
    CGPoint(x: normalizedPoint.x * CGFloat(imageWidth), y: normalizedPoint.y * CGFloat(imageHeight))
}

/// Returns the point in fractions of the image.
public func VNNormalizedPointForImagePoint(_ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int) -> CGPoint {
    CGPoint(x: imagePoint.x / CGFloat(imageWidth), y: imagePoint.y / CGFloat(imageHeight))
}

/// Returns the rectangle in pixels; the direction of y stays the same.
public func VNImageRectForNormalizedRect(_ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
    let (width, height) = (CGFloat(imageWidth), CGFloat(imageHeight))
    return CGRect(
        x: normalizedRect.origin.x * width, y: normalizedRect.origin.y * height,
        width: normalizedRect.size.width * width, height: normalizedRect.size.height * height)
}

/// Returns the rectangle in fractions of the image.
public func VNNormalizedRectForImageRect(_ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
    let (width, height) = (CGFloat(imageWidth), CGFloat(imageHeight))
    return CGRect(
        x: imageRect.origin.x / width, y: imageRect.origin.y / height, width: imageRect.size.width / width,
        height: imageRect.size.height / height)
}

// MARK: A region of interest

/// Converts a point from fractions of a region to pixels in the image.
public func VNImagePointForNormalizedPointUsingRegionOfInterest(
    _ normalizedPoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
    let point = CGPoint(
        x: roi.origin.x + normalizedPoint.x * roi.size.width, y: roi.origin.y + normalizedPoint.y * roi.size.height)
    return VNImagePointForNormalizedPoint(point, imageWidth, imageHeight)
}

/// Converts a point from pixels in the image to fractions of a region.
public func VNNormalizedPointForImagePointUsingRegionOfInterest(
    _ imagePoint: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
    let point = VNNormalizedPointForImagePoint(imagePoint, imageWidth, imageHeight)
    return CGPoint(x: (point.x - roi.origin.x) / roi.size.width, y: (point.y - roi.origin.y) / roi.size.height)
}

/// Converts a rectangle from fractions of a region to pixels in the image.
public func VNImageRectForNormalizedRectUsingRegionOfInterest(
    _ normalizedRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
    let rect = CGRect(
        x: roi.origin.x + normalizedRect.origin.x * roi.size.width,
        y: roi.origin.y + normalizedRect.origin.y * roi.size.height,
        width: normalizedRect.size.width * roi.size.width, height: normalizedRect.size.height * roi.size.height)
    return VNImageRectForNormalizedRect(rect, imageWidth, imageHeight)
}

/// Converts a rectangle from pixels in the image to fractions of a region.
public func VNNormalizedRectForImageRectUsingRegionOfInterest(
    _ imageRect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
    let rect = VNNormalizedRectForImageRect(imageRect, imageWidth, imageHeight)
    return CGRect(
        x: (rect.origin.x - roi.origin.x) / roi.size.width, y: (rect.origin.y - roi.origin.y) / roi.size.height,
        width: rect.size.width / roi.size.width, height: rect.size.height / roi.size.height)
}
