import CTegataLibrary
import TegataHands

// The functions for MediaPipe's tasks. tegata_mediapipe.h documents them.

// MARK: Hand landmarker

private let landmarkers = TaskCalls<MpHandLandmarkerResult>(tasks: Handles.landmarkers, name: "hand landmarker")

@_cdecl("MpHandLandmarkerCreate")
public func handLandmarkerCreate(
    _ options: UnsafeMutablePointer<MpHandLandmarkerOptions>?, _ out: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in
        guard let options else { throw .nullPointer("options") }
        guard let out else { throw .nullPointer("out") }
        out.pointee = landmarkers.tasks.insert(try HandTask(TaskOptions(UnsafePointer(options))))
    }
}

@_cdecl("MpHandLandmarkerDetectImage")
public func handLandmarkerDetectImage(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ result: UnsafeMutablePointer<MpHandLandmarkerResult>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try landmarkers.detect(task, image, options, result) }
}

@_cdecl("MpHandLandmarkerDetectForVideo")
public func handLandmarkerDetectForVideo(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ milliseconds: Int64, _ result: UnsafeMutablePointer<MpHandLandmarkerResult>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in
        try landmarkers.detectForVideo(task, image, options, milliseconds, result)
    }
}

@_cdecl("MpHandLandmarkerDetectAsync")
public func handLandmarkerDetectAsync(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ milliseconds: Int64, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try landmarkers.detectAsync(task, image, options, milliseconds) }
}

@_cdecl("MpHandLandmarkerCloseResult")
public func handLandmarkerCloseResult(_ result: UnsafeMutablePointer<MpHandLandmarkerResult>?) {
    result?.pointee.release()
}

@_cdecl("MpHandLandmarkerClose")
public func handLandmarkerClose(
    _ task: OpaquePointer?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try landmarkers.close(task) }
}

// MARK: Gesture recogniser

private let recognizers = TaskCalls<MpGestureRecognizerResult>(tasks: Handles.recognizers, name: "gesture recogniser")

@_cdecl("MpGestureRecognizerCreate")
public func gestureRecognizerCreate(
    _ options: UnsafeMutablePointer<MpGestureRecognizerOptions>?, _ out: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in
        guard let options else { throw .nullPointer("options") }
        guard let out else { throw .nullPointer("out") }
        out.pointee = recognizers.tasks.insert(try HandTask(TaskOptions(UnsafePointer(options))))
    }
}

@_cdecl("MpGestureRecognizerRecognizeImage")
public func gestureRecognizerRecognizeImage(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ result: UnsafeMutablePointer<MpGestureRecognizerResult>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try recognizers.detect(task, image, options, result) }
}

@_cdecl("MpGestureRecognizerRecognizeForVideo")
public func gestureRecognizerRecognizeForVideo(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ milliseconds: Int64, _ result: UnsafeMutablePointer<MpGestureRecognizerResult>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in
        try recognizers.detectForVideo(task, image, options, milliseconds, result)
    }
}

@_cdecl("MpGestureRecognizerRecognizeAsync")
public func gestureRecognizerRecognizeAsync(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ milliseconds: Int64, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try recognizers.detectAsync(task, image, options, milliseconds) }
}

@_cdecl("MpGestureRecognizerCloseResult")
public func gestureRecognizerCloseResult(_ result: UnsafeMutablePointer<MpGestureRecognizerResult>?) {
    result?.pointee.release()
}

@_cdecl("MpGestureRecognizerClose")
public func gestureRecognizerClose(
    _ task: OpaquePointer?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    answering(error) { () throws(CallError) in try recognizers.close(task) }
}

// MARK: Both

/// The common part of the functions of both tasks.
struct TaskCalls<Output: TaskResult> {
    let tasks: HandleTable<HandTask>
    /// The task's name in messages.
    let name: String

    typealias Options = UnsafePointer<MpImageProcessingOptions>

    func detect(
        _ handle: OpaquePointer?, _ image: OpaquePointer?, _ options: Options?, _ out: UnsafeMutablePointer<Output>?
    ) throws(CallError) {
        let task = try task(handle)
        let picture = try picture(image)
        guard let out else { throw .nullPointer("result") }
        out.pointee = try Output(task.detect(picture, FrameOptions(options)))
    }

    func detectForVideo(
        _ handle: OpaquePointer?, _ image: OpaquePointer?, _ options: Options?, _ milliseconds: Int64,
        _ out: UnsafeMutablePointer<Output>?
    ) throws(CallError) {
        let task = try task(handle)
        let picture = try picture(image)
        guard let out else { throw .nullPointer("result") }
        out.pointee = try Output(
            task.detectForVideo(picture, FrameOptions(options), milliseconds: milliseconds))
    }

    func detectAsync(
        _ handle: OpaquePointer?, _ image: OpaquePointer?, _ options: Options?, _ milliseconds: Int64
    ) throws(CallError) {
        try task(handle).detectAsync(picture(image), FrameOptions(options), milliseconds: milliseconds)
    }

    func close(_ handle: OpaquePointer?) throws(CallError) {
        guard let task = tasks.remove(handle) else { throw .noHandle(name) }
        defer { LibraryTrace.write() }
        try task.close()
    }

    private func task(_ handle: OpaquePointer?) throws(CallError) -> HandTask {
        guard let task = tasks[handle] else { throw .noHandle(name) }
        return task
    }
}

/// Returns the image that belongs to a handle.
func picture(_ handle: OpaquePointer?) throws(CallError) -> Picture {
    guard let picture = Handles.pictures[handle] else { throw .noHandle("image") }
    return picture
}
