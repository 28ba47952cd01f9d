import MediaPipeTasksVision
import TegataTestSupport
import Testing

@Suite("Hand landmarker, single images", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
struct HandLandmarkerImageTests {
    @Test("finds a hand near its true position")
    func hand() throws {
        let landmarker = try HandLandmarker(modelPath: landmarkerPath)
        let result = try landmarker.detect(image: renderedHands("victory_left").mpImage())
        #expect(result.landmarks.count == 1)
        #expect(result.landmarks[0].count == 21)
        #expect(result.worldLandmarks[0].count == 21)
        #expect(result.handedness[0].count == 1)
        #expect(result.handedness[0][0].categoryName == "Left")
        #expect(result.handedness[0][0].displayName == "Left")
        #expect(result.handedness[0][0].index == 1)
        #expect(result.handedness[0][0].score > 0.9)
        #expect(result.landmarks[0][0].visibility == nil)
        #expect(result.worldLandmarks[0][0].presence == nil)
        // The true positions of the wrist and the index fingertip, from which the image was rendered.
        let truth = try RenderedTruth(named: "victory_left").hands[0]
        for point in [HandLandmark.wrist, .indexFingerTIP] {
            let found = result.landmarks[0][Int(point.rawValue)]
            #expect(abs(Double(found.x) - truth.landmarks[Int(point.rawValue)][0]) < 0.05)
            #expect(abs(Double(found.y) - truth.landmarks[Int(point.rawValue)][1]) < 0.05)
        }
    }

    @Test("finds at most the requested number of hands, and none in an empty image")
    func counts() throws {
        let one = try HandLandmarker(modelPath: landmarkerPath)
        let two = try HandLandmarker(options: landmarkerOptions { $0.numHands = 2 })
        let image = try renderedHands("two_hands_mixed").mpImage()
        #expect(try one.detect(image: image).landmarks.count == 1)
        let hands = try two.detect(image: image)
        #expect(hands.landmarks.count == 2)
        #expect(hands.worldLandmarks.count == 2)
        #expect(hands.handedness.map { $0[0].categoryName } == ["Right", "Right"])
        let none = try two.detect(image: renderedHands("no_hand").mpImage())
        #expect(none.landmarks.isEmpty && none.worldLandmarks.isEmpty && none.handedness.isEmpty)
    }

    @Test("assigns timestamps one second apart, and none to failed calls")
    func timestamps() throws {
        let landmarker = try HandLandmarker(modelPath: landmarkerPath)
        let image = try renderedHands("no_hand").mpImage()
        #expect(try landmarker.detect(image: image).timestampInMilliseconds == 0)
        #expect(try landmarker.detect(image: image).timestampInMilliseconds == 1000)
        #expect(throws: NSError.self) {
            try landmarker.detect(image: renderedHands("no_hand").mpImage(orientation: .upMirrored))
        }
        #expect(try landmarker.detect(image: image).timestampInMilliseconds == 2000)
    }

    @Test("single images do not influence each other")
    func independence() throws {
        let landmarker = try HandLandmarker(options: landmarkerOptions { $0.numHands = 2 })
        let hands = try renderedHands("two_hands_mixed").mpImage()
        let first = try ResultValues(landmarker.detect(image: hands))
        _ = try landmarker.detect(image: renderedHands("thumb_up_right").mpImage())
        #expect(try ResultValues(landmarker.detect(image: hands)) == first)
    }

    @Test("every source of the same pixels gives the same result")
    func sources() throws {
        let landmarker = try HandLandmarker(modelPath: landmarkerPath)
        let picture = try renderedHands("victory_left")
        let (width, height) = (picture.width, picture.height)
        let expected = try ResultValues(landmarker.detect(image: picture.mpImage()))
        #expect(expected.points.count == 1)

        let rgba = picture.channels([0, 1, 2, 3], alpha: 0)
        let transparent = try #require(CGImage(width: width, height: height, bitsPerPixel: 32, pixels: rgba))
        var padded: [UInt8] = []
        for row in 0..<height {
            padded += picture.bytes[3 * row * width..<3 * (row + 1) * width]
            padded += [UInt8](repeating: 77, count: 13)
        }
        let images: [(String, MPImage)] = [
            ("UIImage with alpha", try MPImage(uiImage: UIImage(cgImage: transparent))),
            ("UIImage and orientation", try MPImage(uiImage: picture.uiImage(orientation: .down), orientation: .up)),
            ("pixel buffer", try MPImage(pixelBuffer: picture.pixelBuffer())),
            ("pixel buffer and orientation", try MPImage(pixelBuffer: picture.pixelBuffer(), orientation: .up)),
            ("sample buffer", try MPImage(sampleBuffer: picture.sampleBuffer())),
            ("sample buffer and orientation", try MPImage(sampleBuffer: picture.sampleBuffer(), orientation: .up)),
            ("data", try MPImage(data: Data(picture.bytes), width: width, height: height, format: .rgb)),
            (
                "rows with gaps",
                try MPImage(bytes: padded, width: width, height: height, bytesPerRow: 3 * width + 13, format: .rgb)
            ),
            ("RGBA bytes", try MPImage(bytes: rgba, width: width, height: height, format: .rgba)),
            (
                "BGRA bytes",
                try MPImage(bytes: picture.channels([2, 1, 0, 3]), width: width, height: height, format: .bgra)
            ),
        ]
        for (name, image) in images {
            #expect(try ResultValues(landmarker.detect(image: image)) == expected, "\(name)")
            #expect(image.width == CGFloat(width) && image.height == CGFloat(height), "\(name)")
        }
        try picture.bytes.withUnsafeBytes { memory in
            let image = try MPImage(bytesNoCopy: memory, width: width, height: height, format: .rgb)
            #expect(try ResultValues(landmarker.detect(image: image)) == expected)
        }
    }

    @Test("orientations turn the input, but results stay in the coordinates of the stored pixels")
    func orientations() throws {
        let landmarker = try HandLandmarker(modelPath: landmarkerPath)
        var picture = try renderedHands("thumb_up_right")
        let upright = try landmarker.detect(image: picture.mpImage()).landmarks[0]
        // An image that is turned left once must be turned right to be upright, and so on.
        for orientation in [UIImage.Orientation.right, .down, .left] {
            picture = picture.turnedLeft()
            let image = try picture.mpImage(orientation: orientation)
            let points = try landmarker.detect(image: image).landmarks[0]
            for (point, upright) in zip(points, upright) {
                let expected: (Float, Float) =
                    switch orientation {
                    case .right: (upright.y, 1 - upright.x)
                    case .down: (1 - upright.x, 1 - upright.y)
                    default: (1 - upright.y, upright.x)
                    }
                #expect(abs(point.x - expected.0) < 0.02 && abs(point.y - expected.1) < 0.02)
            }
            let turned = try landmarker.detect(
                image: picture.mpImage(),
                imageProcessingOptions: ImageProcessingOptions(rotationDegrees: orientation.degrees))
            #expect(turned.landmarks == [points])
        }
    }

    @Test("connections join the landmarks of a hand")
    func connections() {
        #expect(HandLandmarker.handConnections.count == 21)
        #expect(HandLandmarker.handPalmConnections.map { Int($0.start) } == [0, 0, 9, 13, 5, 0])
        #expect(HandLandmarker.handThumbConnections.map { Int($0.end) } == [2, 3, 4])
        let fingers = [
            HandLandmarker.handIndexFingerConnections, HandLandmarker.handMiddleFingerConnections,
            HandLandmarker.handRingFingerConnections,
            HandLandmarker.handPinkyConnections,
        ]
        #expect(fingers.map { $0[0].start } == [5, 9, 13, 17])
        #expect(fingers.allSatisfy { $0.count == 3 })
    }
}

extension UIImage.Orientation {
    fileprivate var degrees: Int {
        switch self {
        case .right: 90
        case .down: 180
        case .left: 270
        default: 0
        }
    }
}

/// The true positions of the joints of rendered hands.
struct RenderedTruth: Decodable {
    struct Hand: Decodable {
        var landmarks: [[Double]]
    }

    var hands: [Hand]

    init(named name: String) throws {
        let url = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/\(name).json")
        self = try JSONDecoder().decode(RenderedTruth.self, from: Data(contentsOf: url))
    }
}
