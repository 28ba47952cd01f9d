import CTegataLibrary

// The functions of MediaPipe's hand landmarker; tegata_mediapipe.h says what they do.

private let calls = TaskCalls<MpHandLandmarkerResult>(tasks: Handles.landmarkers, name: "hand landmarker")

@_cdecl("MpHandLandmarkerCreate")
public func handLandmarkerCreate(
    _ options: UnsafeMutablePointer<MpHandLandmarkerOptions>?, _ out: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in
        guard let options else { throw .nullPointer("options") }
        guard let out else { throw .nullPointer("out") }
        out.pointee = calls.tasks.insert(try HandTask(TaskOptions(UnsafePointer(options))))
    }
}

@_cdecl("MpHandLandmarkerDetectImage")
public func handLandmarkerDetectImage(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ result: UnsafeMutablePointer<MpHandLandmarkerResult>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try calls.detect(task, image, options, result) }
}

@_cdecl("MpHandLandmarkerDetectForVideo")
public func handLandmarkerDetectForVideo(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ milliseconds: Int64, _ result: UnsafeMutablePointer<MpHandLandmarkerResult>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in
        try calls.detectForVideo(task, image, options, milliseconds, result)
    }
}

@_cdecl("MpHandLandmarkerDetectAsync")
public func handLandmarkerDetectAsync(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ milliseconds: Int64, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try calls.detectAsync(task, image, options, milliseconds) }
}

@_cdecl("MpHandLandmarkerCloseResult")
public func handLandmarkerCloseResult(_ result: UnsafeMutablePointer<MpHandLandmarkerResult>?) {
    result?.pointee.release()
}

@_cdecl("MpHandLandmarkerClose")
public func handLandmarkerClose(
    _ task: OpaquePointer?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try calls.close(task) }
}
