import AVFoundation
import Testing

@Suite("Connections")
struct CaptureConnectionTests {
    private let rows: [[UInt8]] = [[1, 2, 3], [4, 5, 6]]

    /// Returns the frame made from `rows` in a pixel format, after `change` has configured the connection.
    private func frame(
        _ format: OSType, _ change: (AVCaptureConnection) -> Void
    ) throws -> CVPixelBuffer {
        try SmallVideo.with(SmallVideo.bytes([SmallVideo.Frame(luma: rows, u: 90, v: 200)])) { url in
            let collector = try FrameCollector(AVCaptureDevice(file: url, playback: .fullSpeed), format: format)
            change(try #require(collector.output.connection(with: .video)))
            #expect(collector.run())
            return try #require(collector.pictures.first)
        }
    }

    @Test func rotatesAndMirrorsFrames() throws {
        let cases: [(AVCaptureVideoOrientation, CGFloat, straight: [[UInt8]], mirrored: [[UInt8]])] = [
            (.landscapeRight, 0, [[1, 2, 3], [4, 5, 6]], [[3, 2, 1], [6, 5, 4]]),
            (.portrait, 90, [[4, 1], [5, 2], [6, 3]], [[1, 4], [2, 5], [3, 6]]),
            (.landscapeLeft, 180, [[6, 5, 4], [3, 2, 1]], [[4, 5, 6], [1, 2, 3]]),
            (.portraitUpsideDown, 270, [[3, 6], [2, 5], [1, 4]], [[6, 3], [5, 2], [4, 1]]),
        ]
        let full = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        for (orientation, angle, straight, mirrored) in cases {
            let byOrientation = try frame(full) { $0.videoOrientation = orientation }
            #expect(byOrientation.bytes() == straight, "\(orientation)")
            let columns = (straight[0].count + 1) / 2
            #expect(
                byOrientation.bytes(ofPlane: 1, bytesPerElement: 2)
                    == Array(
                        repeating: Array([[UInt8]](repeating: [90, 200], count: columns).joined()),
                        count: (straight.count + 1) / 2))
            let both = try frame(full) {
                $0.videoRotationAngle = angle
                $0.isVideoMirrored = true
            }
            #expect(both.bytes() == mirrored, "\(angle)")
            // BGRA pixels move in the same way.
            let colors = try frame(kCVPixelFormatType_32BGRA) { $0.videoOrientation = orientation }
            let unturned = try frame(kCVPixelFormatType_32BGRA) { _ in }.bytes(bytesPerElement: 4)
            #expect(
                colors.bytes(bytesPerElement: 4).map { row in stride(from: 0, to: row.count, by: 4).map { row[$0] } }
                    == straight.map { row in
                        row.map { value in
                            let place = (Int(value) - 1).quotientAndRemainder(dividingBy: 3)
                            return unturned[place.quotient][4 * place.remainder]
                        }
                    })
        }
    }

    @Test func reportsItsCapabilitiesAndState() throws {
        let collector = try FrameCollector(AVCaptureDevice(testFrameCount: 1, position: .front))
        let connection = try #require(collector.output.connection(with: .video))
        #expect(collector.output.connection(with: .audio) == nil)
        #expect(connection === collector.session.connections.first && connection === collector.output.connections.first)
        #expect(connection.output === collector.output && connection.isEnabled)
        #expect(connection.inputPorts == collector.session.inputs.first?.ports)
        #expect(connection.inputPorts.first?.mediaType == .video)
        #expect(connection.inputPorts.first?.input === collector.session.inputs.first)
        let dimensions = connection.inputPorts.first?.formatDescription?.dimensions
        #expect(dimensions == CMVideoDimensions(width: 640, height: 480))
        #expect(connection.isVideoOrientationSupported && connection.isVideoMirroringSupported)
        #expect(connection.videoOrientation == .landscapeRight && connection.videoRotationAngle == 0)
        #expect(!connection.isVideoMirrored && !connection.automaticallyAdjustsVideoMirroring)
        #expect(connection.isVideoRotationAngleSupported(270) && !connection.isVideoRotationAngleSupported(45))
        connection.videoOrientation = .portrait
        #expect(connection.videoRotationAngle == 90)
        connection.videoRotationAngle = 180
        #expect(connection.videoOrientation == .landscapeLeft)
        connection.automaticallyAdjustsVideoMirroring = true
        #expect(connection.isVideoMirrored)
        connection.isVideoMirrored = false
        #expect(!connection.isVideoMirrored && !connection.automaticallyAdjustsVideoMirroring)
        #expect(
            AVCaptureVideoOrientation(rawValue: 1) == .portrait && AVCaptureVideoOrientation.landscapeLeft.rawValue == 4
        )
    }
}
