import CTegataLibrary

// The functions of MediaPipe's gesture recogniser; tegata_mediapipe.h says what they do.

private let calls = TaskCalls<MpGestureRecognizerResult>(tasks: Handles.recognizers, name: "gesture recogniser")

@_cdecl("MpGestureRecognizerCreate")
public func gestureRecognizerCreate(
    _ options: UnsafeMutablePointer<MpGestureRecognizerOptions>?, _ out: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in
        guard let options else { throw .nullPointer("options") }
        guard let out else { throw .nullPointer("out") }
        out.pointee = calls.tasks.insert(try HandTask(TaskOptions(UnsafePointer(options))))
    }
}

@_cdecl("MpGestureRecognizerRecognizeImage")
public func gestureRecognizerRecognizeImage(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ result: UnsafeMutablePointer<MpGestureRecognizerResult>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try calls.detect(task, image, options, result) }
}

@_cdecl("MpGestureRecognizerRecognizeForVideo")
public func gestureRecognizerRecognizeForVideo(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ milliseconds: Int64, _ result: UnsafeMutablePointer<MpGestureRecognizerResult>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in
        try calls.detectForVideo(task, image, options, milliseconds, result)
    }
}

@_cdecl("MpGestureRecognizerRecognizeAsync")
public func gestureRecognizerRecognizeAsync(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ milliseconds: Int64, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try calls.detectAsync(task, image, options, milliseconds) }
}

@_cdecl("MpGestureRecognizerCloseResult")
public func gestureRecognizerCloseResult(_ result: UnsafeMutablePointer<MpGestureRecognizerResult>?) {
    result?.pointee.release()
}

@_cdecl("MpGestureRecognizerClose")
public func gestureRecognizerClose(
    _ task: OpaquePointer?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try calls.close(task) }
}
