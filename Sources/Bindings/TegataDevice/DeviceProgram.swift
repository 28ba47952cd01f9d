import CTegataDevice
import TegataCapture
import TegataSystem

/// The system's cameras. A test program replaces them before it runs the device program.
nonisolated(unsafe) package var cameras: any VideoDeviceCalls = LinuxVideoDeviceCalls()

extension DeviceHost {
    /// Wraps the functions of the C host.
    fileprivate init(_ functions: tegata_device_host) {
        self.init()
        allocationCount = { functions.allocation_count?() ?? 0 }
        residentByteCount = { functions.resident_byte_count?() ?? 0 }
        releasePages = { functions.give_back_memory?() }
        useProcessors = { set in
            set.words.withUnsafeBufferPointer { functions.use_processors?($0.baseAddress, $0.count) == 0 }
        }
        connect = { path in path.withCString { functions.connect?($0) ?? -1 } }
        tell = { TegataDevice.tell($0) }
        note = { text in text.withCString { functions.note?($0) } }
        beat = { functions.beat?() }
    }
}

/// Runs a kind of device program and returns its exit status.
package func runDevice(
    _ kind: DeviceKind, _ argumentCount: Int32, _ arguments: UnsafePointer<UnsafePointer<CChar>?>,
    _ functions: tegata_device_host
) -> Int32 {
    let host = DeviceHost(functions)
    keepStandardStreams()
    var words: [String] = []
    for index in 1..<max(1, Int(argumentCount)) {
        if let argument = arguments[index] { words.append(String(cString: argument)) }
    }
    LiveStreams.prepare()
    do throws(DeviceError) {
        try runDevice(kind, words, host)
        return 0
    } catch {
        tell(error.message)
        return error.status
    }
}

private func runDevice(_ kind: DeviceKind, _ arguments: [String], _ host: DeviceHost) throws(DeviceError) {
    for (name, text) in [("--help", DeviceHelp.text), ("--version", DeviceHelp.version)]
    where arguments.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
        guard write(text, to: STDOUT_FILENO) else { throw .output("standard output: cannot be written") }
        return
    }
    let options = try DeviceOptions(arguments, of: kind)
    var descriptor = STDOUT_FILENO
    if let path = options.socket {
        descriptor = host.connect(path)
        guard descriptor >= 0 else {
            throw .output("\(path): cannot be connected to (\(SystemError(code: -descriptor).description))")
        }
    }
    try DeviceRun(options, of: kind, host: host, cameras: cameras, descriptor: descriptor).run()
}

private func tell(_ message: String) {
    // Ignore failures, because there is no other way to reach people.
    _ = write("tegata-device: " + message + "\n", to: STDERR_FILENO)
}

/// Writes a text, and returns whether all of it was written.
private func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { (try? writeAll(UnsafeRawBufferPointer($0).bytes, to: descriptor)) != nil }
}
