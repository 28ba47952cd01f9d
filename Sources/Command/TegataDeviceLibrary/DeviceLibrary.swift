import TegataBuffers
import TegataHands
import TegataPixels

/// Opens a device; nil after a message.
@_cdecl("tegata_device_swift_open")
public func openDevice(
    bundle: UnsafeRawPointer, bundleByteCount: Int, handCount: Int32, tracks: Int32, gestures: Int32,
    detectionInterval: Int32, message: @convention(c) (UnsafePointer<CChar>) -> Void
) -> UnsafeMutableRawPointer? {
    var options = HandPipelineOptions()
    options.maximumHandCount = Int(handCount)
    options.tracking.identifiesHands = tracks != 0
    options.tracking.detectionInterval = Int(detectionInterval)
    if gestures != 0 { options.gestures = GestureOptions() }
    do throws(TegataError) {
        let memory = UnsafeRawBufferPointer(start: bundle, count: max(0, bundleByteCount))
        return Unmanaged.passRetained(try OpenDevice(bundle: memory, options: options, tracks: tracks != 0)).toOpaque()
    } catch {
        error.description.withCString { message($0) }
        return nil
    }
}

/// Looks for the hands of a picture; 0 after a message.
@_cdecl("tegata_device_swift_push")
public func pushPicture(
    device: UnsafeMutableRawPointer, format: Int32, width: Int32, height: Int32, pixels: UnsafeRawPointer,
    byteCount: Int, rowStride: Int, milliseconds: Int64, message: @convention(c) (UnsafePointer<CChar>) -> Void
) -> Int32 {
    let formats: [4 of PixelFormat] = [.rgb, .nv12, .yuyv, .gray]
    guard formats.indices.contains(Int(format)) else {
        "no such format of pixels".withCString { message($0) }
        return 0
    }
    do throws(TegataError) {
        let view = try ImageView(
            formats[Int(format)], width: Int(width), height: Int(height),
            bytes: UnsafeRawBufferPointer(start: pixels, count: max(0, byteCount)),
            rowStride: rowStride == 0 ? nil : rowStride)
        try Unmanaged<OpenDevice>.fromOpaque(device).takeUnretainedValue().push(
            view, milliseconds: Milliseconds(milliseconds))
        return 1
    } catch {
        error.description.withCString { message($0) }
        return 0
    }
}

/// Writes the next hand of the last picture as the header describes it; 0 where there is none left.
@_cdecl("tegata_device_swift_pull")
public func pullHand(device: UnsafeMutableRawPointer, record: UnsafeMutableRawPointer) -> Int32 {
    guard let hand = Unmanaged<OpenDevice>.fromOpaque(device).takeUnretainedValue().pull() else { return 0 }
    record.storeBytes(of: Int32(clamping: hand.identifier ?? 0), toByteOffset: 0, as: Int32.self)
    record.storeBytes(of: hand.rightProbability, toByteOffset: 4, as: Float.self)
    record.storeBytes(of: hand.presence, toByteOffset: 8, as: Float.self)
    let nameCount = 32
    var written = 0
    for byte in (hand.gesture?.name ?? "").utf8.prefix(nameCount - 1) {
        record.storeBytes(of: byte, toByteOffset: 12 + written, as: UInt8.self)
        written += 1
    }
    for place in written..<nameCount { record.storeBytes(of: 0, toByteOffset: 12 + place, as: UInt8.self) }
    record.storeBytes(of: hand.gesture?.score ?? 0, toByteOffset: 44, as: Float.self)
    write(hand.landmarks, to: record + 48)
    write(hand.worldLandmarks, to: record + 48 + 12 * HandPoints.count)
    return 1
}

private func write(_ points: HandPoints, to target: UnsafeMutableRawPointer) {
    for index in 0..<HandPoints.count {
        let point = points[index]
        target.storeBytes(of: point.x, toByteOffset: 12 * index, as: Float.self)
        target.storeBytes(of: point.y, toByteOffset: 12 * index + 4, as: Float.self)
        target.storeBytes(of: point.z, toByteOffset: 12 * index + 8, as: Float.self)
    }
}

/// Gives back all that the device has.
@_cdecl("tegata_device_swift_close")
public func closeDevice(device: UnsafeMutableRawPointer) {
    Unmanaged<OpenDevice>.fromOpaque(device).release()
}
