import CoreImage

extension CIImage {
    /// The picture that an image holds, as its pixels are stored; nil where it holds none. Options are not looked at.
    public convenience init?(image: UIImage, options: [CIImageOption: Any]? = nil) {
        if let pixels = image.cgImage {
            self.init(cgImage: pixels)
        } else if let picture = image.ciImage {
            self.init(extent: picture.extent, cgImage: picture.cgImage, pixelBuffer: picture.pixelBuffer)
        } else {
            return nil
        }
    }
}
