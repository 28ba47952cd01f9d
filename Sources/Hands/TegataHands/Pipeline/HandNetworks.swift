import TegataBuffers
import TegataFormats
import TegataInference

/// The networks of the hand pipeline. They are not changed by running, so that several pipelines share one set.
public struct HandNetworks: Sendable {
    /// Finds palms in the whole picture.
    public let palmDetector: Network
    /// Finds the points of a hand in a crop.
    public let handLandmarks: Network
    /// Make gestures of points; nil unless asked for.
    public internal(set) var gestures: GestureNetworks?
    let palmInput: ImageInput
    let handInput: ImageInput

    /// Loads the networks of a bundle such as `hand_landmarker.task` or `gesture_recognizer.task`, without those for
    /// gestures; `file` names it in errors.
    ///
    /// What the networks compute with is what `precision` says, not `options`.
    public init(
        bundle bytes: Bytes, file: String, options: NetworkOptions = NetworkOptions(),
        precision: HandPrecision = .single
    ) throws(TegataError) {
        let bundle: TaskBundle
        do { bundle = try TaskBundle(bytes: bytes, file: file) } catch { throw TegataError(error) }
        do { try self.init(bundle, options: options, precision: precision) } catch { throw TegataError(error) }
    }

    package init(
        _ bundle: TaskBundle, options: NetworkOptions = NetworkOptions(), precision: HandPrecision = .single
    ) throws(HandNetworksError) {
        let palmFile: NetworkFile
        let handFile: NetworkFile
        do {
            palmFile = try bundle.network(.palmDetector)
            handFile = try bundle.network(.handLandmarks)
        } catch { throw .format(error) }
        try self.init(palmDetector: palmFile, handLandmarks: handFile, options: options, precision: precision)
    }

    package init(
        palmDetector palmFile: NetworkFile, handLandmarks handFile: NetworkFile,
        options: NetworkOptions = NetworkOptions(), precision: HandPrecision = .single
    ) throws(HandNetworksError) {
        var options = options
        do {
            options.precision = precision.palmDetector
            palmDetector = try Network(palmFile.model, file: palmFile.file, options: options)
            options.precision = precision.handLandmarks
            handLandmarks = try Network(handFile.model, file: handFile.file, options: options)
        } catch { throw .network(error) }
        try palmDetector.checkInputs([[1, ImageInput.palmSide, ImageInput.palmSide, 3]])
        try handLandmarks.checkInputs([[1, ImageInput.handSide, ImageInput.handSide, 3]])
        let anchors = PalmAnchors(inputSide: ImageInput.palmSide).centers.count
        try palmDetector.checkOutputs([anchors * PalmDecoder.valuesPerAnchor, anchors])
        try handLandmarks.checkOutputs([3 * HandPoints.count, 1, 1, 3 * HandPoints.count])
        palmInput = try ImageInput(palmFile)
        handInput = try ImageInput(handFile)
    }
}
