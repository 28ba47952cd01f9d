import CTegataLibrary
import TegataImages
import TegataSystem

// The functions of MediaPipe's images and messages; tegata_mediapipe.h says what they do.

@_cdecl("MpErrorFree")
public func errorFree(_ message: UnsafeMutablePointer<CChar>?) {
    free(message)
}

// MARK: Making

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
        throw CallError(.invalidArgument, "A picture of \(width)×\(height) pixels is not possible.")
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

// MARK: Looking

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
