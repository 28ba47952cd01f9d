import TegataHands
import Testing

@Suite struct RegionJoiningTests {
    /// Returns a square region with a side of a tenth of the image, `x` and `y` tenths from the upper left corner.
    private func region(_ x: Float, _ y: Float = 1) -> HandRectangle {
        HandRectangle(centerX: x / 10, centerY: y / 10, width: 0.1, height: 0.1, rotation: 0)
    }

    private func join(_ joining: RegionJoining, _ palms: [HandRectangle], _ tracked: [HandRectangle]) -> [HandRectangle]
    {
        var regions = [region(9, 9)]
        joining.join(ArraySlice(palms.map { PalmDetection(of: $0) }), tracked, into: &regions)
        return regions
    }

    @Test func keepsOverlappingPalmsIfOnlyPalmsCount() {
        #expect(join(.palmsAlone, [region(1), region(1.2)], []) == [region(1), region(1.2)])
    }

    @Test func keepsTheEarlierOfOverlappingRegions() {
        let joining = RegionJoining.earlierStay(limit: 0.5)
        #expect(join(joining, [region(1), region(1.2), region(3)], []) == [region(1), region(3)])
        let tracked = [region(3.1), region(3.2)]
        #expect(join(joining, [region(1), region(3)], tracked) == tracked + [region(1)])
    }

    @Test func keepsTheLaterOfOverlappingRegions() {
        let joining = RegionJoining.laterStay(limit: 0.5)
        // Of overlapping palms, the one with the lower score stays; tracked hands take precedence over palms.
        #expect(join(joining, [region(1), region(1.2), region(3)], []) == [region(1.2), region(3)])
        #expect(
            join(joining, [region(1), region(3)], [region(3.1), region(5)]) == [region(1), region(3.1), region(5)])
        // Of tracked hands that run into each other, the later one stays, even if no palm was searched for.
        #expect(join(joining, [], [region(3.1), region(5), region(3.2)]) == [region(5), region(3.2)])
        // One region can remove several.
        #expect(join(joining, [region(1), region(1.5)], [region(1.25)]) == [region(1.25)])
        #expect(join(joining, [], []) == [])
    }

    @Test func removesRegionsOnlyAboveTheLimit() {
        let whole = HandRectangle(centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: 0)
        let half = HandRectangle(centerX: 0.25, centerY: 0.5, width: 0.5, height: 1, rotation: 1)
        #expect(join(.laterStay(limit: 0.5), [whole], [half]) == [whole, half])
        #expect(join(.laterStay(limit: Float(0.5).nextDown), [whole], [half]) == [half])
    }
}

extension PalmDetection {
    fileprivate init(of region: HandRectangle) {
        self.init(
            score: 1, box: Box(x: 0, y: 0, width: 1, height: 1), keypoints: [7 of SIMD2<Float>](repeating: .zero))
        handRectangle = region
    }
}
