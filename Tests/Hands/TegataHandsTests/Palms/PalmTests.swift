import TegataHands
import Testing

@Suite struct PalmTests {
    @Test func placesAnchorsInTwoGrids() {
        let centers = PalmAnchors(inputSide: 192).centers
        #expect(centers.count == 2016)
        #expect(centers[0] == SIMD2(0.5 / 24, 0.5 / 24) && centers[1] == centers[0])
        #expect(centers[2] == SIMD2(1.5 / 24, 0.5 / 24))
        #expect(centers[48] == SIMD2(0.5 / 24, 1.5 / 24))
        #expect(centers[1151] == SIMD2(23.5 / 24, 23.5 / 24))
        #expect(centers[1152] == SIMD2(0.5 / 12, 0.5 / 12) && centers[1157] == centers[1152])
        #expect(centers[1158] == SIMD2(1.5 / 12, 0.5 / 12))
        #expect(centers[2015] == SIMD2(11.5 / 12, 11.5 / 12))
    }

    /// Compares candidates, palms and rectangles, each computed from the reference's input.
    @Test(arguments: Recording.all)
    func decodesPalmsLikeTheReference(recording: Recording) {
        let decoder = PalmDecoder(inputSide: 192, minimumScore: 0.5)
        for frame in recording.frames {
            guard let palm = frame.palm else { continue }
            let (boxes, logits) = palm.outputs(anchorCount: decoder.anchorCount)
            boxes.withUnsafeBufferPointer { boxes in
                logits.withUnsafeBufferPointer { logits in decoder.decode(boxes: boxes, logits: logits) }
            }
            #expect(decoder.candidates.count == palm.candidates.count)
            #expect(zip(decoder.candidates, palm.candidates).allSatisfy { $0.equals($1) })
            #expect(decoder.palms.count == palm.joined.count)
            #expect(zip(decoder.palms, palm.joined).allSatisfy { $0.equals($1) })

            let region = PixelRegion(wholeOf: frame.size, rotationDegrees: recording.rotationDegrees)
            let projection = PalmProjection(region, frame.size)
            for (index, joined) in palm.joined.enumerated() {
                let projected =
                    recording.isLegacy
                    ? PalmDetection(joined).removing(region.letterbox)
                    : PalmDetection(joined).projected(by: projection)
                #expect(projected.equals(palm.palms[index]))
                let rectangle = PalmDetection(palm.palms[index]).rectangle(
                    frame.size, target: recording.palmTarget, recording.angles)
                #expect(rectangle.floats == palm.rectangles[index].floats)
            }
        }
    }

    @Test func findsTheSmallestLogitOfAScore() {
        for score: Float in [0.001, 0.1, 0.25, 0.5, 0.7, 0.9, 0.99, 0.9999] {
            let smallest = logit(ofScore: score)
            #expect(sigmoid(smallest) >= score)
            #expect(sigmoid(smallest.nextDown) < score)
        }
        #expect(logit(ofScore: 0) == -.infinity)
        #expect(logit(ofScore: 1.5) == .infinity)
        #expect(sigmoid(logit(ofScore: 1)) == 1)
        #expect(sigmoid(0) == 0.5)
        #expect(sigmoid(1000) == sigmoid(100) && sigmoid(-1000) == sigmoid(-100))
    }

    /// Decodes outputs in which only the given anchors are likely palms.
    private func decode(_ sure: [(index: Int, logit: Float, values: [Float])], minimumScore: Float = 0.5) -> PalmDecoder
    {
        let decoder = PalmDecoder(inputSide: 192, minimumScore: minimumScore)
        var boxes = [Float](repeating: 0, count: 2016 * 18)
        var logits = [Float](repeating: -30, count: 2016)
        for (index, logit, values) in sure {
            logits[index] = logit
            for (place, value) in values.enumerated() { boxes[18 * index + place] = value }
        }
        boxes.withUnsafeBufferPointer { boxes in
            logits.withUnsafeBufferPointer { logits in decoder.decode(boxes: boxes, logits: logits) }
        }
        return decoder
    }

    @Test func sortsPalmsByDescendingScore() {
        let decoder = decode([(0, 1, [0, 0, 4, 4]), (600, 3, [0, 0, 4, 4]), (1151, 2, [0, 0, 4, 4])])
        #expect(decoder.candidates.map(\.score) == [sigmoid(1), sigmoid(3), sigmoid(2)])
        #expect(decoder.palms.map(\.score) == [sigmoid(3), sigmoid(2), sigmoid(1)])
    }

    @Test func averagesOverlappingBoxesByScore() {
        let decoder = decode([(600, 2, [0, 0, 40, 40]), (601, 1, [6, 0, 40, 40])])
        #expect(decoder.palms.count == 1)
        let (first, second) = (sigmoid(2), sigmoid(1))
        let left =
            Double(decoder.candidates[0].box.x) * Double(first) + Double(decoder.candidates[1].box.x) * Double(second)
        #expect(abs(Double(decoder.palms[0].box.x) - left / Double(first + second)) < 1e-6)
        #expect(decoder.palms[0].score == first)
    }

    @Test func survivesEmptyBoxesAndNonFiniteNumbers() {
        // If the best box is empty, the search ends, as in the reference.
        #expect(decode([(0, 5, [0, 0, 0, 0]), (600, 3, [0, 0, 4, 4])]).palms.count == 1)
        #expect(decode([(0, 5, [0, 0, -4, 4]), (600, 3, [0, 0, 4, 4])]).palms.count == 1)
        #expect(decode([(0, 5, [.nan, 0, 4, 4]), (600, 3, [0, 0, .nan, 4])]).candidates.isEmpty)
        #expect(decode([(0, .nan, [0, 0, 4, 4])]).palms.count == 1)
        #expect(decode([(0, .infinity, [.infinity, 0, 4, 4])]).candidates.isEmpty)
    }

    @Test func keepsAllCandidatesWithoutAThreshold() {
        let decoder = decode([(3, 2, [0, 0, 4, 4])], minimumScore: 0)
        #expect(decoder.candidates.count == 2016)
        #expect(decoder.palms.first?.score == sigmoid(2))
    }
}

extension PalmDetection {
    init(_ recorded: Recording.Detection) {
        let (box, keypoints) = (recorded.box.floats, recorded.keypoints.floats)
        self.init(
            score: Float(recorded.score), box: Box(x: box[0], y: box[1], width: box[2], height: box[3]),
            keypoints: [7 of SIMD2<Float>] { SIMD2(keypoints[2 * $0], keypoints[2 * $0 + 1]) })
    }
}
