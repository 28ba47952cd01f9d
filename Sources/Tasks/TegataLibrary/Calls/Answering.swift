import CTegataLibrary
import TegataSystem

/// Where functions of MediaPipe's interface leave a message.
typealias MessagePlace = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Does a function's work, and answers with its status and message.
func answering(_ place: MessagePlace?, _ body: () throws(CallError) -> Void) -> Int32 {
    do {
        try body()
        return Status.ok.rawValue
    } catch {
        place?.pointee = strdup(error.message)
        return error.status.rawValue
    }
}

/// The same for functions of Tegata's interface.
func answering(
    _ place: UnsafeMutablePointer<UnsafeMutablePointer<tegata_error>?>?, _ body: () throws(CallError) -> Void
) -> tegata_status {
    do {
        try body()
        return TEGATA_OK
    } catch {
        let status = tegata_status(rawValue: UInt32(error.status.rawValue))
        place?.pointee = error.report(status)
        return status
    }
}

extension CallError {
    /// In one piece of memory, which is freed as such; nil where there is none.
    fileprivate func report(_ status: tegata_status) -> UnsafeMutablePointer<tegata_error>? {
        var block = Block(capacity: MemoryLayout<tegata_error>.stride)
        for text in [message, file, place] { block.capacity += text.utf8.count + 1 }
        guard block.allocate(), let report = block.take(1, tegata_error.self) else { return nil }
        report.initialize(
            to: tegata_error(
                status: status, message: block.take(message), file: block.take(file), place: block.take(place)))
        return report
    }
}
