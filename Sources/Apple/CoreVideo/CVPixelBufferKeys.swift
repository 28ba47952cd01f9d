// What can be said about a pixel buffer when it is made, and about those that a camera is to give. The keys are Swift
// strings; they convert with `as String` and `String(…)` as the original's do.

/// The pixel format, as a number.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The width in pixels, as a number.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// The height in pixels, as a number.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// Of what number the bytes of a row are to be a multiple.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// Whether images of Core Graphics can be made of the buffer.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// Whether Core Graphics can draw into the buffer.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// Whether Metal can use the buffer.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// Whether OpenGL ES can use the buffer.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// How the buffer is shared between processes, a dictionary.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
