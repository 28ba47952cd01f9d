import CTegataDevice
import TegataBuffers
import TegataHands
import TegataPixels

/// Opens a device. Returns nil after passing an error to `message`.
@_cdecl("tegata_device_swift_open")
public func openDevice(
    bundle: UnsafeRawPointer, bundleByteCount: Int, asked: UnsafePointer<tegata_device_options>,
    message: @convention(c) (UnsafePointer<CChar>) -> Void
) -> UnsafeMutableRawPointer? {
    let asked = asked.pointee
    var options = HandPipelineOptions()
    options.maximumHandCount = Int(asked.hand_count)
    options.tracking.identifiesHands = asked.tracks != 0
    options.tracking.detectionInterval = Int(asked.detection_interval)
    if asked.gestures != 0 { options.gestures = GestureOptions() }
    do throws(TegataError) {
        let memory = UnsafeRawBufferPointer(start: bundle, count: max(0, bundleByteCount))
        let external = try asked.networks.map { (networks) throws(TegataError) in
            try ExternalNetworks(networks.pointee)
        }
        return Unmanaged.passRetained(
            try OpenDevice(bundle: memory, external: external, options: options, tracks: asked.tracks != 0)
        ).toOpaque()
    } catch {
        error.description.withCString { message($0) }
        return nil
    }
}

/// Finds the hands in an image. Returns 1, or 0 after passing an error to `message`.
@_cdecl("tegata_device_swift_push")
public func pushPicture(
    device: UnsafeMutableRawPointer, format: Int32, width: Int32, height: Int32, pixels: UnsafeRawPointer,
    byteCount: Int, rowStride: Int, milliseconds: Int64, message: @convention(c) (UnsafePointer<CChar>) -> Void
) -> Int32 {
    let formats: [4 of PixelFormat] = [.rgb, .nv12, .yuyv, .gray]
    guard formats.indices.contains(Int(format)) else {
        "unknown pixel format".withCString { message($0) }
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

/// Writes the next hand in the last image to `record`. Returns 1, or 0 if none is left.
@_cdecl("tegata_device_swift_pull")
public func pullHand(device: UnsafeMutableRawPointer, record: UnsafeMutablePointer<tegata_device_hand>) -> Int32 {
    guard let hand = Unmanaged<OpenDevice>.fromOpaque(device).takeUnretainedValue().pull() else { return 0 }
    record.pointee = tegata_device_hand()
    record.pointee.identifier = Int32(clamping: hand.identifier ?? 0)
    record.pointee.right_probability = hand.rightProbability
    record.pointee.presence = hand.presence
    if let gesture = hand.gesture {
        withUnsafeMutableBytes(of: &record.pointee.gesture) { name in
            // Reserve one byte, because the name is terminated by a zero.
            for (place, byte) in gesture.nameBytes(atMost: name.count - 1).enumerated() { name[place] = byte }
        }
        record.pointee.gesture_score = gesture.score
    }
    withUnsafeMutableBytes(of: &record.pointee.landmarks) { write(hand.landmarks, to: $0) }
    withUnsafeMutableBytes(of: &record.pointee.world_landmarks) { write(hand.worldLandmarks, to: $0) }
    return 1
}

private func write(_ points: HandPoints, to target: UnsafeMutableRawBufferPointer) {
    let target = target.bindMemory(to: tegata_device_point.self)
    for index in target.indices {
        target[index] = tegata_device_point(x: points[index].x, y: points[index].y, z: points[index].z)
    }
}

/// Closes the device and releases its memory.
@_cdecl("tegata_device_swift_close")
public func closeDevice(device: UnsafeMutableRawPointer) {
    Unmanaged<OpenDevice>.fromOpaque(device).release()
}
