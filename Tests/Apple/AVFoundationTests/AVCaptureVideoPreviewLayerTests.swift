import AVFoundation
import Testing

@Suite("Preview layers")
struct AVCaptureVideoPreviewLayerTests {
    /// Returns a 200×100-point layer that shows 640×480 images.
    private func layer(
        _ gravity: AVLayerVideoGravity, position: AVCaptureDevice.Position = .back
    ) throws -> AVCaptureVideoPreviewLayer {
        let session = AVCaptureSession()
        session.sessionPreset = .vga640x480
        session.addInput(try AVCaptureDeviceInput(device: AVCaptureDevice(testFrameCount: 1, position: position)))
        let layer = AVCaptureVideoPreviewLayer(session: session)
        layer.videoGravity = gravity
        layer.frame = CGRect(x: 30, y: 40, width: 200, height: 100)
        return layer
    }

    private func isNear(_ first: CGPoint, _ x: Double, _ y: Double) -> Bool {
        abs(first.x - x) < 1e-9 && abs(first.y - y) < 1e-9
    }

    @Test func convertsPointsForEveryGravity() throws {
        // The image covers 133⅓×100 points, 200×150 points, or the whole layer.
        let cases: [(AVLayerVideoGravity, corner: (Double, Double), middle: (Double, Double), end: (Double, Double))] =
            [
                (.resizeAspect, (100 / 3.0, 0), (100, 50), (500 / 3.0, 100)),
                (.resizeAspectFill, (0, -25), (100, 50), (200, 125)),
                (.resize, (0, 0), (100, 50), (200, 100)),
            ]
        for (gravity, corner, middle, end) in cases {
            let layer = try layer(gravity)
            func point(_ x: Double, _ y: Double) -> CGPoint {
                layer.layerPointConverted(fromCaptureDevicePoint: CGPoint(x: x, y: y))
            }
            #expect(isNear(point(0, 0), corner.0, corner.1), "\(gravity)")
            #expect(isNear(point(0.5, 0.5), middle.0, middle.1), "\(gravity)")
            #expect(isNear(point(1, 1), end.0, end.1), "\(gravity)")
            let rect = layer.layerRectConverted(fromMetadataOutputRect: CGRect(x: 0, y: 0, width: 1, height: 1))
            #expect(isNear(rect.origin, corner.0, corner.1) && abs(rect.maxX - end.0) < 1e-9)
            let back = layer.metadataOutputRectConverted(fromLayerRect: rect)
            #expect(isNear(back.origin, 0, 0) && abs(back.width - 1) < 1e-9 && abs(back.height - 1) < 1e-9)
        }
    }

    @Test func rotatesAndMirrorsPointsLikeItsConnection() throws {
        let layer = try layer(.resize)
        let connection = try #require(layer.connection)
        #expect(connection === layer.connection && connection.videoPreviewLayer === layer && connection.output == nil)
        let cases: [(AVCaptureVideoOrientation, straight: (Double, Double), mirrored: (Double, Double))] = [
            (.landscapeRight, (50, 10), (150, 10)), (.portrait, (180, 25), (20, 25)),
            (.landscapeLeft, (150, 90), (50, 90)), (.portraitUpsideDown, (20, 75), (180, 75)),
        ]
        let point = CGPoint(x: 0.25, y: 0.1)
        for (orientation, straight, mirrored) in cases {
            for (isMirrored, expected) in [(false, straight), (true, mirrored)] {
                connection.videoOrientation = orientation
                connection.isVideoMirrored = isMirrored
                let found = layer.layerPointConverted(fromCaptureDevicePoint: point)
                #expect(isNear(found, expected.0, expected.1), "\(orientation) \(isMirrored)")
                #expect(isNear(layer.captureDevicePointConverted(fromLayerPoint: found), 0.25, 0.1))
            }
        }
        // A 480×640 image covers 75×100 points of the 200×100-point layer.
        layer.videoGravity = .resizeAspect
        connection.videoOrientation = .portrait
        connection.isVideoMirrored = false
        #expect(isNear(layer.layerPointConverted(fromCaptureDevicePoint: .zero), 137.5, 0))
        #expect(
            isNear(layer.layerPointConverted(fromCaptureDevicePoint: CGPoint(x: 1, y: 1)), 62.5, 100))
    }

    @Test func mirrorsFrontCameras() throws {
        let front = try layer(.resize, position: .front)
        #expect(front.connection?.isVideoMirrored == true)
        #expect(front.connection?.automaticallyAdjustsVideoMirroring == true)
        #expect(isNear(front.layerPointConverted(fromCaptureDevicePoint: CGPoint(x: 0.25, y: 0)), 150, 0))
        #expect(try layer(.resize).connection?.isVideoMirrored == false)
    }

    @Test func mapsTheWholeImageToTheLayerWithoutASession() {
        let layer = AVCaptureVideoPreviewLayer()
        #expect(layer.videoGravity == .resizeAspect && layer.session == nil && layer.connection == nil)
        #expect(layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 3, y: 4)) == .zero)
        layer.bounds = CGRect(x: 10, y: 0, width: 100, height: 50)
        #expect(isNear(layer.layerPointConverted(fromCaptureDevicePoint: CGPoint(x: 0.5, y: 1)), 60, 50))
        layer.session = AVCaptureSession()
        #expect(layer.connection == nil)
    }

    @Test func usesTheSizeOfReceivedFrames() throws {
        try SmallVideo.with(SmallVideo.bytes(SmallVideo.counting(1))) { url in
            let collector = try FrameCollector(AVCaptureDevice(file: url, playback: .fullSpeed, position: .back))
            let layer = AVCaptureVideoPreviewLayer(session: collector.session)
            layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
            #expect(isNear(layer.layerPointConverted(fromCaptureDevicePoint: .zero), 0, 12.5))
            #expect(collector.run())
            #expect(isNear(layer.layerPointConverted(fromCaptureDevicePoint: .zero), 0, 25))
        }
    }

    @Test func convertsBetweenFramePositionAndBounds() {
        let layer = CALayer()
        #expect(layer.frame == .zero && layer.anchorPoint == CGPoint(x: 0.5, y: 0.5))
        layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
        #expect(layer.position == CGPoint(x: 25, y: 40) && layer.bounds == CGRect(x: 0, y: 0, width: 30, height: 40))
        layer.bounds.origin = CGPoint(x: 5, y: 5)
        #expect(layer.frame == CGRect(x: 10, y: 20, width: 30, height: 40))
    }
}
