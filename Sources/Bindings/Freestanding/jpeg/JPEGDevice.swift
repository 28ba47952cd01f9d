import CTegataDevice
import TegataDevice
import TegataMotionJPEG

/// Runs the device program with all features and with support for cameras that compress their frames.
@_cdecl("tegata_device_main")
public func jpegDeviceMain(
    argumentCount: Int32, arguments: UnsafePointer<UnsafePointer<CChar>?>, host: UnsafePointer<tegata_device_host>
) -> Int32 {
    var kind = DeviceKind.whole
    kind.decodeFrame = decodeMotionJPEG
    return runDevice(kind, argumentCount, arguments, host.pointee)
}
