import CTegataDevice
import TegataDevice

/// Runs the device program with all features and returns its exit status. `arguments` starts with the program name.
@_cdecl("tegata_device_main")
public func deviceMain(
    argumentCount: Int32, arguments: UnsafePointer<UnsafePointer<CChar>?>, host: UnsafePointer<tegata_device_host>
) -> Int32 {
    runDevice(.whole, argumentCount, arguments, host.pointee)
}

/// Runs the small device program and returns its exit status. `arguments` starts with the program name.
@_cdecl("tegata_device_small_main")
public func smallDeviceMain(
    argumentCount: Int32, arguments: UnsafePointer<UnsafePointer<CChar>?>, host: UnsafePointer<tegata_device_host>
) -> Int32 {
    runDevice(.small, argumentCount, arguments, host.pointee)
}
