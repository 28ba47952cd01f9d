import TegataBuffers
import TegataHands
import TegataInference
import TegataPixels

/// A kind of device program. The linker leaves out of a program what only other kinds need.
package struct DeviceKind {
    /// Finds the hands of a picture, or of the next frame of a video.
    typealias Finding = (ImageView, Milliseconds) throws(TegataError) -> HandPipelineResult

    /// Whether it has no gestures and no half precision.
    let isSmall: Bool
    /// Loads the networks of a bundle.
    let open: (Bytes, DeviceOptions) throws(TegataError) -> Finding

    /// Has all that there is.
    package static var whole: DeviceKind {
        DeviceKind(isSmall: false) { (bundle, options) throws(TegataError) in
            let networks = try HandNetworks(
                bundle: bundle, file: options.bundle, includingGestures: options.recognizesGestures,
                precision: options.precision)
            let pipeline = try GesturePipeline(
                networks, options: options.pipeline, team: ThreadTeam(count: options.threadCount))
            guard options.tracks else { return { (view, _) throws(TegataError) in try pipeline.detect(view) } }
            return { (view, milliseconds) throws(TegataError) in try pipeline.track(view, milliseconds: milliseconds) }
        }
    }

    /// Finds and follows hands, and recognises nothing.
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
