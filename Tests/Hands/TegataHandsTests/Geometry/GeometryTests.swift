import CTegataShims
import TegataHands
import TegataTestSupport
import Testing

@Suite struct GeometryTests {
    @Test(arguments: Recording.all)
    func computesTheReferencesHomographies(recording: Recording) {
        for frame in recording.frames {
            if let palm = frame.palm {
                let region = PixelRegion(wholeOf: frame.size, rotationDegrees: recording.rotationDegrees)
                let elements = Homography(tensorSide: 192, to: region, corners: recording.corners).elements
                #expect((0..<9).map { elements[$0] } == palm.matrix)
            }
            for crop in frame.crops {
                let region = recording.handRegion(crop.rectangle.rectangle, frame.size)
                let elements = Homography(tensorSide: 224, to: region, corners: recording.corners).elements
                #expect((0..<9).map { elements[$0] } == crop.matrix)
            }
        }
    }

    /// The tensor's rows and columns cover the whole image at every rotation.
    @Test(arguments: [0, 90, 180, 270, -90, 450, 3600])
    func centersTheWholeImageInASquare(degrees: Int) {
        let size = PixelSize(width: 640, height: 360)
        let region = PixelRegion(wholeOf: size, rotationDegrees: degrees)
        #expect(region.width == 640 && region.height == 640)
        #expect(region.centerX == 320 && region.centerY == 180)
        #expect(region.rotation == Float(-Double(degrees) * Double.pi / 180))
    }

    @Test func removesTheLetterboxFromCoordinates() {
        let wide = PixelRegion(wholeOf: PixelSize(width: 640, height: 320), rotationDegrees: 0).letterbox
        #expect(wide == Letterbox(left: 0, top: 0.25) && wide.innerWidth == 1 && wide.innerHeight == 0.5)
        #expect(wide.removed(fromX: 0.75) == 0.75 && wide.removed(fromY: 0.25) == 0 && wide.removed(fromY: 0.5) == 0.5)
        let high = PixelRegion(wholeOf: PixelSize(width: 320, height: 640), rotationDegrees: 0).letterbox
        #expect(high == Letterbox(left: 0.25, top: 0) && high.removed(fromX: 0.75) == 1)
        let square = PixelRegion(wholeOf: PixelSize(width: 64, height: 64), rotationDegrees: 0).letterbox
        #expect(square == .none)
    }

    /// The two ways of computing corners differ only by rounding.
    @Test func computesCornersThatDifferOnlyByRounding() {
        var noise = SplitMix64(seed: 3)
        var differing = 0
        for _ in 0..<100 {
            let rectangle = HandRectangle(
                centerX: noise.float(), centerY: noise.float(), width: 0.2, height: 0.2, rotation: noise.float() * 3)
            let region = PixelRegion(rectangle, PixelSize(width: 640, height: 640))
            let angled = Homography(tensorSide: 224, to: region, corners: .fromAngle).elements
            let mirrored = Homography(tensorSide: 224, to: region, corners: .mirroredAtCenter).elements
            for index in 0..<9 {
                #expect(abs(angled[index] - mirrored[index]) < 0.01)
                if angled[index] != mirrored[index] { differing += 1 }
            }
        }
        #expect(differing > 50)
    }

    @Test func wrapsAngles() {
        #expect(wrapped(0) == 0)
        #expect(wrapped(.pi) == Float(Double(Float.pi) - 2 * Double.pi) || wrapped(.pi) == .pi)
        #expect(wrapped(90) == Float(90 - 2 * Double.pi * 14))
        #expect(wrapped(-7) == Float(-7 + 2 * Double.pi))
    }

    /// Each product and each sum is rounded separately, even if the processor could fuse them.
    @Test func roundsProductsBeforeAddingThem() {
        func rounded(_ a: Float, _ b: Float) -> Double { Double(Float(Double(a) * Double(b))) }
        var noise = SplitMix64(seed: 7)
        var fusedWouldDiffer = 0
        for _ in 0..<100 {
            let (x, y, angle) = (noise.float(), noise.float(), noise.float())
            let turned = HandPoints { _ in HandPoint(x: x, y: y, z: 0) }.turned(by: angle)
            let (cosine, sine) = (Float(tegata_cos(Double(angle))), Float(tegata_sin(Double(angle))))
            #expect(turned[0].x == Float(rounded(cosine, x) - rounded(sine, y)))
            #expect(turned[0].y == Float(rounded(sine, x) + rounded(cosine, y)))
            if turned[0].x != (-(sine * y)).addingProduct(cosine, x) { fusedWouldDiffer += 1 }
        }
        #expect(fusedWouldDiffer > 10)
    }

    @Test func computesTheOverlapOfBoxes() {
        let box = Box(x: 0, y: 0, width: 1, height: 1)
        #expect(box.overlap(box) == 1)
        #expect(box.overlap(Box(x: 0.5, y: 0, width: 1, height: 1)) == Float(0.5) / 1.5)
        #expect(box.overlap(Box(x: 1, y: 0, width: 1, height: 1)) == 0)
        #expect(box.overlap(Box(x: 0, y: 0, width: -1, height: 1)) == 0)
        #expect(Box(x: 0, y: 0, width: 0, height: 0).overlap(Box(x: 0, y: 0, width: 0, height: 0)) == 0)
    }
}
