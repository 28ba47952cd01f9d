import TegataBuffers
import TegataDrawing
import TegataHands
import TegataImages
import TegataInference
import TegataTestSupport
import Testing

@Suite struct HidingTests {
    private func hidden(_ hand: HandResult, by method: HandHiding, side: Int = 400) -> RGBImage {
        var picture = checkered(width: side, height: side)
        picture.hide([hand], by: method)
        return picture
    }

    @Test(arguments: HandHiding.allCases)
    func hidesAllPointsAndKeepsTheRest(method: HandHiding) {
        let picture = checkered(width: 400, height: 400)
        for rotation: Float in [0, 0.5, -2, .pi] {
            let hand = raisedHand(left: 0.4, top: 0.4, width: 0.15, height: 0.2, rotation: rotation)
            let hidden = hidden(hand, by: method)
            for point in hand.landmarks {
                let (x, y) = (Int(point.x * 400), Int(point.y * 400))
                // Checks the surroundings of each point as well.
                for (right, down) in [(0, 0), (8, 0), (0, 8), (-8, 0), (0, -8)] {
                    #expect(abs(Int(hidden[x + right, y + down].red) - Int(picture[x + right, y + down].red)) > 40)
                }
            }
            for (x, y) in [(100, 100), (300, 300), (190, 90), (0, 399)] { #expect(hidden[x, y] == picture[x, y]) }
        }
    }

    @Test func fillsBoxesWithBlack() {
        let picture = hidden(raisedHand(left: 0.4, top: 0.4, width: 0.2, height: 0.2), by: .box)
        #expect(picture[200, 200] == .black)
        #expect((0..<400).count { picture[$0, 200] == .black } == 104)
    }

    /// A region rotated by 45° stands on its corner.
    @Test func rotatesRegions() {
        let picture = hidden(raisedHand(left: 0.4, top: 0.4, width: 0.2, height: 0.2, rotation: .pi / 4), by: .box)
        let count = (0..<400).count { picture[$0, 200] == .black }
        #expect(abs(count - 147) <= 2)
        #expect(picture[200 - 45, 200 - 45] != .black)
    }

    @Test func pixelatesIntoBlocksOfOneColour() {
        let picture = hidden(raisedHand(left: 0.3, top: 0.3, width: 0.4, height: 0.4), by: .pixelate)
        let colours = Set((0..<400).filter { (140..<260).contains($0) }.map { picture[$0, 200].green })
        #expect(colours.count <= 6)
        #expect((140..<260).allSatisfy { (145...155).contains(picture[$0, 200].red) })
    }

    /// There are no steps within or between blocks, and the mean is unchanged.
    @Test func blursWithoutEdges() {
        let picture = hidden(raisedHand(left: 0.3, top: 0.3, width: 0.4, height: 0.4), by: .blur)
        for x in 140..<260 {
            #expect(abs(Int(picture[x, 200].green) - Int(picture[x + 1, 200].green)) <= 2)
            #expect(abs(Int(picture[x, 200].green) - x * 255 / 400) <= 3)
        }
    }

    @Test(arguments: HandHiding.allCases)
    func survivesHandsAtEdgesAndOutside(method: HandHiding) {
        _ = hidden(raisedHand(left: -0.5, top: -0.5, width: 1, height: 1, rotation: 1), by: method)
        _ = hidden(raisedHand(left: 0.9, top: 0.95, width: 0.4, height: 3), by: method)
        _ = hidden(raisedHand(left: 0, top: 0, width: 0, height: 0), by: method)
        _ = hidden(raisedHand(left: 0.5, top: 0.5, width: 0.5, height: 0.5), by: method, side: 1)
        for value: Float in [1e30, -1e30, .infinity, .nan] {
            _ = hidden(raisedHand(left: value, top: 0.5, width: 0.1, height: 0.1), by: method)
            _ = hidden(raisedHand(left: 0.5, top: 0.5, width: value, height: 0.1, rotation: value), by: method)
        }
        let untouched = hidden(raisedHand(left: 5, top: 5, width: 0.1, height: 0.1), by: method)
        #expect(untouched == checkered(width: 400, height: 400))
    }

    @Test(
        .enabled(if: ModelFiles.have("hand_landmarker.task")), arguments: HandHiding.allCases,
        ["thumb_up_right", "victory_left", "two_hands_mixed"])
    func hidesHandsFromTheNetworks(method: HandHiding, name: String) throws {
        let path = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/\(name).png").path
        var picture = try RGBImage(readingFileAt: path)
        let networks = try HandNetworks(bundle: ModelFiles.bytes("hand_landmarker.task"), file: "hand_landmarker.task")
        var options = HandPipelineOptions()
        options.maximumHandCount = 2
        let pipeline = try HandPipeline(networks, options: options, team: ThreadTeam(count: 1))
        func found() throws -> [HandResult] {
            try picture.withView { view throws(TegataError) in try pipeline.detect(view) }.hands
        }
        let hands = try found()
        #expect(hands.count == (name == "two_hands_mixed" ? 2 : 1))
        picture.hide(hands, by: method)
        #expect(try found().isEmpty)
    }
}
