import CTegataShims
import TegataBuffers
import TegataHands
import Testing

@Suite struct MetricHandTests {
    private let picture = noisePicture(width: 320, height: 240)

    private func hand(_ options: MetricOptions, frame: FrameOptions = FrameOptions()) throws -> MetricHand? {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        networks.world = Self.openHand
        let pipeline = try networks.pipeline { $0.metric = options }
        return try picture.withView { try pipeline.detect($0, frame: frame) }.hands.first?.metric
    }

    /// The hand that the fake network reports, in metres, with a palm 58.3 mm wide.
    private static let openHand = HandPoints { index in
        let raw = FakeNetworks.rawHand[index]
        return HandPoint(x: (raw.x - 112) / 1000, y: (raw.y - 130) / 1000, z: 0)
    }

    @Test func returnsNoMetricHandByDefault() throws {
        let networks = FakeNetworks()
        networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 4)
        let pipeline = try networks.pipeline()
        let hands = try picture.withView { try pipeline.detect($0) }.hands
        #expect(hands.count == 1 && hands[0].metric == nil)
    }

    @Test func scalesDistanceWithFocalLengthAndPalmWidth() throws {
        func distance(focal: Float, palm: Float?) throws -> Float {
            let camera = CameraIntrinsics(focalX: focal, focalY: focal, centerX: 160, centerY: 120)
            return try #require(try hand(MetricOptions(camera: .intrinsics(camera), palmWidth: palm))).distance
        }
        let usual = try distance(focal: 400, palm: 0.06)
        #expect(usual > 0.2 && usual < 3)
        #expect(abs(try distance(focal: 400, palm: nil) - usual) < 1e-5)
        #expect(abs(try distance(focal: 400, palm: 0.09) / usual - 1.5) < 1e-4)
        // The proportion is only approximate, because nearer hands show more perspective.
        #expect(abs(try distance(focal: 1600, palm: 0.06) / distance(focal: 800, palm: 0.06) - 2) < 0.05)
    }

    @Test func findsHandsNearerForWiderFieldsOfView() throws {
        var last = Float.infinity
        for degrees: Float in [20, 30, 40, 50, 60, 70, 80] {
            let distance = try #require(try hand(MetricOptions(camera: .fieldOfView(degrees: degrees)))).distance
            #expect(distance < last && distance > 0.1)
            last = distance
        }
    }

    @Test func scalesHandsToTheGivenPalmWidth() throws {
        let camera = MetricCamera.fieldOfView(degrees: 60)
        for width: Float in [0.05, 0.06, 0.09] {
            let points = try #require(try hand(MetricOptions(camera: camera, palmWidth: width))).points
            let (index, little) = (points[5], points[17])
            let (x, y, z) = (index.x - little.x, index.y - little.y, index.z - little.z)
            #expect(abs((x * x + y * y + z * z).squareRoot() / width - 1) < 0.002)
        }
    }

    @Test func increasesUncertaintyWithoutAPalmWidth() throws {
        let camera = MetricCamera.fieldOfView(degrees: 60)
        let known = try #require(try hand(MetricOptions(camera: camera, palmWidth: 0.06)))
        let unknown = try #require(try hand(MetricOptions(camera: camera)))
        #expect(known.distanceUncertainty > 0)
        let spread = MetricOptions.palmWidthSpread * known.distance
        let expected = (known.distanceUncertainty * known.distanceUncertainty + spread * spread).squareRoot()
        #expect(abs(unknown.distanceUncertainty / expected - 1) < 0.1)
    }

    @Test func prefersTheFramesCameraOverTheOptions() throws {
        var frame = FrameOptions()
        frame.camera = .fieldOfView(degrees: 30)
        let wide = MetricOptions(camera: .fieldOfView(degrees: 60))
        let narrow = MetricOptions(camera: .fieldOfView(degrees: 30))
        let found = try #require(try hand(wide, frame: frame))
        #expect(try found == #require(try hand(narrow)))
        #expect(try found.distance > 1.5 * #require(try hand(wide)).distance)
        frame.camera = .fieldOfView(degrees: .nan)
        #expect(throws: TegataError.self) { try hand(wide, frame: frame) }
    }

    @Test func computesThePalmsAxes() throws {
        let camera = CameraIntrinsics(focalX: 500, focalY: 400, centerX: 320, centerY: 240)
        for isShownAsRight in [true, false] {
            // Upright, 10 cm long, half a metre away, and turned by 45° so that the little finger is farther away.
            let points = HandPoints { index in
                switch index {
                case HandLandmark.middleFingerMCP.index: HandPoint(x: 0, y: -0.04, z: 0.5)
                case HandLandmark.indexFingerMCP.index: HandPoint(x: 0.03, y: -0.03, z: 0.47)
                case HandLandmark.pinkyMCP.index: HandPoint(x: -0.03, y: -0.03, z: 0.53)
                default: HandPoint(x: 0, y: 0.06, z: 0.5)
                }
            }
            let hand = MetricHand(
                points: points, distanceUncertainty: 0, camera: camera, isShownAsRight: isShownAsRight)
            let half = Float(0.5).squareRoot()
            let side: Float = isShownAsRight ? -half : half
            let expected = [
                HandPoint(x: half, y: 0, z: -half), HandPoint(x: 0, y: -1, z: 0), HandPoint(x: side, y: 0, z: side),
            ]
            for (axis, wanted) in zip([hand.palmAxes.across, hand.palmAxes.along, hand.palmAxes.normal], expected) {
                #expect(abs(axis.x - wanted.x) < 1e-5 && abs(axis.y - wanted.y) < 1e-5 && abs(axis.z - wanted.z) < 1e-5)
            }
            #expect(hand.palmNormal == hand.palmAxes.normal && abs(hand.palmLength - 0.1) < 1e-6)
        }
    }

    @Test func projectsPointsToPixels() throws {
        let camera = CameraIntrinsics(focalX: 500, focalY: 400, centerX: 320, centerY: 240)
        let seen = try #require(camera.pixel(of: HandPoint(x: 0.1, y: -0.2, z: 2)))
        #expect(abs(seen.x - 345) < 1e-3 && abs(seen.y - 200) < 1e-3)
        for depth: Float in [0, -1, .nan] {
            #expect(camera.pixel(of: HandPoint(x: 0, y: 0, z: depth)) == nil)
        }
        // The result contains the camera that was used.
        let known = try #require(try hand(MetricOptions(camera: .intrinsics(camera))))
        #expect(known.camera == camera)
        let ofView = try #require(try hand(MetricOptions(camera: .fieldOfView(degrees: 60))))
        #expect(ofView.camera == CameraIntrinsics(fieldOfViewDegrees: 60, width: 320, height: 240))
    }

    @Test func rejectsInvalidCameras() {
        func error(_ options: MetricOptions) -> HandPipelineError? {
            do {
                _ = try FakeNetworks().pipeline { $0.metric = options }
                return nil
            } catch { return error as? HandPipelineError }
        }
        for (focalX, focalY, center): (Float, Float, Float) in [
            (0, 1, 1), (1, -1, 1), (.nan, 1, 1), (1, .infinity, 1), (1, 1, .nan),
        ] {
            let camera = MetricCamera.intrinsics(
                CameraIntrinsics(focalX: focalX, focalY: focalY, centerX: center, centerY: 1))
            #expect(error(MetricOptions(camera: camera)).map { "\($0)" }?.contains("is invalid") == true)
        }
        for degrees: Float in [0, -1, 180, .infinity] {
            let camera = MetricCamera.fieldOfView(degrees: degrees)
            #expect(error(MetricOptions(camera: camera)) == .camera(camera))
        }
        #expect(error(MetricOptions(camera: .fieldOfView(degrees: 60), palmWidth: 0)) == .palmWidth(0))
        #expect(error(MetricOptions(camera: .fieldOfView(degrees: 179), palmWidth: 0.02)) == nil)
    }

    @Test func convertsFieldsOfViewToFocalLengths() {
        let camera = CameraIntrinsics(fieldOfViewDegrees: 90, width: 640, height: 480)
        #expect(abs(camera.focalX - 320) < 1e-3 && camera.focalX == camera.focalY)
        #expect(camera.centerX == 320 && camera.centerY == 240)
        // The diagonal is 5 × 100 pixels, and 43.27 mm on film.
        let film = CameraIntrinsics(filmFocalLengthMillimetres: 43.2666, width: 400, height: 300)
        #expect(abs(film.focalX - 500) < 1e-2)
    }
}

@Suite struct StereoCamerasTests {
    private let camera = CameraIntrinsics(focalX: 600, focalY: 610, centerX: 320, centerY: 240)
    private let points = HandPoints { HandPoint(x: 0.01 * Float($0) - 0.1, y: 0.05 - 0.004 * Float($0), z: 0.8) }

    private func pixels(_ points: HandPoints) -> HandPoints {
        HandPoints { index in
            let point = points[index]
            return HandPoint(x: 600 * point.x / point.z + 320, y: 610 * point.y / point.z + 240, z: 0)
        }
    }

    /// The second camera is 20 cm to the right and is turned by 0.2 radians to the left.
    @Test func triangulatesPointsFromTwoCameras() throws {
        let (sine, cosine) = (tegata_sin(0.2), tegata_cos(0.2))
        let rotation: [9 of Double] = [cosine, 0, sine, 0, 1, 0, -sine, 0, cosine]
        let shift = HandPoint(x: Float(-0.2 * cosine), y: 0, z: Float(0.2 * sine))
        let cameras = try #require(
            StereoCameras(first: camera, second: camera, rotation: rotation, translation: shift))
        let second = HandPoints { index in
            let point = points[index]
            let (x, z) = (Double(point.x) - 0.2, Double(point.z))
            return HandPoint(x: Float(cosine * x + sine * z), y: point.y, z: Float(cosine * z - sine * x))
        }
        let found = try #require(cameras.triangulate(pixels(points), pixels(second)))
        for (a, b) in zip(found, points) {
            #expect(abs(a.x - b.x) < 1e-4 && abs(a.y - b.y) < 1e-4 && abs(a.z - b.z) < 1e-3)
        }
    }

    @Test func returnsNilForRaysThatDoNotMeet() throws {
        let cameras = try #require(
            StereoCameras(
                first: camera, second: camera, rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
                translation: HandPoint(x: -0.2, y: 0, z: 0)))
        let first = pixels(points)
        func shifted(by distance: Float) -> HandPoints {
            HandPoints { HandPoint(x: first[$0].x + distance, y: first[$0].y, z: 0) }
        }
        // At 0.8 m and 600 pixels of focal length, a baseline of 0.2 m shifts points by 150 pixels.
        #expect(abs(try #require(cameras.triangulate(first, shifted(by: -150)))[3].z - 0.8) < 1e-4)
        #expect(cameras.triangulate(first, shifted(by: 50)) == nil)
        #expect(cameras.triangulate(first, first) == nil, "parallel")
    }

    @Test func rejectsInvalidStereoCameras() {
        let none: [9 of Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
        let apart = HandPoint(x: -0.2, y: 0, z: 0)
        #expect(StereoCameras(first: camera, second: camera, rotation: none, translation: apart) != nil)
        #expect(
            StereoCameras(
                first: camera, second: camera, rotation: none, translation: HandPoint(x: 0, y: 0, z: 0)) == nil)
        let mirror: [9 of Double] = [-1, 0, 0, 0, 1, 0, 0, 0, 1]
        #expect(StereoCameras(first: camera, second: camera, rotation: mirror, translation: apart) == nil)
        let stretched: [9 of Double] = [1.1, 0, 0, 0, 1, 0, 0, 0, 1]
        #expect(StereoCameras(first: camera, second: camera, rotation: stretched, translation: apart) == nil)
        var blind = camera
        blind.focalX = 0
        #expect(StereoCameras(first: blind, second: camera, rotation: none, translation: apart) == nil)
    }
}
