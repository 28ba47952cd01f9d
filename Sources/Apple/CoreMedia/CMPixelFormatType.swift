import Foundation

/// A pixel format by Core Media's names; the numbers are those of Core Video.
public typealias CMPixelFormatType = UInt32

/// Blue, green, red, alpha: one byte each.
public var kCMPixelFormat_32BGRA: CMPixelFormatType { 0x4247_5241 }
/// Red, green, blue: one byte each.
public var kCMPixelFormat_24RGB: CMPixelFormatType { 24 }
/// Y, Cb, Y, Cr for two pixels side by side.
public var kCMPixelFormat_422YpCbCr8_yuvs: CMPixelFormatType { 0x7975_7673 }
