import TegataBuffers
import TegataCapture
import TegataHands
import TegataInference
import TegataPixels

/// A kind of device program. The linker omits code that only other kinds need.
package struct DeviceKind {
    /// A function that finds the hands in an image, or in the next frame of a video.
    typealias Finding = (ImageView, Milliseconds) throws(TegataError) -> HandPipelineResult

    /// Whether the program lacks gestures and half precision.
    let isSmall: Bool
    /// Decodes a camera's compressed frames; nil if the program cannot decode them.
    package var decodeFrame: PictureDecoder?
    /// Returns a line that describes an opened camera, given its path; nil if the program prints none.
    private(set) var describe: ((String, CameraDescription) -> String)?
    /// Loads a bundle's networks, and returns the function that uses them.
    let open: (Bytes, DeviceOptions) throws(TegataError) -> Finding

    /// The program with all features.
    package static var whole: DeviceKind {
        var kind = DeviceKind(isSmall: false) { (bundle, options) throws(TegataError) in
            let networks = try HandNetworks(
                bundle: bundle, file: options.bundle, includingGestures: options.recognizesGestures,
                precision: options.precision)
            let pipeline = try GesturePipeline(
                networks, options: options.pipeline, team: ThreadTeam(count: options.threadCount))
            guard options.tracks else { return { (view, _) throws(TegataError) in try pipeline.detect(view) } }
            return { (view, milliseconds) throws(TegataError) in try pipeline.track(view, milliseconds: milliseconds) }
        }
        kind.describe = { path, camera in "\(path): \(camera.name), \(camera.description)" }
        return kind
    }

    /// The program that detects and tracks hands, but does not recognise gestures.
    package static var small: DeviceKind {
        DeviceKind(isSmall: true) { (bundle, options) throws(TegataError) in
            let networks = try HandNetworks(bundle: bundle, file: options.bundle)
            let pipeline = try HandPipeline(
                networks, options: options.pipeline, team: ThreadTeam(count: options.threadCount))
            guard options.tracks else { return { (view, _) throws(TegataError) in try pipeline.detect(view) } }
            return { (view, milliseconds) throws(TegataError) in try pipeline.track(view, milliseconds: milliseconds) }
        }
    }
}
