import CTegataLibrary
import Foundation
import TegataBuffers
import TegataHands
import TegataInference
// Defines the functions that the headers declare.
import TegataLibrary
import TegataTestSupport

/// Whether the bundles are available. Tests that need a missing bundle are reported as skipped.
let hasLandmarker = ModelFiles.have("hand_landmarker.task")
let hasRecognizer = ModelFiles.have("gesture_recognizer.task")

/// The paths of the bundles, for tests that run only if the bundles are available.
let landmarkerPath = ModelFiles.path("hand_landmarker.task") ?? ""
let recognizerPath = ModelFiles.path("gesture_recognizer.task") ?? ""

/// Returns the rendered image called `name`.
func renderedHands(_ name: String) throws -> RGBPicture {
    try RGBPicture(pngAt: ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/\(name).png"))
}

/// The status and message of a failed call to MediaPipe's interface.
struct Refusal: Error, Equatable {
    let status: MpStatus
    let message: String
}

/// Calls a function, and throws and frees the message that it leaves.
func mediaPipe(_ call: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> MpStatus) throws(Refusal) {
    var message: UnsafeMutablePointer<CChar>?
    let status = call(&message)
    guard status != MP_OK else { return }
    defer { MpErrorFree(message) }
    throw Refusal(status: status, message: message.map { String(cString: $0) } ?? "")
}

/// The error from a failed call to Tegata's interface.
struct Fault: Error, Equatable {
    let status: tegata_status
    let message: String
    let file: String
    let place: String
}

/// Calls a function, and throws and frees the error that it leaves.
func tegata(_ call: (UnsafeMutablePointer<UnsafeMutablePointer<tegata_error>?>) -> tegata_status) throws {
    var error: UnsafeMutablePointer<tegata_error>?
    let status = call(&error)
    guard status != TEGATA_OK else { return }
    guard let error else { throw Fault(status: status, message: "", file: "", place: "") }
    defer { tegata_error_free(error) }
    throw Fault(
        status: error.pointee.status, message: String(cString: error.pointee.message),
        file: String(cString: error.pointee.file), place: String(cString: error.pointee.place))
}

/// An image that is freed with this object.
final class Image {
    let handle: OpaquePointer?

    init(_ picture: RGBPicture) throws {
        handle = try imageHandle(MP_IMAGE_FORMAT_SRGB, picture.width, picture.height, picture.bytes)
    }

    init(_ format: MpImageFormat, _ width: Int, _ height: Int, _ bytes: [UInt8]) throws {
        handle = try imageHandle(format, width, height, bytes)
    }

    init(takingOver handle: OpaquePointer?) {
        self.handle = handle
    }

    deinit { MpImageFree(handle) }
}

private func imageHandle(
    _ format: MpImageFormat, _ width: Int, _ height: Int, _ bytes: [UInt8]
) throws(Refusal) -> OpaquePointer? {
    var handle: OpaquePointer?
    try mediaPipe {
        MpImageCreateFromUint8Data(
            Int32(format.rawValue), Int32(width), Int32(height), bytes, Int32(bytes.count), &handle, $0)
    }
    return handle
}

/// Returns the pipeline's own results for consecutive frames or for single images.
func pipelineHands(
    _ pictures: [RGBPicture], bundle path: String = landmarkerPath, isVideo: Bool = false,
    gestures: GestureOptions? = nil
) throws -> [[HandResult]] {
    let pipeline = try pipeline(bundle: path, gestures: gestures)
    return try pictures.enumerated().map { index, picture in
        try picture.withView { view in
            try isVideo ? pipeline.track(view, milliseconds: 33 * index).hands : pipeline.detect(view).hands
        }
    }
}

/// Returns the palms that the pipeline itself detects.
func pipelinePalms(_ picture: RGBPicture) throws -> [PalmDetection] {
    let pipeline = try pipeline(bundle: landmarkerPath)
    return try picture.withView { try pipeline.detectPalms($0) }
}

private func pipeline(bundle path: String, gestures: GestureOptions? = nil) throws -> GesturePipeline {
    var options = HandPipelineOptions()
    options.maximumHandCount = 2
    options.gestures = gestures
    let networks = try HandNetworks(
        bundle: Bytes(mappingFileAt: path), file: path, includingGestures: gestures != nil)
    return try GesturePipeline(networks, options: options, team: ThreadTeam(count: 1))
}

extension RGBPicture {
    fileprivate func withView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        try bytes.withUnsafeBytes { try body(ImageView(.rgb, width: width, height: height, bytes: $0)) }
    }
}

/// Returns the coordinates of all points.
func numbers(_ points: HandPoints) -> [[Float]] {
    (0..<HandPoints.count).map { [points[$0].x, points[$0].y, points[$0].z] }
}
