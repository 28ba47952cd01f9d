import CTegataLibrary
import TegataImages
import TegataSystem

// The functions for MediaPipe's images and messages. tegata_mediapipe.h documents them.

@_cdecl("MpErrorFree")
public func errorFree(_ message: UnsafeMutablePointer<CChar>?) {
    free(message)
}

// MARK: Creation

@_cdecl("MpImageCreateFromUint8Data")
public func imageCreateFromUint8Data(
    _ format: Int32, _ width: Int32, _ height: Int32, _ pixels: UnsafePointer<UInt8>?, _ count: Int32,
    _ out: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in
        try makeImage(.uint8, format, width, height, pixels, count, out)
    }
}

@_cdecl("MpImageCreateFromUint16Data")
public func imageCreateFromUint16Data(
    _ format: Int32, _ width: Int32, _ height: Int32, _ pixels: UnsafePointer<UInt16>?, _ count: Int32,
    _ out: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in
        try makeImage(.uint16, format, width, height, pixels, count, out)
    }
}

@_cdecl("MpImageCreateFromFloatData")
public func imageCreateFromFloatData(
    _ format: Int32, _ width: Int32, _ height: Int32, _ pixels: UnsafePointer<Float>?, _ count: Int32,
    _ out: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in
        try makeImage(.float, format, width, height, pixels, count, out)
    }
}

private func makeImage(
    _ element: PictureFormat.Element, _ number: Int32, _ width: Int32, _ height: Int32, _ pixels: UnsafeRawPointer?,
    _ count: Int32, _ out: UnsafeMutablePointer<OpaquePointer?>?
) throws(CallError) {
    guard let out else { throw .nullPointer("out") }
    guard let format = PictureFormat(rawValue: number), format.element == element else {
        let name = PictureFormat(rawValue: number)?.name ?? "UNKNOWN"
        throw CallError(.invalidArgument, "Unsupported image format: \(name) (expected \(element.formats))")
    }
    guard width >= 0, height >= 0 else {
        throw CallError(.invalidArgument, "An image of \(width)×\(height) pixels is not possible.")
    }
    let (needed, overflow) = (Int(width) * Int(height)).multipliedReportingOverflow(by: format.channelCount)
    guard !overflow, needed <= Int(count) else {
        // In bytes, as far as these can be counted.
        let given = Int(count) * element.byteCount
        let expected = overflow ? Int.max : needed.multipliedReportingOverflow(by: element.byteCount).partialValue
        throw CallError(.invalidArgument, "Pixel data size is too small: \(given) (expected \(expected))")
    }
    guard pixels != nil || needed == 0 else { throw .nullPointer("pixels") }
    out.pointee = Handles.pictures.insert(
        try Picture(format: format, width: Int(width), height: Int(height), copying: pixels))
}

@_cdecl("MpImageCreateFromImageFrame")
public func imageCreateFromImageFrame(
    _ image: OpaquePointer?, _ out: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in
        let picture = try picture(image)
        guard let out else { throw .nullPointer("out") }
        out.pointee = Handles.pictures.insert(picture)
    }
}

@_cdecl("MpImageCreateFromFile")
public func imageCreateFromFile(
    _ path: UnsafePointer<CChar>?, _ out: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in
        guard let path else { throw .nullPointer("path") }
        guard let out else { throw .nullPointer("out") }
        out.pointee = Handles.pictures.insert(try Picture(readingFileAt: try string(path, "path")))
    }
}

@_cdecl("MpImageFree")
public func imageFree(_ image: OpaquePointer?) {
    _ = Handles.pictures.remove(image)
}

// MARK: Properties

@_cdecl("MpImageIsContiguous")
public func imageIsContiguous(_ image: OpaquePointer?) -> Bool { Handles.pictures[image]?.isContiguous ?? false }

@_cdecl("MpImageUsesGpu")
public func imageUsesGPU(_ image: OpaquePointer?) -> Bool { false }

@_cdecl("MpImageIsEmpty")
public func imageIsEmpty(_ image: OpaquePointer?) -> Bool { Handles.pictures[image] == nil }

@_cdecl("MpImageIsAligned")
public func imageIsAligned(_ image: OpaquePointer?, _ alignment: UInt32) -> Bool {
    Handles.pictures[image]?.isAligned(to: Int(alignment)) ?? false
}

@_cdecl("MpImageGetWidth")
public func imageGetWidth(_ image: OpaquePointer?) -> Int32 { Int32(Handles.pictures[image]?.width ?? 0) }

@_cdecl("MpImageGetHeight")
public func imageGetHeight(_ image: OpaquePointer?) -> Int32 { Int32(Handles.pictures[image]?.height ?? 0) }

@_cdecl("MpImageGetChannels")
public func imageGetChannels(_ image: OpaquePointer?) -> Int32 {
    Int32(Handles.pictures[image]?.format.channelCount ?? 0)
}

@_cdecl("MpImageGetByteDepth")
public func imageGetByteDepth(_ image: OpaquePointer?) -> Int32 {
    Int32(Handles.pictures[image]?.format.element.byteCount ?? 0)
}

@_cdecl("MpImageGetWidthStep")
public func imageGetWidthStep(_ image: OpaquePointer?) -> Int32 { Int32(Handles.pictures[image]?.rowStride ?? 0) }

@_cdecl("MpImageGetFormat")
public func imageGetFormat(_ image: OpaquePointer?) -> Int32 { Handles.pictures[image]?.format.rawValue ?? 0 }

// MARK: Pixels

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

private func value(
    of image: OpaquePointer?, _ element: PictureFormat.Element, _ position: UnsafeMutablePointer<Int32>?,
    _ size: Int32, _ out: UnsafeMutableRawPointer?
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
            "There is no element (\(row), \(column), \(channel)) in an image of \(picture.height) rows, "
                + "\(picture.width) columns and \(picture.format.channelCount) channels.")
    }
    out.copyMemory(from: address, byteCount: element.byteCount)
    extendLifetime(picture)
}

private func check(_ picture: Picture, has element: PictureFormat.Element) throws(CallError) {
    guard picture.format.element == element else {
        throw CallError(
            .invalidArgument, "Unsupported image format: \(picture.format.name) (expected \(element.formats))")
    }
}
