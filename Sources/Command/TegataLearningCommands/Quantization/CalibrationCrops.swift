import TegataBuffers
import TegataCapture
import TegataFormats
import TegataHandCommands
import TegataHands
import TegataImages
import TegataInference
import TegataTool
import TegataTraining
import TegataVideo

/// The crops for which weights are optimised.
struct CalibrationCrops {
    /// The network's input for each crop.
    var inputs: [[Float]] = []
    /// The palm network's input for each image, if requested.
    private(set) var wholes: [[Float]] = []
    /// The number of hands that the crops show.
    private(set) var handCount = 0
    /// Whether the hands are drawn.
    private(set) var areDrawn = false

    /// The usual number of crops. More of them hardly change the weights.
    static let usualCount = 128
    /// The maximum number of frames in a video, and of images, that are searched for hands.
    private static let mostFrames = 32
    private static let mostPictures = 128

    /// Returns crops of drawn hands. `normalization` converts their pixels for the network.
    static func drawn(_ normalization: Normalization, count: Int = usualCount) -> CalibrationCrops {
        var crops = CalibrationCrops()
        var hands = DrawnHands()
        let mean = normalization.means.first ?? 0
        let deviation = normalization.standardDeviations.first ?? 255
        for _ in 0..<count {
            crops.inputs.append(hands.next().map { (255 * $0 - mean) / deviation })
        }
        crops.handCount = count
        crops.areDrawn = true
        return crops
    }

    var description: String {
        "\(inputs.count) crops of " + (areDrawn ? "drawn hands" : "\(handCount) hands")
    }

    /// The SHA-256 of all inputs as little-endian floats, as 64 hexadecimal digits.
    var fingerprint: String {
        var hash = SHA256()
        for input in inputs { input.withUnsafeBytes { hash.update($0) } }
        return hash.hexadecimalDigits()
    }

    /// Returns crops of the hands in images and videos. `report` receives the reason why an input cannot be used.
    static func found(
        in paths: [String], _ networks: HandNetworks, withWholes: Bool = false, team: ThreadTeam, _ console: Console
    ) throws -> CalibrationCrops {
        var options = HandPipelineOptions()
        options.maximumHandCount = HandPipelineOptions.usualHandCount
        let pipeline = try HandPipeline(networks, options: options, team: team)
        let cropper = try HandCropper(networks, team: team)
        var wholes: [[Float]] = []
        var regions: [(picture: RGBImage, rectangle: HandRectangle)] = []
        var progress = Progress("hands", total: nil)
        func search(_ picture: RGBImage, _ path: String) throws {
            let result: HandPipelineResult
            do {
                result = try picture.withView { view throws(TegataError) in try pipeline.detect(view) }
            } catch { throw .failure("\(path): \(error)") }
            for hand in result.hands { regions.append((picture, hand.rectangle)) }
            if withWholes { wholes.append(try picture.withView { view throws(TegataError) in cropper.whole(view) }) }
            progress.advance(console)
        }
        var pictures: [String] = []
        for path in paths {
            if case .video? = ImageKind(ofFileAt: path) {
                for frame in try frames(of: path) { try search(frame, path) }
                continue
            }
            for entry in PictureFiles.list([path], outputs: [], remark: console.warn) {
                switch entry {
                case .picture(let path, _): pictures.append(path)
                case .failure(_, let message): console.report(message)
                }
            }
        }
        let used = min(pictures.count, mostPictures)
        for index in 0..<used {
            let path = pictures[index * pictures.count / used]
            do { try search(RGBImage(readingFileAt: path), path) } catch {
                console.report(try failureMessage(of: error))
            }
        }
        console.clearStatus()
        guard !regions.isEmpty else {
            throw .failure(
                "--calibrate: no hand was found; pass images that show hands, or leave the option out to use drawn"
                    + " hands"
            )
        }
        var crops = CalibrationCrops()
        crops.handCount = regions.count
        crops.wholes = wholes
        var random = SeededGenerator(seed: 1)
        // If there are few hands, each is cropped several times, because trackers do not place regions exactly either.
        let rounds = max(1, (usualCount + regions.count - 1) / regions.count)
        let all = (0..<rounds).flatMap { round in regions.map { (round, $0) } }
        for (round, region) in all.prefix(max(usualCount, min(regions.count, 2 * usualCount))) {
            let rectangle = round == 0 ? region.rectangle : region.rectangle.moved(by: &random)
            do {
                let crop = try region.picture.withView { view throws(TegataError) in cropper.crop(view, rectangle) }
                crops.inputs.append(crop)
            } catch { throw .failure("--calibrate: \(error)") }
        }
        return crops
    }

    /// Returns frames spread evenly over a video.
    private static func frames(of path: String) throws -> [RGBImage] {
        guard let video = try openVideo(path, CameraOptions(), VideoSelection()) else { return [] }
        let step = max(1, (video.estimatedFrameCount ?? 15 * mostFrames) / mostFrames)
        var frames: [RGBImage] = []
        while frames.count < mostFrames, try video.advance() {
            if (video.frameCount - 1) % step == 0, let frame = video.frame.rgbImage() { frames.append(frame) }
        }
        return frames
    }
}

extension HandRectangle {
    /// Returns the rectangle, moved, resized and rotated at random.
    fileprivate func moved(by random: inout SeededGenerator) -> HandRectangle {
        let factor = random.uniform(0.75, 1.35)
        return HandRectangle(
            centerX: centerX + 0.06 * random.bell() * width, centerY: centerY + 0.06 * random.bell() * height,
            width: width * factor, height: height * factor, rotation: rotation + 0.35 * random.bell())
    }
}
