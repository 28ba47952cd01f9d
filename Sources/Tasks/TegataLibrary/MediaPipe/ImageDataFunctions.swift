import CTegataLibrary

// The functions that give the pixels of MediaPipe's images; tegata_mediapipe.h says what they do.

@_cdecl("MpImageDataUint8")
public func imageDataUint8(
    _ image: OpaquePointer?, _ out: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try data(of: image, .uint8, out) }
}

@_cdecl("MpImageDataUint16")
public func imageDataUint16(
    _ image: OpaquePointer?, _ out: UnsafeMutablePointer<UnsafePointer<UInt16>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try data(of: image, .uint16, out) }
}

@_cdecl("MpImageDataFloat32")
public func imageDataFloat32(
    _ image: OpaquePointer?, _ out: UnsafeMutablePointer<UnsafePointer<Float>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try data(of: image, .float, out) }
}

@_cdecl("MpImageGetValueUint8")
public func imageGetValueUint8(
    _ image: OpaquePointer?, _ position: UnsafeMutablePointer<Int32>?, _ size: Int32,
    _ out: UnsafeMutablePointer<UInt8>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try value(of: image, .uint8, position, size, out) }
}

@_cdecl("MpImageGetValueUint16")
public func imageGetValueUint16(
    _ image: OpaquePointer?, _ position: UnsafeMutablePointer<Int32>?, _ size: Int32,
    _ out: UnsafeMutablePointer<UInt16>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try value(of: image, .uint16, position, size, out) }
}

@_cdecl("MpImageGetValueFloat32")
public func imageGetValueFloat32(
    _ image: OpaquePointer?, _ position: UnsafeMutablePointer<Int32>?, _ size: Int32,
    _ out: UnsafeMutablePointer<Float>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try value(of: image, .float, position, size, out) }
}

private func data<Element>(
    of image: OpaquePointer?, _ element: PictureFormat.Element,
    _ out: UnsafeMutablePointer<UnsafePointer<Element>?>?
) throws(CallError) {
    let picture = try picture(image)
    try check(picture, has: element)
    guard let out else { throw .nullPointer("out") }
    out.pointee = try picture.contiguousPixels().assumingMemoryBound(to: Element.self)
}

private func value<Element: BitwiseCopyable>(
    of image: OpaquePointer?, _ element: PictureFormat.Element, _ position: UnsafeMutablePointer<Int32>?,
    _ size: Int32, _ out: UnsafeMutablePointer<Element>?
) throws(CallError) {
    let picture = try picture(image)
    try check(picture, has: element)
    guard let out else { throw .nullPointer("out") }
    guard let position else { throw .nullPointer("position") }
    guard size == 3 || size == 2 && picture.format.channelCount == 1 else {
        throw CallError(.invalidArgument, "Invalid index dimension: \(size) (expected 2 or 3)")
    }
    let (row, column, channel) = (Int(position[0]), Int(position[1]), size == 3 ? Int(position[2]) : 0)
    guard let address = picture.element(row: row, column: column, channel: channel) else {
        throw CallError(
            .outOfRange,
            "There is no element (\(row), \(column), \(channel)) in a picture of \(picture.height) rows, "
                + "\(picture.width) columns and \(picture.format.channelCount) channels.")
    }
    out.pointee = address.loadUnaligned(as: Element.self)
    extendLifetime(picture)
}

private func check(_ picture: Picture, has element: PictureFormat.Element) throws(CallError) {
    guard picture.format.element == element else {
        throw CallError(
            .invalidArgument, "Unsupported image format: \(picture.format.name) (expected \(element.formats))")
    }
}
