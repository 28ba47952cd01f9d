import TegataDrawing
import TegataHands
import TegataImages
import Testing

@Suite struct HandDrawingTests {
    private let outside = HandPoint(x: -1, y: 2, z: 0)

    private func drawn(_ landmarks: HandPoints, width: Int = 640, height: Int = 480, regions: Bool = false) -> RGBImage
    {
        var drawing = HandDrawing(width: width, height: height)
        drawing.hasLabels = false
        drawing.hasRegions = regions
        return drawn([hand(landmarks)], drawing, width: width, height: height)
    }

    private func drawn(_ hands: [HandResult], _ drawing: HandDrawing, width: Int = 640, height: Int = 480) -> RGBImage {
        var picture = RGBImage(width: width, height: height)
        drawing.draw(hands, in: &picture)
        return picture
    }

    private func hand(_ landmarks: HandPoints, rightProbability: Float = 0.98) -> HandResult {
        HandResult(
            landmarks: landmarks, worldLandmarks: HandPoints(), presence: 1, rightProbability: rightProbability,
            rectangle: HandRectangle(centerX: 0.5, centerY: 0.5, width: 0.25, height: 1.0 / 3, rotation: .pi / 4))
    }

    /// Returns points of which only one is visible. Another one is far away in a corner, as in a large hand.
    private func onlyPoint(_ index: Int, x: Float, y: Float) -> HandPoints {
        HandPoints { $0 == index ? HandPoint(x: x, y: y, z: 0) : $0 == 20 ? HandPoint(x: 0, y: 1, z: 0) : outside }
    }

    @Test func drawsPointsInTheirColourWithALightRimAndADarkEdge() {
        let picture = drawn(onlyPoint(8, x: 0.5, y: 0.5))
        #expect(picture[320, 240] == RGBColor(red: 128, green: 64, blue: 128))
        #expect(picture[325, 240] != RGBColor(red: 128, green: 64, blue: 128))
        #expect(picture[326, 240] != .black)
        #expect(picture[327, 240].red < 32)
        #expect(picture[328, 240] == .black)
    }

    @Test func scalesPointsWithTheImage() {
        let picture = drawn(onlyPoint(8, x: 0.5, y: 0.5), width: 1280, height: 960)
        #expect(picture[640 + 8, 480] == RGBColor(red: 128, green: 64, blue: 128))
        #expect(picture[640 + 16, 480] == .black)
    }

    /// The points of a hand of 40 pixels are apart, in small images and in large ones.
    @Test(arguments: [(640, 480), (4000, 3000)])
    func drawsSmallHandsFiner(width: Int, height: Int) {
        let end = 0.5 + 40 / Float(width)
        let picture = drawn(
            HandPoints { HandPoint(x: $0 == 20 ? end : 0.5, y: 0.5, z: 0) }, width: width, height: height)
        #expect(picture[width / 2, height / 2 + 2] != .black)
        #expect(picture[width / 2, height / 2 + 4] == .black)
    }

    @Test func edgesLinesThatWouldBeInvisibleOnSkin() {
        let skin = RGBColor(red: 235, green: 205, blue: 175)
        var picture = RGBImage(width: 640, height: 480, filledWith: skin)
        let thumb = HandPoints { $0 == 3 || $0 == 4 ? HandPoint(x: $0 == 3 ? 0.25 : 0.75, y: 0.5, z: 0) : outside }
        var drawing = HandDrawing(width: 640, height: 480)
        drawing.hasLabels = false
        drawing.draw([hand(thumb)], in: &picture)
        #expect((236..<240).contains { picture[320, $0].red < 100 })
        #expect(picture[320, 234] == skin)
    }

    @Test func drawsLinesOnlyBetweenVisiblePoints() {
        let picture = drawn(
            HandPoints { $0 == 3 || $0 == 4 ? HandPoint(x: $0 == 3 ? 0.25 : 0.75, y: 0.5, z: 0) : outside })
        #expect(picture[320, 240] == RGBColor(red: 255, green: 229, blue: 180))
        #expect(picture[320, 244] == .black)
        #expect(picture[100, 240] == .black)
    }

    @Test func smoothsEdges() {
        let picture = drawn(
            HandPoints {
                $0 == 3 || $0 == 4 ? HandPoint(x: $0 == 3 ? 0.2 : 0.8, y: $0 == 3 ? 0.2 : 0.7, z: 0) : outside
            })
        let reds = Set((0..<480).map { picture[320, $0].red })
        #expect(reds.count >= 3)
        #expect(reds.contains(255))
    }

    @Test func skipsNonFinitePoints() {
        let picture = drawn(HandPoints { _ in HandPoint(x: .nan, y: .infinity, z: 0) })
        #expect(picture == RGBImage(width: 640, height: 480))
    }

    @Test func drawsPointsInCorners() {
        let picture = drawn(HandPoints { HandPoint(x: Float($0 % 2), y: Float($0 / 2 % 2), z: 0) })
        #expect(picture[0, 0] != .black)
        #expect(picture[639, 479] != .black)
    }

    @Test func rotatesRegions() {
        let picture = drawn(HandPoints { _ in outside }, regions: true)
        // A square of 160 pixels, standing on its corner.
        let reach = Int((80 * Float(2).squareRoot()).rounded())
        #expect(picture[319, 239 - reach] != .black)
        #expect(picture[319 + reach, 239] != .black)
        #expect(picture[319 + 79, 239 - 79] == .black)
    }

    @Test func survivesRegionsFarOutsideTheImage() {
        var wide = hand(HandPoints { _ in outside })
        for value: Float in [1e30, .infinity, .nan, -5] {
            wide = HandResult(
                landmarks: wide.landmarks, worldLandmarks: HandPoints(), presence: 1, rightProbability: 1,
                rectangle: HandRectangle(centerX: value, centerY: 0.5, width: 3, height: value, rotation: 1))
            var drawing = HandDrawing(width: 64, height: 48)
            drawing.hasRegions = true
            _ = drawn([wide], drawing, width: 64, height: 48)
        }
    }

    @Test func putsLabelsAboveHandsButInsideTheImage() {
        let drawing = HandDrawing(width: 640, height: 480)
        let middle = drawn([hand(HandPoints { _ in HandPoint(x: 0.5, y: 0.5, z: 0) })], drawing)
        #expect((200..<230).contains { y in (280..<360).contains { middle[$0, y] == .white } })
        // Without room above the hand, the label is below it.
        let top = drawn([hand(HandPoints())], drawing)
        #expect((10..<45).contains { y in (0..<90).contains { top[$0, y] == .white } })
    }

    @Test func keepsLabelsApart() {
        let drawing = HandDrawing(width: 640, height: 480)
        let one = hand(HandPoints { _ in HandPoint(x: 0.5, y: 0.5, z: 0) })
        func whiteCount(_ picture: RGBImage) -> Int {
            (0..<480).reduce(0) { sum, y in sum + (0..<640).count { picture[$0, y] == .white } }
        }
        #expect(whiteCount(drawn([one, one], drawing)) == 2 * whiteCount(drawn([one], drawing)))
    }

    /// Returns the number of pixels that labels change, and the share of each hand that labels cover.
    private func labelled(_ hands: [HandResult], width: Int, height: Int) -> (count: Int, onHands: [Float]) {
        var drawing = HandDrawing(width: width, height: height)
        let with = RGBImage(width: width, height: height, filledWith: RGBColor(red: 90, green: 90, blue: 90))
        var (labelled, plain) = (with, with)
        drawing.draw(hands, in: &labelled)
        drawing.hasLabels = false
        drawing.draw(hands, in: &plain)
        func differ(_ x: Int, _ y: Int) -> Bool { labelled[x, y] != plain[x, y] }
        let count = (0..<height).reduce(0) { sum, y in sum + (0..<width).count { differ($0, y) } }
        let shares = hands.map { hand in
            let xs = hand.landmarks.map { max(0, min(width - 1, Int($0.x * Float(width)))) }
            let ys = hand.landmarks.map { max(0, min(height - 1, Int($0.y * Float(height)))) }
            let columns = (xs.min() ?? 0)...(xs.max() ?? 0)
            let rows = (ys.min() ?? 0)...(ys.max() ?? 0)
            let covered = rows.reduce(0) { sum, y in sum + columns.count { differ($0, y) } }
            return Float(covered) / Float(rows.count * columns.count)
        }
        return (count, shares)
    }

    @Test(arguments: [(64, 48), (96, 96), (128, 96), (160, 120), (224, 224), (320, 240), (640, 480), (1280, 720)])
    func hidesLittleOfHandsBehindLabels(width: Int, height: Int) {
        var named = raisedHand(left: 0.1, top: 0.05, width: 0.8, height: 0.9)
        named.identifier = 12
        named.gesture = Gesture(name: "ILoveYou", score: 0.781, classifier: .canned)
        var (left, right) = (
            raisedHand(left: 0.05, top: 0.2, width: 0.35, height: 0.7),
            raisedHand(left: 0.6, top: 0.1, width: 0.35, height: 0.7)
        )
        (left.gesture, right.gesture) = (named.gesture, named.gesture)
        for hands in [[named], [left, right]] {
            let (count, shares) = labelled(hands, width: width, height: height)
            #expect(shares.allSatisfy { $0 <= 0.17 }, "\(shares)")
            // The label is never empty: it at least says which hand it is.
            #expect(count > 40)
            #expect(Float(count) < 0.35 * Float(width * height))
        }
    }

    /// Covers neither the hand's own fingertips nor its neighbour's, which is where the label would usually be.
    @Test func keepsLabelsOffFingertips() {
        var raised = raisedHand(left: 0.1, top: 0.3, width: 0.25, height: 0.5)
        raised.gesture = Gesture(name: "Victory", score: 0.781, classifier: .canned)
        let neighbour = raisedHand(left: 0.1, top: 0.02, width: 0.25, height: 0.22)
        for hands in [[raised], [raised, neighbour]] {
            var drawing = HandDrawing(width: 640, height: 480)
            let plain = RGBImage(width: 640, height: 480, filledWith: .white)
            var (labelled, unlabelled) = (plain, plain)
            drawing.draw(hands, in: &labelled)
            drawing.hasLabels = false
            drawing.draw(hands, in: &unlabelled)
            for landmarks in hands.map(\.landmarks) {
                for tip in [4, 8, 12, 16, 20].map({ landmarks[$0] }) {
                    let (x, y) = (Int(tip.x * 640), Int(tip.y * 480))
                    for (column, row) in [(x, y), (x - 8, y), (x + 8, y), (x, y - 8), (x, y + 8)] {
                        #expect(labelled[column, row] == unlabelled[column, row])
                    }
                }
            }
        }
    }

    /// Without enough room, labels first drop the score, then shorten the name, but never cut letters.
    @Test func shortensLabelsInNarrowImages() {
        var named = raisedHand(left: 0.2, top: 0.4, width: 0.5, height: 0.5)
        named.gesture = Gesture(name: "Victory", score: 0.781, classifier: .canned)
        let widths = [640, 140, 100, 64, 32].map { width in
            var picture = RGBImage(width: width, height: 480, filledWith: .white)
            HandDrawing(width: width, height: 480).draw([named], in: &picture)
            var plain = RGBImage(width: width, height: 480, filledWith: .white)
            var drawing = HandDrawing(width: width, height: 480)
            drawing.hasLabels = false
            drawing.draw([named], in: &plain)
            let columns = (0..<width).filter { x in (0..<480).contains { picture[x, $0] != plain[x, $0] } }
            return columns.count
        }
        #expect(widths.allSatisfy { $0 > 0 })
        #expect(zip(widths, [640, 140, 100, 64, 32]).allSatisfy { $0.0 <= $0.1 })
        #expect(zip(widths, widths.dropFirst()).allSatisfy { $0.0 > $0.1 })
    }

    @Test func usesTheRequestedSizesOfLinesAndPoints() {
        let line = HandPoints { $0 == 3 || $0 == 4 ? HandPoint(x: $0 == 3 ? 0.25 : 0.75, y: 0.5, z: 0) : outside }
        func rows(lineWidth: Float?, dotSize: Float?, x: Int) -> Int {
            var drawing = HandDrawing(width: 640, height: 480)
            (drawing.hasLabels, drawing.lineWidth, drawing.dotSize) = (false, lineWidth, dotSize)
            let picture = drawn([hand(line)], drawing)
            // Counts rows that are more than half as bright as the thumb's colour and are not the grey of the rim.
            return (0..<480).count {
                picture[x, $0].red > 127 && picture[x, $0] != RGBColor(red: 224, green: 224, blue: 224)
            }
        }
        for width in [1, 5, 11, 31] { #expect(rows(lineWidth: Float(width), dotSize: nil, x: 320) == width) }
        #expect(rows(lineWidth: 0, dotSize: nil, x: 320) == 0)
        #expect(rows(lineWidth: -3, dotSize: -3, x: 320) == 0)
        #expect(rows(lineWidth: nil, dotSize: 41, x: 320) == rows(lineWidth: nil, dotSize: nil, x: 320))
        #expect((41...43).contains(rows(lineWidth: 0, dotSize: 41, x: 160)))
        #expect(rows(lineWidth: 1, dotSize: 0, x: 320) == 1)
    }

    @Test func drawsOnATransparentImage() {
        let line = HandPoints { $0 == 3 || $0 == 4 ? HandPoint(x: $0 == 3 ? 0.25 : 0.75, y: 0.5, z: 0) : outside }
        let picture = RGBAImage(width: 640, height: 480) {
            HandDrawing(width: 640, height: 480).draw([hand(line)], in: &$0)
        }
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(picture.pixels[4 * (y * 640 + x)..<4 * (y * 640 + x) + 4]) }
        #expect(pixel(320, 240) == [255, 229, 180, 255])
        #expect(pixel(320, 400) == [0, 0, 0, 0])
        // Laid over an image, the transparent drawing looks the same as drawing into the image.
        var below = checkered(width: 640, height: 480)
        var drawn = below
        HandDrawing(width: 640, height: 480).draw([hand(line)], in: &drawn)
        below.withMutablePixels { samples in
            for place in 0..<640 * 480 {
                let opacity = Float(picture.pixels[4 * place + 3]) / 255
                for channel in 0..<3 {
                    let (old, new) = (Float(samples[3 * place + channel]), Float(picture.pixels[4 * place + channel]))
                    samples[3 * place + channel] = UInt8((old + (new - old) * opacity).rounded())
                }
            }
        }
        #expect(zip(below.pixels, drawn.pixels).allSatisfy { abs(Int($0.0) - Int($0.1)) <= 2 })
        #expect(picture.pixels.contains { 10 < $0 && $0 < 245 })
    }

    @Test func writesTransparentImagesOnlyAsPNG() throws {
        let picture = RGBAImage(width: 5, height: 3) { _ in }
        let file = try picture.encoded()
        // Width, height, 8 bits per channel, and the colour type RGBA.
        #expect(Array(file[16..<26]) == [0, 0, 0, 5, 0, 0, 0, 3, 8, 6])
        #expect(throws: ImageFileError(file: "a.jpg", problem: .notEncoded("only PNG images can be transparent"))) {
            try picture.write(toFileAt: "a.jpg")
        }
    }

    @Test func labelsHandsWithEverythingKnown() {
        #expect(hand(HandPoints()).label == "Right 98 %")
        #expect(hand(HandPoints(), rightProbability: 0.1).label == "Left 90 %")
        #expect(hand(HandPoints(), rightProbability: .nan).label == "Left ? %")
        var known = hand(HandPoints())
        known.identifier = 3
        known.gesture = Gesture(name: "Victory", score: 0.781, classifier: .canned)
        #expect(known.label == "#3 Right 98 % Victory 78 %")
        for name in ["None", "none"] {
            known.gesture = Gesture(name: name, score: 0.85, classifier: .canned)
            #expect(known.label == "#3 Right 98 % no gesture")
        }
    }
}
