import TegataCapture

/// Ends the run after the current frame. Signal handlers may call it.
@_cdecl("tegata_device_end")
public func endDevice() {
    LiveStreams.end()
}
