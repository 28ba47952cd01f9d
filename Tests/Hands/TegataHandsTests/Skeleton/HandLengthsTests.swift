import TegataHands
import TegataTestSupport
import Testing

@Suite struct HandLengthsTests {
    private static let metres = [20 of Float] { 0.02 + 0.002 * Float($0) }

    @Test func namesBonesByTheirEnds() throws {
        let lengths = try #require(HandLengths(metres: Self.metres))
        #expect(lengths[.wrist] == nil)
        for landmark in HandLandmark.allCases where landmark != .wrist {
            #expect(lengths[landmark] == Self.metres[Int(landmark.rawValue) - 1])
        }
        let starts: [(HandLandmark, HandLandmark)] = [
            (.thumbCMC, .wrist), (.pinkyMCP, .wrist), (.thumbMCP, .thumbCMC), (.pinkyTIP, .pinkyDIP), (.wrist, .wrist),
        ]
        for (end, start) in starts { #expect(HandLengths.start(of: end) == start) }
    }

    @Test(arguments: [0, -1, 0.3, .nan, .infinity] as [Float])
    func rejectsLengthsThatNoHandHas(_ length: Float) throws {
        for index in 0..<20 {
            var metres = Self.metres
            metres[index] = length
            #expect(HandLengths(metres: metres) == nil)
        }
    }

    @Test func givesSkeletonsTheirLengths() throws {
        let lengths = try #require(HandLengths(metres: Self.metres))
        var random = SplitMix64(seed: 1)
        // The palm's width does not count if lengths are known.
        let stage = SkeletonStage(PerfectHand.size, nil, palmWidth: 0.09, lengths: lengths)
        for _ in 0..<10 {
            var hand = PerfectHand.result(try PerfectHand.random(&random))
            stage.fit(&hand)
            let points = try #require(hand.skeletonLandmarks)
            for landmark in HandLandmark.allCases {
                guard let length = lengths[landmark] else { continue }
                let start = Int(HandLengths.start(of: landmark).rawValue)
                #expect(abs(points[start].length(to: points[Int(landmark.rawValue)]) - Double(length)) < 1e-6)
            }
        }
    }
}
